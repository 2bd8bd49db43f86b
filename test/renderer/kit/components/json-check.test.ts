import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkJson, deepest, type JsonProblem } from '../../../../renderer/kit/components/text/json-check.ts'

const problems = (text: string): JsonProblem[] => {
  const checked = checkJson(text)
  return checked.ok ? [] : checked.problems
}
const kinds = (text: string): string[] => problems(text).map(({ kind }) => kind)
const accepts = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// A check that reads something else than what is shown would send another request than the person wrote.
test('every JSON text without a problem is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 2), (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), null, indent)
      const checked = checkJson(written)
      expect(checked.ok || checked.problems.every(({ kind }) => kind !== 'syntax')).toBe(true)
      if (checked.ok) expect(checked.value).toEqual(JSON.parse(written))
    }),
  )
})

// A bad text without a mark would be sent, or be refused without a word.
test('every text that JSON.parse refuses has a problem with a place within it', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '1',
    '-',
    '01',
    '1e999',
    'NaN',
    '-Infinity',
    'true',
    'tru',
    ' ',
    '\n',
    '\\',
    '\\u12',
    "'",
    '//',
    '\ud800',
    '\u0000',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces, { maxLength: 24 }).map((all) => all.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        const checked = checkJson(text)
        if (checked.ok) expect(accepts(text)).toBe(true)
        else expect(checked.problems.length).toBeGreaterThan(0)
        for (const { from, to, line, column } of checked.ok ? [] : checked.problems) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThanOrEqual(from)
          expect(to).toBeLessThanOrEqual(text.length)
          expect(text.split(/\r\n?|\n/)[line - 1]?.length).toBeGreaterThanOrEqual(column - 1)
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

// The mark must stand where the mistake is, and say what it is.
test.each([
  ['', 'empty', 0],
  ['{"a": 1 "b": 2}', 'extra', 8],
  ['{"a":}', 'other', 5],
  ['[1,2,]', 'comma', 5],
  ['{"a": 1', 'end', 7],
  ["{'a': 1}", 'quotes', 1],
  ['{a: 1}', 'word', 1],
  ['{"a": "x', 'text', 6],
  ['// c\n1', 'comment', 0],
  ['[+1]', 'number', 1],
])('names what is wrong in %j', (text, reason, from) => {
  expect(problems(text)[0]).toMatchObject({ kind: 'syntax', reason, from })
})

// JSON.parse takes the last of two equal names in silence, and nobody knows which one went.
test('names a field that stands twice, also where it is spelt another way', () => {
  expect(problems('{"a": 1, "b": {"a": 2}, "\\u0061": 3}')).toMatchObject([
    { kind: 'duplicate', name: 'a', from: 24, line: 1, column: 25 },
  ])
  expect(kinds('[{"a": "b", "b": "a"}, {"a": 1}]')).toEqual([])
})

// A rounded id or amount is another id or amount.
test.each([
  ['1e999', ['too_big']],
  ['-1e999', ['too_big']],
  ['9007199254740993', ['imprecise']],
  ['0.1234567890123456789', ['imprecise']],
  ['1e-999', ['imprecise']],
  ['9007199254740992', []],
  ['0.1', []],
  ['1.50', []],
  ['-0.0', []],
  ['1E+2', []],
  ['123456789012345680000', []],
  ['0.000001', []],
  ['5e-324', []],
])('knows what becomes of %s', (text, expected) => {
  expect(kinds(text)).toEqual(expected)
})

// What a double holds must never be refused.
test('takes every number that survives being written and read again', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(kinds(JSON.stringify(number))).toEqual([])
    }),
  )
})

// The three that other languages write are worth their name, each at its place, besides whatever else is wrong.
test('names NaN and the infinities at their places', () => {
  expect(problems('{\n  "a": NaN,\n  "b": [-Infinity, Infinity],\n  "c": 1e999\n}')).toMatchObject([
    { kind: 'non_finite', name: 'NaN', line: 2, column: 8 },
    { kind: 'non_finite', name: '-Infinity', line: 3, column: 9 },
    { kind: 'non_finite', name: 'Infinity', line: 3, column: 20 },
    { kind: 'too_big', name: '1e999', line: 4 },
  ])
  expect(kinds('{"a": "NaN"}')).toEqual([])
})

// A body of ten thousand levels must be named, not run the page out of its stack.
test('names what is nested too deeply, once, at any depth', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  expect(kinds(nested(deepest))).toEqual([])
  expect(problems(nested(deepest + 1))).toMatchObject([{ kind: 'too_deep', from: deepest }])
  expect(kinds(nested(200_000))).toEqual(['too_deep'])
  expect(kinds('{"a":'.repeat(200_000))).toContain('too_deep')
})

// Half a character can't be sent as UTF-8: the platform would get another text.
test('names half a character, written out or escaped', () => {
  expect(kinds('["\\ud800"]')).toEqual(['surrogate'])
  expect(kinds('{"\ud800": 1}')).toEqual(['surrogate'])
  expect(kinds('["\\ud83d\\ude00", "\u{1f600}"]')).toEqual([])
})
