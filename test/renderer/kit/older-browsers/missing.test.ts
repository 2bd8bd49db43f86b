import { expect, test } from 'vitest'
import { addMissing, missing } from '../../../../renderer/kit/older-browsers/missing.ts'

type Made = (this: unknown, ...args: unknown[]) => unknown
const lists: unknown[][] = [[], [3], [3, 1, 2], ['b', undefined, 'a'], [1, 1, 2]]
const sets = [new Set(), new Set([1]), new Set([2, 1, 3]), new Set([3, 2]), new Map([[2, 'two']])] as const

/** What a method gives, or the kind of error. */
function given(method: Made, self: unknown, args: unknown[]): unknown {
  try {
    const result = method.apply(self, args)
    return result instanceof Set ? ['set', ...result] : result
  } catch (error) {
    return error instanceof Error ? error.name : error
  }
}
/** Calls both on the same, the added one and the language's own. */
function expectSame(added: unknown, own: unknown, self: unknown, args: unknown[]): void {
  expect(given(added as Made, self, args)).toEqual(given(own as Made, self, args))
}
const own = (target: object, name: string): unknown => (target as Record<string, unknown>)[name]

// Would catch a list that is sorted or cut otherwise, or changed itself, in an older browser.
test('methods of lists give what the language gives and leave the list as it was', () => {
  const calls: Record<keyof typeof missing.list, unknown[][]> = {
    toSorted: [[], [(a: number, b: number) => b - a]],
    toReversed: [[]],
    toSpliced: [[], [1], [1, 1], [0, 2, 'x', 'y'], [-1, 1, 'z']],
    with: [
      [0, 'x'],
      [-1, 'x'],
      [5, 'x'],
      [-9, 'x'],
    ],
  }
  for (const list of lists)
    for (const [name, many] of Object.entries(calls))
      for (const args of many) {
        const before = [...list]
        expectSame(own(missing.list, name), own(Array.prototype, name), list, args)
        expect(list).toEqual(before)
      }
})

// Would catch a difference of roles that an older browser takes the wrong way round.
test('methods of sets give what the language gives, in its order', () => {
  for (const name of Object.keys(missing.set))
    for (const a of sets.slice(0, 4))
      for (const b of sets) expectSame(own(missing.set, name), own(Set.prototype, name), a, [b])
})

// Would catch half of an emoji that passes as text.
test('a text is well formed or not, as the language says', () => {
  for (const text of ['', 'a', '🎉', '\ud83c', 'a\udf89b', '\udf89\ud83c'])
    for (const name of Object.keys(missing.text))
      expectSame(own(missing.text, name), own(String.prototype, name), text, [])
})

// Would catch an endless source that is read to its end, or one that stays open.
test('helpers of iterators read no more than is asked for, and close their source', () => {
  let read = 0
  let closed = 0
  function* endless() {
    try {
      for (;;) yield read++
    } finally {
      closed += 1
    }
  }
  const { from } = missing.iteratorClass
  const { map, filter, flatMap, take, drop, toArray, some, every, find, reduce } =
    missing.iterator as unknown as Record<keyof typeof missing.iterator, Made>
  expect(
    toArray.call(
      take.call(
        flatMap.call(from(endless()), (n: number) => [n, n]),
        5,
      ),
    ),
  ).toEqual([0, 0, 1, 1, 2])
  expect([read, closed]).toEqual([3, 1])
  expect(
    toArray.call(
      take.call(
        drop.call(
          map.call(endless(), (n: number) => n * 2),
          1,
        ),
        2,
      ),
    ),
  ).toEqual([8, 10])
  expect(closed).toBe(2)
  expect(toArray.call(filter.call([1, 2, 3].values(), (n: number) => n !== 2))).toEqual([1, 3])
  expect(toArray.call(take.call([1].values(), 0))).toEqual([])
  expect(toArray.call(from('a🎉'))).toEqual(['a', '🎉'])
  expect(some.call(endless(), (n: number) => n > 10)).toBe(true)
  expect(every.call(endless(), (n: number) => n < 20)).toBe(false)
  expect(find.call([1, 2].values(), (n: number) => n > 1)).toBe(2)
  expect(reduce.call([1, 2, 3].values(), (a: number, b: number) => a + b)).toBe(6)
  expect(reduce.call([1, 2].values(), (a: number, b: number) => a + b, 10)).toBe(13)
  expect(closed).toBe(4)
})

// Would catch a link that is refused, or one that throws in the middle of a page.
test('addresses and groups are as the language gives them', () => {
  const addresses: Array<[string, string?]> = [['https://a.example/x'], ['/x'], ['/x', 'https://a.example'], ['']]
  for (const args of addresses) {
    expect(missing.url.canParse(...args)).toBe(URL.canParse(...args))
    expect(missing.url.parse(...args)?.href).toBe(URL.parse(...args)?.href)
  }
  const even = (n: unknown): string => (Number(n) % 2 === 0 ? 'even' : 'odd')
  expect([...missing.map.groupBy([1, 2, 3], even)]).toEqual([...Map.groupBy([1, 2, 3], even)])
})

// Would catch a page that replaces what a newer browser does better itself.
test('nothing is replaced where it is there', () => {
  const present = (): unknown[] => [
    own(Array.prototype, 'toSorted'),
    own(Set.prototype, 'union'),
    own(Map, 'groupBy'),
    own(URL, 'parse'),
    own(Iterator, 'from'),
  ]
  const before = present()
  addMissing()
  expect(present()).toEqual(before)
})
