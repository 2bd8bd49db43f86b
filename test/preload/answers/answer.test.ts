import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { at, readAnswer, readListing, readRecord } from '#answers/answer.ts'
import { readStreamStatus } from '#answers/stream-status.ts'

const a = { id: 'a', name: 'First' }
const b = { id: 'b', name: 'Second' }
const rowsOf = (data: Json, list?: string): JsonObject[] =>
  readListing(data, '', list === undefined ? undefined : { list }).rows
const nested = (levels: number, inner: Json, wrap: (value: Json) => Json): Json => {
  let value = inner
  for (let n = 0; n < levels; n += 1) value = wrap(value)
  return value
}

// A list by any name is a list; a screen that knows one name only shows nothing of the others.
test.each<[string, Json, string]>([
  ['the answer itself', [a, b], ''],
  ['data', { data: [a, b], success: true }, 'data'],
  ['data.items', { data: { items: [a, b], page: 1 } }, 'data.items'],
  ['result.data.list', { result: { data: { list: [a, b] } } }, 'result.data.list'],
  ['an unknown name', { charges: [a, b], customerId: 'c' }, 'charges'],
  ['an unknown name in data', { data: { charges: [a, b] } }, 'data.charges'],
  ['beside warnings', { warnings: [{ text: '1' }, { text: '2' }, { text: '3' }], data: [a, b] }, 'data'],
  ['beside a longer list of words', { tags: ['x', 'y', 'z'], charges: [a, b] }, 'charges'],
  ['beside the id of the request', { id: 'req_1', status: 'ok', data: [a, b] }, 'data'],
])('rows in %s', (_, data, path) => {
  const listing = readListing(data, '')
  expect(listing.rows).toEqual([a, b])
  expect(listing.at).toBe(path)
})

test('of several lists the largest is meant, the others are offered, and the choice wins', () => {
  const data = { refunds: [a], charges: [a, b], extras: [a, b, a] }
  expect(readListing(data, '')).toMatchObject({ at: 'extras', others: ['charges', 'refunds'] })
  expect(readListing(data, '', { list: 'refunds' })).toMatchObject({
    at: 'refunds',
    rows: [a],
    others: ['extras', 'charges'],
  })
})

// One record instead of a list must be one row, not the list of something else inside of it.
test.each<[string, Json]>([
  ['alone', { id: 'c', amount: 3 }],
  ['in data', { data: { id: 'c', amount: 3 } }],
  ['in a list of one', { data: [{ id: 'c', amount: 3 }] }],
  ['under its own name', { success: true, charge: { id: 'c', amount: 3 } }],
])('one record %s', (_, data) => {
  expect(rowsOf(data)).toEqual([{ id: 'c', amount: 3 }])
  expect(readRecord(data)).toEqual({ id: 'c', amount: 3 })
})

test('a record with lists of its own is one row, and its lists are offered', () => {
  const charge = { id: 'c', amount: 3, refunds: [a, b] }
  expect(readListing({ data: charge }, '')).toMatchObject({ rows: [charge], at: 'data', others: ['data.refunds'] })
  const invoice = { id: 'i', status: 'open', amount: 900, items: [a, b] }
  expect(rowsOf(invoice)).toEqual([invoice])
  // An identifier and a status alone are the envelope of every answer (specification, section 2.1).
  expect(rowsOf({ data: { id: 'cus_1', status: 'ok', items: [a, b] } })).toEqual([a, b])
  expect(rowsOf(invoice, 'items')).toEqual([a, b])
  expect(rowsOf({ ...charge, tags: ['x'], refunds: [] })).toHaveLength(1)
})

test.each<[string, Json]>([
  ['null', null],
  ['an empty list', []],
  ['an empty object', {}],
  ['null in data', { data: null, total: 0 }],
  ['an empty list in data', { data: { items: [] }, total: 0 }],
  ['an empty object in data', { data: {} }],
  ['a word', 'ok'],
  ['a number', 3],
  ['a list of nothing', [null, null]],
])('no rows in %s', (_, data) => {
  expect(rowsOf(data)).toEqual([])
})

test('an empty envelope is no record', () => {
  expect([null, [], { data: null }, { data: [] }, 'ok', [a, b]].map((data) => readRecord(data))).toEqual(
    Array(6).fill(undefined),
  )
  expect(readRecord({ id: 'e', data: null })).toEqual({ id: 'e', data: null })
  expect(readRecord({ id: 'e', type: 'created', data: { note: 'x' } })).toMatchObject({ id: 'e' })
})

test('items that are no objects are kept and counted, null is left out', () => {
  expect(readListing({ data: ['x', 5, null, [1], a] }, '')).toMatchObject({
    rows: [{ value: 'x' }, { value: 5 }, { value: [1] }, a],
    scalars: 3,
  })
})

test('the total is what the answer says, never less than what is there', () => {
  const totalOf = (beside: JsonObject): number | undefined => readListing({ data: [a, b], ...beside }, '').total
  expect(
    [
      { total: 300 },
      { totalCount: '300' },
      { count: 2, total: 300 },
      { meta: { total: 300 } },
      { pagination: { total_items: 300 } },
    ].map(totalOf),
  ).toEqual(Array(5).fill(300))
  expect(
    [{ total: 1 }, { total: -5 }, { total: 'many' }, { total: 2.5 }, { total: null }, { total: '9'.repeat(40) }].map(
      totalOf,
    ),
  ).toEqual(Array(6).fill(undefined))
  expect(readListing({ data: { items: [a], total: 7 }, total: 9 }, '')).toMatchObject({
    total: 7,
    beside: { total: 7 },
  })
})

// Names that every object inherits are only names in an answer.
test('__proto__ and constructor are fields like any other', () => {
  const data = JSON.parse('{"constructor":[{"id":"a","__proto__":{"admin":true}}],"toString":null}') as Json
  const { rows, at: path, beside } = readListing(data, '')
  expect(path).toBe('constructor')
  expect(Object.keys(rows[0] ?? {})).toEqual(['id', '__proto__'])
  expect(Object.getPrototypeOf(beside)).toBe(Object.prototype)
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  expect(at({}, 'constructor')).toBeUndefined()
  expect(at({}, '__proto__.toString')).toBeUndefined()
  expect(at([a], 'length')).toBeUndefined()
})

test('a path is read as a name first, then step by step', () => {
  const data = { 'a.b': 1, a: { b: 2, list: [{ c: 3 }] } }
  expect([
    at(data, 'a.b'),
    at(data, 'a.list.0.c'),
    at(data, ''),
    at(data, 'a..b'),
    at(data, 'a.list..c'),
    at(null, 'a'),
  ]).toEqual([1, 3, data, undefined, undefined, undefined])
})

// A hostile answer must cost neither the stack nor the second.
test('ten thousand levels end at once', () => {
  for (const wrap of [
    (value: Json): Json => ({ data: value }),
    (value: Json): Json => [value],
    (value: Json): Json => ({ id: 'x', list: [value] }),
  ]) {
    const deep = nested(10_000, [a], wrap)
    expect(() => [
      readListing(deep, ''),
      readRecord(deep),
      at(deep, Array(10_000).fill('data').join('.')),
    ]).not.toThrow()
  }
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, [a]]))
  expect(readListing(wide, '').others.length).toBeLessThan(100)
})

test('a hundred thousand rows are all there', () => {
  const data = { data: { items: Array.from({ length: 100_000 }, (_, n) => ({ id: n })) }, total: 100_000 }
  expect(readListing(data, '')).toMatchObject({ total: 100_000, at: 'data.items' })
  expect(rowsOf(data)).toHaveLength(100_000)
})

test('no answer throws, and rows are always objects', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.option(fc.string(), { nil: undefined }), (data, list) => {
      const { rows } = readListing(data as Json, '', list === undefined ? undefined : { list })
      for (const row of rows) expect(typeof row === 'object' && !Array.isArray(row)).toBe(true)
      const record = readRecord(data as Json)
      expect(record === undefined || !Array.isArray(record)).toBe(true)
    }),
  )
})

// Catches a list and a live state that are read from an answer which says that its read failed.
test('an answer that says that its read failed is no reading', () => {
  const failed = { success: false, error: 'upstream timeout', data: [] }
  expect(readAnswer(failed, { resource: 'marketing/template' })).toMatchObject({
    certainty: 'not_understood',
    reason: 'refused',
    complete: false,
    rows: [],
  })
  expect(readStreamStatus({ success: false, error: 'upstream timeout', data: { status: 'offline' } })).toEqual({
    state: 'unseen',
    signals: [],
  })
})
