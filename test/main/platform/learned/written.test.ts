import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import { readSchema } from '../../../../main/platform/learned/check.ts'
import { infer } from '../../../../main/platform/learned/infer.ts'
import { merge } from '../../../../main/platform/learned/merge.ts'
import { overlay, removedNames } from '../../../../main/platform/learned/user-edits.ts'

const of = (value: Parameters<typeof infer>[0]): JsonSchema => infer(value, { holdsInName: () => false })
const read = (schema: unknown): JsonSchema => readSchema(schema, (name) => name.includes('topsecret'))
const names = (schema: JsonSchema): string[] => Object.keys(schema.properties ?? {})

// What a person took out must not come back with the next answer, and what they wrote must not be changed by it.
test('what was written stands, what was taken out stays out, new names come beside', () => {
  const before = of({ id: 'x', junk: 1, inner: { keep: 1, drop: 2 } })
  const written: JsonSchema = {
    type: 'object',
    properties: { id: { type: 'integer' }, inner: { type: 'object', properties: { keep: { type: 'integer' } } } },
  }
  const removed = removedNames(before, written, [])
  expect(removed).toEqual([['junk'], ['inner', 'drop']])
  const later = overlay(
    written,
    merge(before, of({ id: 'y', junk: 2, inner: { drop: 1, fresh: 1 }, more: true })),
    removed,
  )
  expect(later.properties).toEqual({
    id: { type: 'integer' },
    inner: { type: 'object', properties: { keep: { type: 'integer' }, fresh: { type: 'integer' } } },
    more: { type: 'boolean' },
  })
})

// A name that the person writes again is wanted again, and taken out again it is gone again.
test('a removed name comes back when it is written', () => {
  const learned = of({ a: 1, b: 1 })
  const withoutB = removedNames(learned, { type: 'object', properties: { a: {} } }, [])
  expect(withoutB).toEqual([['b']])
  expect(
    removedNames(overlay({ type: 'object', properties: { a: {} } }, learned, withoutB), of({ a: 1, b: 1 }), withoutB),
  ).toEqual([])
})

// Names in lists and maps are taken out there, not at the top.
test('removal inside lists and maps', () => {
  const learned = of({ rows: [{ a: 1, b: 1 }], map: { 'a@example.org': { c: 1, d: 1 } } })
  const written: JsonSchema = {
    type: 'object',
    properties: {
      rows: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
      map: { type: 'object', additionalProperties: { type: 'object', properties: { c: {} } } },
    },
  }
  const shown = overlay(written, learned, removedNames(learned, written, []))
  expect(shown).toEqual(written)
})

// Whatever is learned later, the written part is there unchanged and no removed name appears.
test('every later answer leaves what was written as it is', () => {
  const object = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(object, object, object, (first, kept, later) => {
      const learned = of(first)
      const written = of(kept)
      const removed = removedNames(learned, written, [])
      const shown = overlay(written, merge(learned, of(later)), removed)
      for (const name of names(written)) expect(shown.properties?.[name]).toEqual(written.properties?.[name])
      for (const [name] of removed) expect(names(shown)).not.toContain(name)
      for (const name of Object.keys(later))
        if (!removed.some(([one]) => one === name)) expect(names(shown)).toContain(name)
    }),
  )
})

// What the desk learns itself must pass its own check, or a form could be opened and not saved.
test('every learned schema can be written back', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const schema = of(value as Parameters<typeof infer>[0])
      expect(read(schema)).toEqual(schema)
    }),
  )
})

// A value would be stored and exported with the schema.
test.each<[string, unknown, string]>([
  ['enum', { type: 'object', properties: { a: { type: 'string', enum: ['x'] } } }, 'properties.a.enum'],
  ['const', { const: 1 }, 'const'],
  ['default', { type: 'array', items: { type: 'string', default: 'x' } }, 'items.default'],
  ['a description', { type: 'object', additionalProperties: { description: 'x' } }, 'additionalProperties.description'],
  ['an unknown type', { type: 'text' }, 'type'],
  ['an unknown format', { type: 'string', format: 'phone' }, 'format'],
  ['a format of a number', { type: 'integer', format: 'date' }, 'format'],
  ['a required name that is not there', { type: 'object', properties: {}, required: ['a'] }, 'required'],
  ['properties of a text', { type: 'string', properties: {} }, 'type'],
  ['a list', [], ''],
  ['a list of properties', { type: 'object', properties: [] }, 'properties'],
  ['a secret as a name', { type: 'object', properties: { topsecret1: {} } }, 'properties'],
  ['a name that is too long', { type: 'object', properties: { ['x'.repeat(129)]: {} } }, 'properties'],
  [
    'too many names',
    { type: 'object', properties: Object.fromEntries(Array.from({ length: 401 }, (_, at) => [`n${at}`, {}])) },
    '',
  ],
])('%s is refused at its place', (_, schema, path) => {
  try {
    read(schema)
  } catch (error) {
    expect(error).toBeInstanceOf(DeskError)
    expect((error as DeskError).code).toBe('invalid_input')
    expect((error as DeskError).details).toMatchObject({
      facts: { reason: 'schema_not_valid' },
      fields: [{ path, reason: expect.stringMatching(/^\w+$/) as string }],
    })
    return
  }
  expect.unreachable('it was taken')
})

// A schema nested without end must be refused, not walked.
test('nesting without end is refused', () => {
  let schema: JsonSchema = { type: 'string' }
  for (let level = 0; level < 2_000; level += 1) schema = { type: 'array', items: schema }
  expect(() => read(schema)).toThrow(DeskError)
})
