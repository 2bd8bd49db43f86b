import { expect, test } from 'vitest'
import { comboOf } from '../../../renderer/composables/useHotkeys.ts'

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
): string => comboOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

// Cmd on a Mac and Ctrl elsewhere are one key; `?` needs Shift on most keyboards and must not be named after it.
test('combinations are named alike on every system', () => {
  expect(press('k', { ctrlKey: true })).toBe('mod+k')
  expect(press('K', { metaKey: true })).toBe('mod+k')
  expect(press('Enter', { ctrlKey: true })).toBe('mod+enter')
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('Tab', { shiftKey: true })).toBe('shift+tab')
  expect(press('Escape')).toBe('escape')
})
