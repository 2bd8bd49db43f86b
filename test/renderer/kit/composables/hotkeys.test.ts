import { expect, test } from 'vitest'
import { comboOf } from '../../../../renderer/kit/composables/useHotkeys.ts'

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
  code = '',
): string => comboOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

// Cmd on a Mac and Ctrl elsewhere are one key; `?` needs Shift on most keyboards and must not be named after it.
test('combinations are named alike on every system', () => {
  expect(press('k', { ctrlKey: true })).toBe('mod+k')
  expect(press('K', { metaKey: true })).toBe('mod+k')
  expect(press('Enter', { ctrlKey: true })).toBe('mod+enter')
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('Tab', { shiftKey: true })).toBe('shift+tab')
  expect(press('Escape')).toBe('escape')
})

// Catches keys that are dead on Cyrillic, Greek, Hebrew or Arabic layouts, digits that a French layout writes with Shift, and a sign or a
// letter of the person's own layout that is taken for the key printed at its place.
test('combinations work on every layout', () => {
  expect(press('\u043b', { ctrlKey: true }, 'KeyK')).toBe('mod+k')
  expect(press('\u03be', { metaKey: true }, 'KeyJ')).toBe('mod+j')
  expect(press('\u0442', {}, 'KeyN')).toBe('n')
  expect(press('\u0628', {}, 'KeyF')).toBe('f')
  expect(press('&', { ctrlKey: true }, 'Digit1')).toBe('mod+1')
  expect(press('Dead', { altKey: true }, 'KeyN')).toBe('alt+n')
  expect(press('a', { ctrlKey: true }, 'KeyQ')).toBe('mod+a')
  expect(press('?', { shiftKey: true }, 'Digit7')).toBe('?')
  expect(press('&', {}, 'Digit1')).toBe('&')
  expect(press('\u00e9', {}, 'Digit2')).toBe('\u00e9')
})
