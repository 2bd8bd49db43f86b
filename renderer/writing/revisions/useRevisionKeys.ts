import { isTyping, useHotkeys } from '#kit/composables/useHotkeys.ts'
import type { AnyEditor } from './useRevisionEditor.ts'

/** Undo and redo through the revisions by keyboard. While a person types, Ctrl/Cmd Z stays with the field. */
export function useRevisionKeys(editor: Pick<AnyEditor, 'pressUndo' | 'redo' | 'canUndo' | 'canRedo'>): void {
  const undo = (event: KeyboardEvent): void => {
    event.preventDefault()
    if (editor.canUndo.value) void editor.pressUndo()
  }
  const redo = (event: KeyboardEvent): void => {
    event.preventDefault()
    if (editor.canRedo.value) void editor.redo()
  }
  const outside = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (!isTyping(event.target)) act(event)
  }
  useHotkeys({
    'mod+z': outside((event) => (event.shiftKey ? redo : undo)(event)),
    'mod+y': outside(redo),
    'mod+alt+backspace': undo,
    'mod+alt+shift+backspace': redo,
  })
}
