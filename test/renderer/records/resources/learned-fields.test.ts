import { expect, test } from 'vitest'
import type { JsonSchema } from '#contract/json.ts'
import { controlFor } from '../../../../renderer/records/resources/request/body-form.ts'
import type { WorkParts } from '../../../../renderer/records/resources/request/work-form.ts'
import type { RequestParts } from '../../../../renderer/records/resources/types.ts'
import { workFormOf } from './work-form.ts'

const create = 'POST /api/payment/customer/create'
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties })

function names(operation: string, given: Partial<WorkParts>, start: RequestParts = {}): string[] {
  const form = workFormOf(operation, { bodySchema: () => undefined, querySchema: () => undefined, ...given }, start)
  return [...form.path.value, ...[...form.queryKnown.value, ...form.known.value].map(({ place }) => place.join('.'))]
}

// What the platform is known to take must not be typed as JSON each time.
test('fields of a learned body are offered, however deep', () => {
  const bodySchema = () =>
    object({
      name: { type: 'string' },
      age: { type: ['null', 'integer'] },
      address: object({ city: object({ part: object({ street: { type: 'string' } }) }) }),
      tags: { type: 'array', items: { type: 'string' } },
      unknown: {},
    })
  expect(names(create, { bodySchema })).toEqual(['name', 'age', 'address.city.part.street', 'tags', 'unknown'])
})

// A field that can't hold what was sent would change its type: "00123" becomes 123, a list of numbers a list of words.
test.each<JsonSchema>([
  { type: ['integer', 'string'] },
  { type: ['boolean', 'object'] },
  { type: 'array', items: { type: 'integer' } },
  { type: 'array' },
  { type: 'object', additionalProperties: { type: 'string' } },
])('what one input can not hold is written as JSON: %o', (schema) => {
  expect(controlFor(schema, undefined)).toBe('json')
})

// Catches a name with a dot or of an object's own making that is written elsewhere.
test('odd names are names like others', () => {
  const form = workFormOf(create, {
    bodySchema: () => object({ 'a.b': { type: 'string' }, ['__proto__']: { type: 'string' } }),
  })
  for (const field of form.known.value) form.set(field, 'x')
  expect(form.work.value.text).toBe('{\n  "a.b": "x",\n  "__proto__": "x"\n}')
})

// A view that chose its fields says more than what was once sent.
test('a chosen set of fields takes no learned ones', () => {
  const bodySchema = () => object({ invented: { type: 'string' } })
  expect(names(create, { bodySchema, specs: () => [] })).toEqual([])
})

// A field in the wrong part of a request is one that the platform never sees.
test('parameters of the query are fields, each value text on its way', () => {
  const querySchema = () =>
    object({ id: { type: 'string' }, limit: { type: ['integer', 'string'] }, odd: object({ a: {} }) })
  expect(names('GET /api/video/stream/all', { querySchema })).toEqual(['id', 'limit'])
  expect(
    names('GET /api/ads/attribution/get/{attributionId}', { querySchema: () => object({ attributionId: {} }) }),
  ).toEqual(['attributionId'])
  const form = workFormOf('GET /api/video/stream/all', { querySchema })
  form.set(form.field('limit'), '00123')
  expect(form.parts.value.query).toEqual({ limit: '00123' })
})

// A record's own identifier in the path is given; asked for again it could be another's.
test('a path parameter that the record brings is not asked for', () => {
  expect(names('PUT /api/ads/attribution/update/{attributionId}', {}, { path: { attributionId: 'att_1' } })).toEqual([])
})

// An offered field that nobody filled must not reach the platform, not even as null.
test('a learned field that is left or made empty is left out of the request', () => {
  const form = workFormOf(create, {
    bodySchema: () =>
      object({
        name: { type: ['null', 'string'] },
        token: { type: 'string', secret: true },
        details: object({ note: { type: 'string' } }),
      }),
  })
  expect(form.known.value).toHaveLength(3)
  expect(form.body.value).toEqual({})
  for (const [at, field] of form.known.value.entries()) form.set(field, 'ABC'[at])
  expect(form.body.value).toEqual({ name: 'A', token: 'B', details: { note: 'C' } })
  for (const field of form.known.value) form.set(field, undefined)
  expect(form.body.value).toEqual({})
})
