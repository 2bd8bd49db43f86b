import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordOf } from '#contract/schema.ts'
import { parseBounded } from '../../../../main/core/json/bounded.ts'

const empties = (count: number) => Array.from({ length: count }, () => ({}))

/** Counts how often an item is read. */
function counting() {
  let reads = 0
  const item = z.strictObject({ title: z.string() }).superRefine(() => undefined)
  const counted = z.unknown().superRefine((value, context) => {
    reads += 1
    if (!item.safeParse(value).success) context.addIssue({ code: 'custom', message: 'no title' })
  })
  return { counted, reads: () => reads }
}

// Catches a list that is read item by item before anyone counts its items.
test('a list that is too long is refused before any item is read', () => {
  const { counted, reads } = counting()
  const schema = z.strictObject({ drafts: z.array(counted).max(100) })
  expect(parseBounded(schema, { drafts: empties(2_000_000) })).toEqual({
    fields: [{ path: 'drafts', message: expect.any(String) as string, reason: 'too_long', facts: { max: 100 } }],
  })
  expect(reads()).toBe(0)
})

// Catches a check that collects what is wrong with every item.
test('a check ends with the first twenty problems', () => {
  const { counted, reads } = counting()
  const answer = parseBounded(z.array(counted).max(10_000), empties(10_000))
  expect('fields' in answer && answer.fields).toHaveLength(20)
  expect(reads()).toBe(20)
})

// Catches one problem for each unknown name, each with all names in it: 45 KB became an answer of 160 MB.
test('unknown names are one problem, and few of them are named', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`name-${place}`, 1]))
  const few = { one: 1, two: 2 }
  const schema = z.strictObject({})
  for (const [value, path] of [
    [many, 'name-0'],
    [few, 'one'],
  ] as const) {
    const answer = parseBounded(schema, value)
    expect(answer).toMatchObject({ fields: [{ path, reason: 'unknown_field' }] })
    expect(JSON.stringify(answer).length).toBeLessThan(1_000)
  }
  expect(parseBounded(schema, { ['x'.repeat(1_000_000)]: 1 })).toSatisfy(
    (answer) => JSON.stringify(answer).length < 1_000,
  )
})

// Catches a record whose names are read one by one, however many there are.
test('a record with too many names is refused', () => {
  const path = recordOf(z.string(), z.string(), 3)
  const schema = z.strictObject({ path: path.optional() }).default({})
  expect(parseBounded(schema, { path: { a: '', b: '', c: '' } })).toHaveProperty('data')
  expect(parseBounded(schema, { path: { a: 1, b: 1, c: 1, d: 1 } })).toMatchObject({
    fields: [{ path: 'path', reason: 'too_long', facts: { max: 3 } }],
  })
  const listed = z.partialRecord(z.enum(['a', 'b']), z.string())
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, place) => [`name-${place}`, 1]))
  expect(parseBounded(listed, many)).toMatchObject({ fields: [{ reason: 'too_long' }] })
})

// Catches an input that is right and refused because the wrong option of several was compared.
test('one of several shapes is enough', () => {
  const schema = z.union([z.array(z.string()).max(2), z.strictObject({ all: z.array(z.string()).max(30) })])
  expect(parseBounded(schema, { all: Array.from({ length: 30 }, () => 'x') })).toHaveProperty('data')
  expect(parseBounded(schema, ['a', 'b', 'c'])).toMatchObject({ fields: [{ reason: 'too_long' }] })
})

// Catches a problem in a long list whose place is told wrongly.
test('a wrong item of a long list is named by its place', () => {
  const rows = Array.from({ length: 50 }, (_, place) => ({ title: place === 30 ? 7 : 'x' }))
  const schema = z.strictObject({ rows: z.array(z.strictObject({ title: z.string() })).max(100) })
  expect(parseBounded(schema, { rows })).toMatchObject({ fields: [{ path: 'rows.30.title', reason: 'wrong_type' }] })
})
