import { expect, test } from 'vitest'
import { countUses, marksOf, moved } from '../../../../renderer/views/templates/model/variables.ts'
import { template } from '../fixtures.ts'

const named = (...names: string[]) => names.map((name) => ({ name, type: 'text', defaultValue: '' }))

// A placeholder in the sender's name counts too, or its variable would look unused and be removed.
test('uses are counted in every text and the sender\u2019s fields', () => {
  const uses = countUses(template({ textContent: '{{ firstName }} {{guest}} {{', fromName: '{{firstName}}' }))
  expect(Object.fromEntries(uses)).toEqual({ firstName: 4, guest: 2 })
})

// The first of two rows is the one that counts; a mark on both would say that neither does.
test('unnamed, doubled and impossible names are marked', () => {
  expect(marksOf(named('a', '', ' a ', 'a b', 'c'))).toEqual([undefined, 'unnamed', 'duplicate', 'name', undefined])
})

// A move past the end must not lose the row.
test('rows move by one and stay where there is no room', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})
