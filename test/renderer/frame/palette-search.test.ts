import { describe, expect, test } from 'vitest'
import { operations } from '../../../main/platform/catalog/index.ts'
import { indexed, search, type Entry } from '../../../renderer/frame/palette/search.ts'

const entry = (label: string, suffix = ''): Entry => ({ id: label, label, suffix, icon: '', act: () => undefined })
const labels = (found: readonly Entry[]) => found.map(({ label }) => label)

describe('what the palette finds', () => {
  const all = indexed([...operations.values()].map(({ key, product, name }) => entry(`${product}: ${name}`, key)))

  // Catches an operation that no typing leads to.
  test('each operation is first or among the first by its route', () => {
    for (const { key } of operations.values())
      expect(
        search(all, key, 12).map(({ suffix }) => suffix),
        key,
      ).toContain(key)
  })

  // Catches a label that begins with what was typed behind others that only hold it.
  test('beginnings come before words, words before the rest', () => {
    const some = indexed([entry('Unpolled'), entry('Close the poll'), entry('Polls'), entry('Ads', 'poll')])
    expect(labels(search(some, 'poll', 9))).toEqual(['Polls', 'Close the poll', 'Unpolled', 'Ads'])
    expect(labels(search(some, 'poll', 2))).toEqual(['Polls', 'Close the poll'])
    expect(labels(search(some, ' the  CLOSE ', 9))).toEqual(['Close the poll'])
    expect(labels(search(some, '', 2))).toEqual(['Unpolled', 'Close the poll'])
  })

  // Catches a slip of one letter that finds nothing, and one letter that finds everything.
  test('letters in their order are enough where no word fits', () => {
    const some = indexed([entry('Payments'), entry('Streams')])
    expect(labels(search(some, 'pymnts', 9))).toEqual(['Payments'])
    expect(search(some, 'zq', 9)).toEqual([])
  })
})
