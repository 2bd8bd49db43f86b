import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atOnce, inSlices } from '../../../renderer/composables/in-slices.ts'
import { parseSteps } from '../../../renderer/bridge/parse-steps.ts'

// An answer put together from pieces must be the one that came, wherever the pieces end: in names, escapes, numbers, empty lists.
test('gives what JSON.parse gives', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 6 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 1),
      (text, size, space) => {
        const written = JSON.stringify(JSON.parse(text), null, space)
        expect(JSON.stringify(atOnce(parseSteps(written, size)))).toBe(JSON.stringify(JSON.parse(written)))
      },
    ),
    { numRuns: 2_000 },
  )
})

// A name of the prototype is a name; of two of one name the last counts.
test('names are the object\u2019s own, the last of each counts', () => {
  const text = '{"__proto__":{"polluted":[1,2,3]},"constructor":1,"a":[1,2],"a":[]}'
  const value = atOnce(parseSteps(text, 4)) as object
  expect(Object.entries(value)).toEqual(Object.entries(JSON.parse(text) as object))
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

// What is no JSON must not be mended into some.
test.each(['[1,2', '{"a":[1,2}', '{"a" "b","c":1}', '["abc', '[1,2]]', '[[1,2],,[3]]', '{"a":1,}', ''])(
  'refuses %s',
  (text) => {
    for (const size of [1, 4, 100]) expect(() => atOnce(parseSteps(text, size))).toThrow(SyntaxError)
  },
)

// 8 MiB in one step would stop the page.
test('a long text is many steps, also where it is one list in another', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ id: n, name: `Name ${n}` }))
  let steps = 0
  const counted = parseSteps(JSON.stringify({ result: { data: { items: rows } } }))
  let last = counted.next()
  for (; last.done !== true; last = counted.next()) steps += 1
  expect(last.value).toEqual({ result: { data: { items: rows } } })
  expect(steps).toBeGreaterThan(8)
})

// Nesting without end must be refused by the browser's parser, not by the stack of ours.
test('deep nesting is what the browser makes of it', () => {
  const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const plain = ((): unknown => {
    try {
      return typeof JSON.parse(text)
    } catch (error) {
      return (error as Error).name
    }
  })()
  const ours = ((): unknown => {
    try {
      return typeof atOnce(parseSteps(text, 10))
    } catch (error) {
      return (error as Error).name
    }
  })()
  expect(ours).toBe(plain)
})

// Other work must get its turn between slices, and the end must bring what the steps brought.
test('work in slices lets others in', async () => {
  const order: string[] = []
  function* work(): Generator<void, string> {
    for (const until = performance.now() + 10_000; order.length === 0 && performance.now() < until;) yield
    order.push('done')
    return 'value'
  }
  setTimeout(() => order.push('other'), 0)
  expect(await inSlices(work())).toBe('value')
  expect(order).toEqual(['other', 'done'])
})
