// The keys of the desk, once: the list behind `?` shows them, and no key of one's own can take one.
export interface DeskKey {
  keys: readonly string[]
  /** Of its message in `frame.keys`. */
  text: string
}

export const deskKeys: readonly DeskKey[] = [
  { keys: ['meta', 'K'], text: 'palette' },
  { keys: ['meta', 'enter'], text: 'send' },
  { keys: ['meta', 'shift', 'enter'], text: 'fire' },
  { keys: ['escape'], text: 'back' },
  { keys: ['arrowup', 'arrowdown'], text: 'lists' },
  { keys: ['enter'], text: 'open' },
  { keys: ['arrowright', 'enter'], text: 'hidden' },
  { keys: ['meta', 'J'], text: 'json' },
  { keys: ['alt', 'arrowdown'], text: 'emptyField' },
  { keys: ['meta', 'F'], text: 'find' },
  { keys: ['meta', 'f2'], text: 'panel' },
  { keys: ['meta', 'f8'], text: 'clip' },
  { keys: ['meta', 'f9'], text: 'mark' },
  { keys: ['meta', 'alt', 'backspace'], text: 'undoDraft' },
  { keys: ['meta', 'alt', 'shift', 'backspace'], text: 'redoDraft' },
  { keys: ['?'], text: 'map' },
]
