import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statesOf } from '../../../../renderer/writing/revisions/states.ts'

const undoTargets = (revisions: Array<{ revision: number; of?: number }>) => {
  const { back, forth } = statesOf(revisions)
  return { undo: back.at(-1), redo: forth.at(-1) }
}

/** A draft whose content is a word; every step makes a revision as the store does. */
function desk() {
  const revisions: Array<{ revision: number; of?: number; text: string }> = []
  const add = (text: string, of?: number): void =>
    void revisions.push({ revision: revisions.length + 1, text, ...(of === undefined ? {} : { of }) })
  const textOf = (revision: number): string => revisions[revision - 1]?.text ?? ''
  return {
    revisions,
    text: () => revisions.at(-1)?.text,
    edit: (text: string) => add(text),
    restore: (revision: number) => add(textOf(revision), revision),
    step(way: 'undo' | 'redo'): boolean {
      const target = undoTargets(revisions)[way]
      if (target !== undefined) add(textOf(target), target)
      return target !== undefined
    },
  }
}

// Undo that only toggles between the last two contents, or redo that outlives an edit, would bring back what nobody asked for.
test('undo, undo, redo, edit, undo', () => {
  const draft = desk()
  for (const text of ['a', 'b', 'c']) draft.edit(text)
  draft.step('undo')
  draft.step('undo')
  expect(draft.text()).toBe('a')
  expect(draft.step('undo')).toBe(false)
  draft.step('redo')
  expect(draft.text()).toBe('b')
  draft.edit('d')
  expect(draft.step('redo')).toBe(false)
  draft.step('undo')
  expect(draft.text()).toBe('b')
  draft.step('undo')
  expect(draft.text()).toBe('a')
  draft.step('redo')
  draft.step('redo')
  expect(draft.text()).toBe('d')
})

// A restore from the history is a change: undo must lead back to what stood before it.
test('a restore can be undone', () => {
  const draft = desk()
  for (const text of ['a', 'b', 'c', 'd']) draft.edit(text)
  draft.restore(1)
  draft.step('undo')
  expect(draft.text()).toBe('d')
  draft.step('redo')
  expect(draft.text()).toBe('a')
})

// Thinned revisions must not be asked for: the store has them no more.
test('what was thinned out is passed over', () => {
  expect(undoTargets([{ revision: 7 }, { revision: 3 }])).toEqual({ undo: 3, redo: undefined })
  expect(undoTargets([{ revision: 9, of: 4 }, { revision: 7 }])).toEqual({ undo: 7, redo: undefined })
  expect(undoTargets([])).toEqual({ undo: undefined, redo: undefined })
})

// Whatever was done, undo and redo must walk as two stacks do, and only to revisions that are there.
test('walks like the two stacks of an editor', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant('edit' as const), fc.constant('undo' as const), fc.constant('redo' as const)), {
        maxLength: 40,
      }),
      (steps) => {
        const draft = desk()
        draft.edit('0')
        const back: string[] = []
        const forth: string[] = []
        let now = '0'
        steps.forEach((step, index) => {
          if (step === 'edit') {
            back.push(now)
            forth.length = 0
            now = `${index + 1}`
            draft.edit(now)
            return
          }
          const [from, to] = step === 'undo' ? [back, forth] : [forth, back]
          const target = from.pop()
          expect(draft.step(step)).toBe(target !== undefined)
          if (target === undefined) return
          to.push(now)
          now = target
          expect(draft.text()).toBe(now)
        })
      },
    ),
  )
})
