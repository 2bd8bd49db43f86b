import { letterOf, type KeyPress } from '#kit/composables/task/keys.ts'

/** Whether a key press asks for a clip: Ctrl+Shift+C, on macOS Cmd+Shift+C. A key that is held down is one press. */
export function isClipKey(event: KeyPress & Pick<KeyboardEvent, 'repeat'>): boolean {
  const held = (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey
  return letterOf(event) === 'c' && held && !event.repeat
}
