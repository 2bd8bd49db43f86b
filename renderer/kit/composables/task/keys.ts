// Which key was pressed, on every keyboard layout.

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * The letter or digit of a key: the one it writes; where it writes another sign than a Latin letter or digit, the one
 * printed at its place on a Latin keyboard.
 */
export function letterOf({ key, code }: Pick<KeyPress, 'key' | 'code'>): string | undefined {
  const name = key.toLowerCase()
  return /^[a-z\d]$/.test(name) ? name : /^(?:Key|Digit)([A-Z\d])$/.exec(code)?.[1]?.toLowerCase()
}

/**
 * The key in small letters, by its place where another script or a held key hides the letter; a sign that the layout
 * writes by itself, such as `?`, stays.
 */
export function keyOf(event: KeyPress): string {
  const name = event.key.toLowerCase()
  const foreign = /^\p{L}$/u.test(name) && !/^\p{Script=Latin}$/u.test(name)
  const hidden = foreign || name === 'dead' || event.ctrlKey || event.metaKey || event.altKey
  return (hidden && (name.length === 1 || name === 'dead') && letterOf(event)) || name
}

/**
 * While a person composes a character (Japanese, Chinese, Korean), its keys belong to the input method alone. Editors
 * with a guard of their own still hear them.
 */
export function guardComposition(target: Window): void {
  target.addEventListener(
    'keydown',
    (event) => {
      // Safari ends the composition before the key that ended it, and only this old number tells.
      const { keyCode } = event as { keyCode?: number }
      if (!event.isComposing && keyCode !== 229) return
      if (event.target instanceof Element && event.target.closest('.cm-editor, .ProseMirror') !== null) return
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
