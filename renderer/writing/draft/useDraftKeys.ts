import type { DraftEditor } from './useDraft.ts'
import { useHotkeys } from '#kit/composables/useHotkeys.ts'

/** Undo and redo through the revisions by keyboard; Ctrl/Cmd Z stays with the field. */
export function useDraftKeys(editor: Pick<DraftEditor, 'pressUndo' | 'redo' | 'canUndo' | 'canRedo'>): void {
  useHotkeys({
    'mod+alt+backspace': (event) => {
      event.preventDefault()
      if (editor.canUndo.value) void editor.pressUndo()
    },
    'mod+alt+shift+backspace': (event) => {
      event.preventDefault()
      if (editor.canRedo.value) void editor.redo()
    },
  })
}
