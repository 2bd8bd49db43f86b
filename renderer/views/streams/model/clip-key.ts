/** Whether a key press asks for a clip: Ctrl+Shift+C, on macOS Cmd+Shift+C. A key that is held down is one press. */
export function isClipKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'repeat'>,
): boolean {
  return (
    event.key.toLowerCase() === 'c' &&
    (event.ctrlKey || event.metaKey) &&
    event.shiftKey &&
    !event.altKey &&
    !event.repeat
  )
}
