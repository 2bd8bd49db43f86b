// What the parts expose. Type-aware lint rules can't see the types of a component.
import type { EditorField, TemplateField } from '../model/types.ts'

export interface EditorHandle {
  focusField: (field: TemplateField, from?: number, to?: number) => Promise<void>
  replaceText: (field: EditorField, text: string) => void
}

export interface TextHandle {
  setText: (text: string) => void
  select: (from: number, to: number) => void
}

export interface CodeHandle extends TextHandle {
  /** Puts text in at the caret, as if it was pasted, and takes the focus. */
  insert: (text: string) => void
  selection: () => string
}

export interface SubjectHandle {
  focus: (field: 'subject' | 'previewText', from?: number, to?: number) => void
  keepCaret: (field: 'subject' | 'previewText', text: string) => void
}

export interface RowsHandle {
  focusRow: (at: number) => Promise<void>
}

export interface FieldsHandle {
  focus: (field: string) => void
}
