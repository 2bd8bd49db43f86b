import { beforeAll, expect, test } from 'vitest'
import { armKeys, armTasks } from '#contract/settings.ts'
import { problemOf } from '../../../../renderer/kit/composables/task/arm-key-check.ts'
import {
  armComboOf,
  capsOf,
  shortcutsOf,
  taskOf,
  worksInText,
} from '../../../../renderer/kit/composables/task/arm-keys.ts'
import { deskKeys } from '../../../../renderer/kit/composables/task/desk-keys.ts'
import { i18n, loadMessages } from '../../../../renderer/kit/i18n.ts'

beforeAll(() => loadMessages(['settings']))

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
  code = '',
): string | undefined =>
  armComboOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

// A key that is recorded under one name and pressed under another never arms: Shift changes `1` to `!`, Option `r` to a sign.
test('a combination has one name, whatever sign it writes', () => {
  expect(press('F2', { shiftKey: true })).toBe('shift+f2')
  expect(press('R', { ctrlKey: true, shiftKey: true }, 'KeyR')).toBe('mod+shift+r')
  expect(press('r', { metaKey: true }, 'KeyR')).toBe('mod+r')
  expect(press('\u00ae', { altKey: true }, 'KeyR')).toBe('alt+r')
  expect(press('!', { ctrlKey: true, shiftKey: true }, 'Digit1')).toBe('mod+shift+1')
  expect(press('\u043a', { ctrlKey: true }, 'KeyR')).toBe('mod+r')
  expect(press('z', { ctrlKey: true }, 'KeyY')).toBe('mod+z')
  expect(['Enter', 'Shift', 'ArrowUp', ' ', 'F25', 'Unidentified'].map((key) => press(key))).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})

const combos = ['', 'mod+', 'alt+', 'shift+', 'mod+alt+', 'mod+shift+', 'alt+shift+', 'mod+alt+shift+'].flatMap(
  (held) =>
    [
      ...'abcdefghijklmnopqrstuvwxyz0123456789'.split(''),
      ...Array.from({ length: 24 }, (_, place) => `f${String(place + 1)}`),
    ].map((key) => held + key),
)

// A page that offers a key which the desk then refuses to save, and a letter that arms while a name is typed.
test('what can be assigned is what the contract takes, and no sign alone', () => {
  const free = combos.filter((combo) => problemOf(combo, 'runAd', {}) === undefined)
  expect(free.filter((combo) => !armKeys().safeParse({ runAd: combo }).success)).toEqual([])
  expect(free.filter((combo) => /^(?:shift\+)?[a-z\d]$/.test(combo))).toEqual([])
  expect(['r', 'shift+r', 'escape', 'mod+enter', 'F8'].map((run) => armKeys().safeParse({ run }).success)).toEqual(
    Array.from({ length: 5 }, () => false),
  )
  expect(problemOf('r', 'runAd', {})).toEqual({ kind: 'plain' })
  expect(problemOf('shift+7', 'runAd', {})).toEqual({ kind: 'plain' })
  expect(problemOf(undefined, 'runAd', {})).toEqual({ kind: 'unusable' })
  expect(free).toEqual(expect.arrayContaining(['shift+f2', 'shift+f4', 'f2', 'f4', 'f13', 'mod+shift+s', 'alt+r']))
})

// A key that arms and clips at once, reloads the page, or closes the window on air; and a refusal that names no reason.
test('a key of the desk or of the browser is refused with what it does', () => {
  const words = combos.flatMap((combo) => {
    const problem = problemOf(combo, 'runAd', {})
    return problem?.kind === 'taken' ? [problem.what] : []
  })
  expect(words.filter((what) => !i18n.global.te(what))).toEqual([])
  const taken = (combo: string) => {
    const problem = problemOf(combo, 'runAd', {})
    return problem?.kind === 'taken' ? i18n.global.t(problem.what) : undefined
  }
  expect(taken('mod+f9')).toBe('Mark this moment, in the live view')
  expect(taken('mod+k')).toBe('Search views, settings and operations, or run one')
  // The palette opens with Shift as well.
  expect(taken('mod+shift+k')).toBeDefined()
  expect(taken('mod+3')).toBe('open a view')
  expect(taken('mod+r')).toBe('reload the page')
  expect(taken('mod+w')).toBe('close the tab, the window or the app')
  const own = deskKeys
    .map(({ keys }) => keys.map((key) => (key === 'meta' ? 'mod' : key.toLowerCase())).join('+'))
    .filter((combo) => combos.includes(combo))
  expect(own.length).toBeGreaterThan(4)
  expect(own.filter((combo) => taken(combo) === undefined)).toEqual([])
})

// Two tasks behind one key: nobody knows which one is armed.
test('a key of another task is refused, the own one is not', () => {
  const keys = { reveal: 'shift+f2', runAd: 'shift+f4' }
  expect(problemOf('shift+f2', 'runAd', keys)).toEqual({ kind: 'task', task: 'reveal' })
  expect(problemOf('shift+f4', 'runAd', keys)).toBeUndefined()
  expect(armTasks.map((task) => taskOf('shift+f2', { ...keys, start: 'shift+f2' }) === task)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(taskOf('shift+f3', keys)).toBeUndefined()
})

test('caps and shortcuts are written as each reader expects them', () => {
  expect(capsOf('mod+alt+r')).toEqual(['meta', 'alt', 'r'])
  expect(shortcutsOf('shift+f2')).toBe('Shift+F2')
  expect(shortcutsOf('mod+shift+s')).toBe('Control+Shift+S Meta+Shift+S')
})

// Alt and a letter writes a sign on a Mac: it must stay one where a name is typed.
test('what writes nothing works in text', () => {
  expect(['f2', 'shift+f2', 'alt+f3', 'mod+shift+s', 'alt+r', 'alt+shift+1'].map(worksInText)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})
