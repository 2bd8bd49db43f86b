import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import KeyCaps from '../../../../renderer/kit/components/KeyCaps.vue'
import { mountOnDesk } from '../../support/mount.ts'

// Signs for Enter, arrows or Backspace are boxes where the font lacks them.
test('keys are words', async () => {
  const { wrapper } = await mountOnDesk(KeyCaps, {
    keys: [
      'meta',
      'alt',
      'shift',
      'enter',
      'escape',
      'backspace',
      'arrowup',
      'arrowdown',
      'arrowright',
      'f2',
      'K',
      '?',
    ],
  })
  expect(wrapper.findAll('kbd').map((cap) => cap.text())).toEqual([
    'Ctrl',
    'Alt',
    'Shift',
    'Enter',
    'Esc',
    'Backspace',
    'Up',
    'Down',
    'Right',
    'F2',
    'K',
    '?',
  ])
  expect((await mountOnDesk(KeyCaps, { keys: ['meta', 'K'], plain: true })).wrapper.text()).toBe('Ctrl K')
})

// A screen that draws keys its own way brings the signs back.
test('no screen draws a key past them', () => {
  const renderer = resolve(import.meta.dirname, '../../../../renderer')
  const own = globSync('**/*.vue', { cwd: renderer }).filter(
    (file) =>
      file !== 'kit/components/KeyCaps.vue' &&
      /<(UKbd|kbd)\b|:kbds="\[/.test(readFileSync(resolve(renderer, file), 'utf8')),
  )
  expect(own).toEqual([])
})
