import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { indexJson, type JsonIndex } from '../../../../../renderer/records/products/answer/engine/json-index.ts'
import {
  childNamed,
  childrenOf,
  kindOf,
  nameOf,
  nodeAt,
  pathOf,
  previewOf,
  sizeOf,
  sourceOf,
  textOf,
} from '../../../../../renderer/records/products/answer/engine/nodes.ts'
import { prettyOf } from '../../../../../renderer/records/products/answer/engine/pretty.ts'
import { bigNumbers, deep, prototypeKeys } from './hostile.ts'

/** The value again, out of the places. */
function valueOf(index: JsonIndex, node: number): Json {
  if (kindOf(index, node) === 'list') return [...childrenOf(index, node)].map((child) => valueOf(index, child))
  if (kindOf(index, node) !== 'object') return JSON.parse(sourceOf(index, node)) as Json
  return Object.fromEntries(
    [...childrenOf(index, node)].map((child) => [String(nameOf(index, child)), valueOf(index, child)]),
  )
}

// A value lost, moved or read wrongly, with or without spaces between the values.
test('every JSON is found again, value by value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space)
      const index = indexJson(text)
      expect(valueOf(index, 0)).toEqual(JSON.parse(text))
      expect(JSON.parse(prettyOf(index))).toEqual(JSON.parse(text))
    }),
  )
})

// Half a value taken for a whole one.
test.each(['', '{', '[1,', '{"a"}', '{"a":}', '[1 2]', '"open', '{"a":1}}', 'nul', '-', '{a:1}', '[1,]x'])(
  '%j is no JSON',
  (text) => {
    expect(() => indexJson(text)).toThrow(SyntaxError)
  },
)

// Strings that end at the wrong quote.
test('escapes end no string too early', () => {
  const text = String.raw`{"a\"b":"c\\","d":"\\\"","e":"\u00e9\n"}`
  const index = indexJson(text)
  expect([...childrenOf(index, 0)].map((child) => [nameOf(index, child), textOf(index, child)])).toEqual([
    ['a"b', 'c\\'],
    ['d', '\\"'],
    ['e', '\u00e9\n'],
  ])
  expect(childNamed(index, 0, 'a"b')).toBe(1)
})

// A number rounded on its way to the screen; one of two fields of the same name gone.
test('numbers keep their digits and a name that stands twice stays twice', () => {
  const index = indexJson(bigNumbers)
  expect([...childrenOf(index, 0)].map((child) => [nameOf(index, child), textOf(index, child)])).toEqual([
    ['id', '12345678901234567890'],
    ['rate', '0.10'],
    ['exp', '1e400'],
    ['twice', '1'],
    ['twice', '2'],
  ])
  expect(textOf(index, childNamed(index, 0, 'twice') ?? 0)).toBe('2')
})

// A stack overflow, or an indent of megabytes.
test('ten thousand levels are indexed, named and written out', () => {
  const index = indexJson(deep)
  expect(index.count).toBe(10_001)
  expect(pathOf(index, 10_000, 100)).toMatch(/^\u2026.*\.a\[0\]$/)
  expect(pathOf(index, 10_000).startsWith('a[0].a[0]')).toBe(true)
  expect(prettyOf(index).replaceAll(/\s/g, '')).toBe(deep)
  expect(prettyOf(index).length).toBeLessThan(deep.length * 60)
})

// A prototype changed by an answer, or a field hidden behind what every object inherits.
test('prototype keys are names like any other', () => {
  const index = indexJson(prototypeKeys)
  expect([...childrenOf(index, 0)].map((child) => nameOf(index, child))).toEqual([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ])
  expect(textOf(index, nodeAt(index, 'constructor.prototype.polluted') ?? -1)).toBe('true')
  expect(childNamed(index, 0, 'valueOf')).toBeUndefined()
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

// A megabyte written into one line of the page.
test('long texts, names and paths are cut, never in the middle of a letter', () => {
  const index = indexJson(
    JSON.stringify({ [`n${'x'.repeat(1_000)}`]: `${'a'.repeat(9)}\u{1f600}${'\\'.repeat(1_000_000)}` }),
  )
  expect(textOf(index, 1, 10)).toBe(`${'a'.repeat(9)}\u2026`)
  expect(textOf(index, 1, 100).length).toBeLessThanOrEqual(101)
  expect(nameOf(index, 1, 20)).toHaveLength(21)
  expect(previewOf(index, 0, 80).length).toBeLessThan(120)
  expect(sizeOf(index, 0)).toBe(1)
})

// A path that leads to another field than the one it was copied from.
test('paths put odd names in quotes, and dotted ones are found whole', () => {
  const index = indexJson('{"a.b":{"c d":[{"id":1}]}}')
  expect(pathOf(index, 4)).toBe('["a.b"]["c d"][0].id')
  expect(nodeAt(index, 'a.b.c d')).toBe(2)
  expect(nodeAt(index, 'a.x')).toBeUndefined()
})
