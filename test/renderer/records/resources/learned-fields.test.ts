import { expect, test } from 'vitest'
import { ref } from 'vue'
import type { JsonSchema } from '#contract/json.ts'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'
import { formFields } from '../../../../renderer/records/resources/action/form-fields.ts'
import type { ActionSpec, OperationKey, RequestParts } from '../../../../renderer/records/resources/types.ts'
import { useRequestForm } from '../../../../renderer/records/resources/useRequestForm.ts'

const create = 'POST /api/payment/customer/create'
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties })

function entryOf(operation: OperationKey) {
  const entry = describeOperations().find(({ key }) => key === operation)
  if (entry === undefined) throw new Error('no entry')
  return entry
}
const names = (operation: OperationKey, more: Partial<ActionSpec>, start: RequestParts = {}): string[] =>
  formFields({ operation, label: 'x', ...more }, entryOf(operation), start).map(({ name }) => name)

// What the platform is known to take must not be typed as JSON each time.
test('fields of a learned body are offered, as deep as a form goes', () => {
  expect(
    names(create, {
      schema: object({
        name: { type: 'string' },
        age: { type: ['null', 'integer'] },
        address: object({ city: { type: 'string' } }),
        tags: { type: 'array', items: { type: 'string' } },
        unknown: {},
      }),
    }),
  ).toEqual(['name', 'age', 'address.city', 'tags', 'unknown'])
})

// A field that can't hold what was sent would change its type: "00123" becomes 123, a list of numbers a list of words.
test('what one input can not hold is left to the JSON', () => {
  const schema = object({
    mixed: { type: ['integer', 'string'] },
    either: { type: ['boolean', 'object'] },
    rows: { type: 'array', items: object({ a: {} }) },
    numbers: { type: 'array', items: { type: 'integer' } },
    list: { type: 'array' },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    'a.b': { type: 'string' },
    ['__proto__']: { type: 'string' },
    kept: { type: 'boolean' },
  })
  expect(names(create, { schema })).toEqual(['kept'])
})

// The specification, and a view that chose its fields, say more than what was once sent.
test('neither a specified body nor a chosen set of fields takes learned ones', () => {
  const schema = object({ invented: { type: 'string' } })
  expect(names('POST /api/payment/refund/searchbycustomer', { schema })).toEqual(['customerId', 'limit', 'offset'])
  expect(names(create, { schema, fields: [] })).toEqual([])
})

// A field in the wrong part of a request is one that the platform never sees.
test('fields travel in the part in which they were learned', () => {
  const schema = object({ id: { type: 'string' } })
  const querySchema = object({ id: { type: 'string' }, limit: { type: ['integer', 'string'] }, odd: object({ a: {} }) })
  expect(names('GET /api/video/stream/all', { schema, querySchema })).toEqual(['id', 'limit'])
  expect(names('GET /api/video/stream/all', { schema })).toEqual(['id'])
  expect(names(create, { querySchema })).toEqual([])
  expect(names('DELETE /api/pages/leads/delete', { schema, querySchema })).toEqual(['id', 'limit'])
  expect(names('DELETE /api/pages/leads/delete', { schema }, { body: { id: 'x' } })).toEqual(['id'])
  expect(
    names('PUT /api/ads/attribution/update/{attributionId}', { schema: object({ attributionId: {}, name: {} }) }),
  ).toEqual(['attributionId', 'name'])
})

// An offered field that nobody filled must not reach the platform, not even as null.
test('a learned field that is left or made empty is left out of the request', () => {
  const form = useRequestForm(ref(undefined), () => 'payment/customer')
  form.start(
    {
      operation: create,
      label: 'x',
      schema: object({
        name: { type: ['null', 'string'] },
        token: { type: 'string', secret: true },
        details: object({ note: { type: 'string' } }),
      }),
    },
    entryOf(create),
    undefined,
    undefined,
  )
  expect(form.fields.value).toHaveLength(3)
  expect(form.parts.value.body).toEqual({})
  form.set('name', 'A')
  form.set('details.note', 'B')
  form.set('token', 'C')
  expect(form.parts.value.body).toEqual({ name: 'A', details: { note: 'B' }, token: 'C' })
  for (const name of ['name', 'details.note', 'token']) form.set(name, null)
  expect(form.parts.value.body).toEqual({})
})
