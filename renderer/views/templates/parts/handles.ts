// What the parts let the editor above them do; each is what its component exposes.

export interface TextHandle {
  /** Content from elsewhere; the caret stays with its words. */
  setText: (text: string) => void
  /** Selects a piece of the text and takes the focus. */
  select: (from: number, to: number) => void
}

export interface LinesHandle {
  focus: (field: 'subject' | 'previewText', from?: number, to?: number) => void
  keepCaret: (field: 'subject' | 'previewText', text: string) => void
}

export interface RowsHandle {
  focusRow: (at: number) => Promise<void>
}

export interface FieldsHandle {
  focus: (field: string) => void
}
