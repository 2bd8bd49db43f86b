import Ajv from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '#contract/json.ts'
import { infer } from '../../../../main/platform/learned/infer.ts'
import { limits } from '../../../../main/platform/learned/limits.ts'
import { merge, mergeAll, prune } from '../../../../main/platform/learned/merge.ts'
import { isFieldName } from '#answers/field-names.ts'
import { countNames, namesOf, propertyOf } from '../../../../main/platform/learned/schema.ts'

const known = { holdsInName: () => false }
const of = (value: Json): JsonSchema => infer(value, known)
const learned = (values: Json[]): JsonSchema => mergeAll(values.map(of)) ?? {}
const ajv = new Ajv({ ownProperties: true })
const valid = (schema: JsonSchema, value: Json): boolean => ajv.validate(schema, value) === true

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('id', 'name', 'amount', 'details', 'tags', 'at', 'token', 'line_1') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a@example.org', '2026-11-22', 'evt_4711', '12', 'https://example.org/x', ''),
  },
)
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('2026-11-22T20:00:00Z', '2026-11-22', '20:00:00', 'a@example.org', 'https://example.org/x', ''),
)
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    text,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(name, tie('value'), { maxKeys: 8, noNullPrototype: true }),
  ),
})).value

/** The same schema whatever the order in which it was learned. */
function ordered(schema: JsonSchema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === 'required') return [...(value as string[])].sort()
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value
    }),
  ) as unknown
}

describe('properties', () => {
  // A form that does not fit what was sent misleads whoever fills it in.
  test('everything that was learned from fits the schema', () => {
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 6 }), (values) => {
        const schema = learned(values)
        for (const value of values) expect(valid(schema, value), JSON.stringify([schema, value])).toBe(true)
      }),
    )
  })

  // Otherwise what is known depends on which answer came first.
  test('the order of learning and learning twice make no difference', () => {
    fc.assert(
      fc.property(json, json, json, (a, b, c) => {
        const [x, y, z] = [of(a), of(b), of(c)]
        expect(ordered(merge(x, y))).toEqual(ordered(merge(y, x)))
        expect(ordered(merge(merge(x, y), z))).toEqual(ordered(merge(x, merge(y, z))))
        expect(ordered(merge(x, of(a)))).toEqual(ordered(x))
      }),
    )
  })

  // A value in a schema ends up in the profile, in exports and on screens.
  test('no text that was sent stands in the schema', () => {
    const secret = fc.string({ minLength: 12, maxLength: 24, unit: fc.constantFrom('q', 'w', 'z', 'x', '9', '#') })
    fc.assert(
      fc.property(
        fc.array(
          fc.dictionary(
            fc.constantFrom('id', 'name', 'inner'),
            fc.oneof(
              secret,
              fc.array(secret),
              fc.dictionary(
                fc.oneof(
                  secret.map((one) => `${one}@example.org`),
                  fc.constant('plain'),
                ),
                secret,
              ),
            ),
          ),
        ),
        (values) => {
          const written = JSON.stringify(learned(values))
          expect(written).not.toMatch(/[qwzx9#]{12}/)
        },
      ),
    )
  })

  // A schema that grows without end fills the profile; one that is cut wrongly demands fields that it no longer shows.
  test('a cut schema keeps its bound and still fits', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 0, max: 12 }), (value, most) => {
        const cut = prune(of(value), most)
        expect(countNames(cut)).toBeLessThanOrEqual(most)
        expect(valid(cut, value)).toBe(true)
      }),
    )
  })
})

// Types that are too narrow refuse what the platform took.
test('types are joined, null beside the rest, whole numbers within numbers', () => {
  expect(learned([{ a: 1 }, { a: 1.5 }, { a: null }])).toEqual({
    type: 'object',
    properties: { a: { type: ['null', 'number'] } },
    required: ['a'],
  })
  expect(learned([[1], ['x'], []])).toEqual({ type: 'array', items: { type: ['integer', 'string'] } })
})

// A date field that once held free text must not be drawn as a date.
test('a format is dropped at the first text without it, and does not come back', () => {
  expect(learned(['2026-11-22', '2026-01-01'])).toEqual({ type: 'string', format: 'date' })
  expect(learned(['2026-11-22', null])).toEqual({ type: ['null', 'string'], format: 'date' })
  expect(learned(['2026-11-22', 'soon', '2026-11-22'])).toEqual({ type: 'string' })
  expect(learned(['2026-11-22', '2026-11-22T20:00:00.000Z'])).toEqual({ type: 'string' })
  expect(
    ['20:00:00', 'a@example.org', 'rtmp://example.org/live', '2026-13-01', '25:00:00', 'a@b', 'x'.repeat(3_000)].map(
      (value) => of(value).format,
    ),
  ).toEqual(['time', 'email', 'uri', undefined, undefined, undefined, undefined])
})

// Fields are needed only where every request had them.
test('required are the fields that all had', () => {
  expect(
    learned([
      { a: 1, b: 1 },
      { b: 2, c: 2 },
    ]).required,
  ).toEqual(['b'])
  expect(learned([{ a: 1 }, {}])).not.toHaveProperty('required')
})

// Identifiers and addresses used as keys are values.
test.each([
  ['e-mail addresses', { 'a@example.org': 1 }],
  ['addresses', { 'https://example.org/a': 1, 'example.org': 2 }],
  ['numbers', { 12: 1, 13: 2 }],
  ['days', { '2026-11-22': 1 }],
  ['UUIDs', { '0b5c1f6e-2a44-4d0e-9c55-0c8ff0f9b8d1': 1 }],
  ['identifiers', { cus_9Hx12Zq: 1, evt_1001: 2 }],
  ['words of a person', { 'Jane Doe': 1 }],
  [
    'many names',
    Object.fromEntries(
      Array.from({ length: 70 }, (_, at) => [
        `name${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`,
        1,
      ]),
    ),
  ],
])('%s as keys become additionalProperties', (_, value) => {
  const schema = of(value)
  expect(schema.additionalProperties).toEqual({ type: 'integer' })
  expect(Object.keys(schema.properties ?? {})).toEqual([])
})

// Names beside such keys are names still.
test('plain names beside keys that are data stay', () => {
  expect(of({ total: 2, 'a@example.org': 'x' })).toEqual({
    type: 'object',
    properties: { total: { type: 'integer' } },
    required: ['total'],
    additionalProperties: { type: 'string' },
  })
})

// Keys that look like words but are other ones each time are data too.
test('keys that keep changing become additionalProperties, for good', () => {
  const schema = learned(Array.from({ length: 26 }, (_, at) => ({ [`${String.fromCharCode(97 + at)}word`]: 1 })))
  expect(schema).toEqual({ type: 'object', additionalProperties: { type: 'integer' } })
  expect(merge(schema, of({ plain: 'x' }))).toEqual({
    type: 'object',
    additionalProperties: { type: ['integer', 'string'] },
  })
})

// Names of the platform's own fields must not be taken for data.
test.each([
  'id',
  '_id',
  'tournamentButtonText1',
  'isRewardsEnabled',
  'address_line_2',
  'utm_source2',
  'line-1',
  '@type',
  '$ref',
  'filter[status]',
  '2fa',
  'naïve',
  'EUR',
  'h264',
  'x',
])('%s is a name', (one) => {
  expect(isFieldName(one)).toBe(true)
})
test.each([
  '',
  '1',
  '1.5',
  '+49 30 1234',
  'evt_100',
  'a@b',
  'user:1',
  'a/b',
  'deadbeefdeadbeef1',
  'a1b2c3',
  'channel12345',
  'x y',
  'x'.repeat(129),
  '<b>',
  'example.org',
])('%s is data', (one) => {
  expect(isFieldName(one)).toBe(false)
})

// A credential's place is known, its shape is nobody's business.
test('secrets are marked and known by their type alone', () => {
  expect(
    infer(
      { apiKey: '2026-11-22', token: { value: 'x' }, inner: { code: 'x' }, ref: { $secret: 'x' } },
      { ...known, secretFields: ['inner.code'] },
    ).properties,
  ).toEqual({
    apiKey: { type: 'string', secret: true },
    token: { type: 'object', secret: true },
    inner: { type: 'object', properties: { code: { type: 'string', secret: true } }, required: ['code'] },
    ref: { type: 'string', secret: true },
  })
  expect(merge({ type: 'string', format: 'date' }, { type: 'null', secret: true })).toEqual({
    type: ['null', 'string'],
    secret: true,
  })
})

// A known secret that stands as a name is still a secret.
test('a name that holds a secret is not kept', () => {
  const schema = infer({ qwertzuiop: 1 }, { holdsInName: (one) => one === 'qwertzuiop' })
  expect(JSON.stringify(schema)).not.toContain('qwertzuiop')
  expect(namesOf(schema)).toEqual({ type: 'integer' })
})

// `__proto__` as a key must neither vanish nor reach a prototype.
test('prototype keys are plain names', () => {
  const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"hasOwnProperty":null}') as Json
  const schema = merge(of(value), of(value))
  expect(Object.keys(schema.properties ?? {})).toEqual(['__proto__', 'constructor', 'hasOwnProperty'])
  expect(propertyOf(schema, '__proto__')?.properties).toEqual({ polluted: { type: 'boolean' } })
  expect(Object.keys((JSON.parse(JSON.stringify(schema)) as JsonSchema).properties ?? {})).toContain('__proto__')
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

// Depth and width of a hostile answer must end somewhere.
test('nesting ends at the bound, and no value is looked at beyond it', () => {
  let deep: Json = 1
  for (let level = 0; level < 5_000; level += 1) deep = { a: deep }
  let at: JsonSchema | undefined = of(deep)
  let levels = 0
  for (; at !== undefined; at = propertyOf(at, 'a')) levels += 1
  expect(levels).toBe(limits.depth + 1)
  let asked = 0
  const rows = Array.from({ length: 10_000 }, () => ({ id: 1 }))
  infer(
    rows.map((row, at) => (at < limits.items ? row : { [`n${'x'.repeat(at % 100)}`]: 1 })),
    { holdsInName: () => ((asked += 1), false) },
  )
  expect(asked).toBe(1)
  expect(of(rows)).toEqual({
    type: 'array',
    items: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
  })
  const wide = (levelsLeft: number): Json =>
    levelsLeft === 0
      ? 1
      : Object.fromEntries(
          Array.from({ length: 40 }, (_, place) => [
            `n${String.fromCharCode(97 + (place % 26))}${place < 26 ? '' : 'x'}`,
            wide(levelsLeft - 1),
          ]),
        )
  expect(countNames(of(wide(3)))).toBeLessThan(limits.allValues + 100)
})
