import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanJson as scan } from '../../../../main/core/json/scan.ts'

const scanJson = (text: string) => scan(text, (name) => name)

const parses = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const spaced = fc
  .tuple(fc.jsonValue(), fc.integer({ min: 0, max: 3 }))
  .map(([value, indent]) => JSON.stringify(value, null, indent))

// Catches a text that is shown as JSON and is none, and JSON that is called broken.
test('agrees with JSON.parse on what is JSON', () => {
  fc.assert(
    fc.property(spaced, (text) => {
      expect(scanJson(text).fault).toBeUndefined()
    }),
  )
  const broken = fc.tuple(
    spaced,
    fc.nat(),
    fc.constantFrom(
      '',
      ',',
      '"',
      '}',
      ']',
      '{',
      '[',
      ':',
      '0',
      '-',
      '\\',
      '\n',
      '\t',
      ' ',
      'e',
      '.',
      'true',
      'nul',
      '\u0000',
      '\\u12',
      '\\x',
      '01',
      '1.',
      '1e',
      '+1',
      '\u00a0',
    ),
    fc.integer({ min: 0, max: 2 }),
  )
  fc.assert(
    fc.property(broken, ([text, place, put, take]) => {
      const at = place % (text.length + 1)
      const changed = text.slice(0, at) + put + text.slice(at + take)
      expect([changed, scanJson(changed).fault === undefined]).toEqual([changed, parses(changed)])
    }),
    { numRuns: 3_000 },
  )
})

// Catches a place that is beside the fault, and a reason that does not fit it.
test.each([
  ['', 1, 1, 'ends in the middle'],
  ['{"a":1,\n  "b" 2}', 2, 7, 'a colon'],
  ['{"a":1,}', 1, 8, 'a name in double quotes'],
  ['{a:1}', 1, 2, 'a name in double quotes or }'],
  ['[1 2]', 1, 4, 'a comma'],
  ['[1,]', 1, 4, 'a value'],
  ['{"data":{"id":"ab', 1, 18, 'in the middle of a string'],
  ['{"a":"x\ny"}', 1, 8, 'line break'],
  ['["\\x"]', 1, 3, 'no such escape'],
  ['[01]', 1, 2, 'a number is not written'],
  ['{"a":1}\n<html>', 2, 1, 'goes on after its end'],
  ['<html>', 1, 1, 'a value was expected'],
])('%j is at fault at line %i, column %i', (text, line, column, reason) => {
  expect(scanJson(text).fault).toMatchObject({ line, column, reason: expect.stringContaining(reason) as unknown })
})

// Catches a repeated name that is overlooked, one that is found in another object's, and a wrong path.
test.each([
  ['{"a":1,"a":2}', ['a']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['[{"a":1},{"a":2},{"b":{"a":1,"c":1},"a":1}]', []],
  ['{"a":{"a":{"a":1}},"b":1}', []],
  ['{"items":[{"id":1},{"id":1,"x":{"id":2},"id":3}]}', ['items.1.id']],
  ['{"__proto__":1,"__proto__":2,"constructor":1,"toString":1}', ['__proto__']],
  ['{"a":1,"b":2,"a":3,"b":4,"a":5}', ['a', 'b', 'a']],
  ['{"b":{"x":1},"c":{"x":1},"b":{"x":1}}', ['b']],
])('%s repeats %j', (text, paths) => {
  expect(scanJson(text).repeated).toEqual({ count: paths.length, first: paths })
})

// Catches a number whose digits are lost without a word, and a warning about one that is kept.
test.each([
  ['9007199254740993', 'precise'],
  ['12345678901234567890', 'precise'],
  ['0.1', ''],
  ['0.30000000000000004', ''],
  ['0.300000000000000041', 'precise'],
  ['100000000000000000000000', ''],
  ['-1.50', ''],
  ['1e400', 'big'],
  ['-1E+400', 'big'],
  ['1e-400', 'precise'],
  ['0e-400', ''],
  ['1.7976931348623157e308', ''],
  ['5e-324', ''],
  ['9007199254740992', ''],
])('%s: %s', (text, what) => {
  const { fault, tooBig, tooPrecise } = scanJson(`{"n":[0,${text}]}`)
  expect(fault).toBeUndefined()
  expect([tooBig.first, tooPrecise.first]).toEqual([what === 'big' ? ['n.1'] : [], what === 'precise' ? ['n.1'] : []])
})

// Catches warnings about numbers that a program wrote from doubles.
test('every double as JavaScript writes it is kept', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(scanJson(JSON.stringify(number))).toMatchObject({ tooBig: { count: 0 }, tooPrecise: { count: 0 } })
    }),
  )
})

// Catches a scan that recurses, and one whose work grows with depth times length.
test('100,000 levels and a name on each are one pass', () => {
  const deep = '{"a":['.repeat(100_000) + ']}'.repeat(100_000)
  expect(scanJson(deep)).toMatchObject({ depth: 200_000, repeated: { count: 0 } })
  expect(scanJson(deep).fault).toBeUndefined()
  const twice = `${'{"a":'.repeat(10_000)}{"b":1,"b":2}${'}'.repeat(10_000)}`
  expect(scanJson(twice).repeated.first[0]?.length).toBeLessThan(210)
})
