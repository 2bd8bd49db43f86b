// Small parts of the generic screens.
import { expect, test } from 'vitest'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'
import { fieldsIn } from '../../../../renderer/records/resources/request/infer-fields.ts'
import { rawAddress } from '../../../../renderer/records/resources/request/work.ts'
import { placeIn, requestIn } from '../../../../renderer/views/products/model/address.ts'
import { studioFor } from '../../../../renderer/views/products/model/studio.ts'

const entries = new Map(describeOperations().map((entry) => [entry.key, entry]))
const entry = (key: string) => {
  const found = entries.get(key)
  if (found === undefined) throw new Error(`No operation ${key}`)
  return found
}

// A link lies in the window's history and is copied around: no credential may be in it, wherever it stands in the body.
test('a raw address carries what is written and no credential', () => {
  const address = rawAddress(entry('PUT /api/video/event/update'), {
    body: {
      options: { providerName: 'Main stage', apiKey: 'k', streamKey: { $secret: 'ref' }, authToken: 't' },
      details: [{ password: 'p', title: 'Night show' }],
    },
    query: { token: 'x', page: 1 },
    path: {},
  })
  expect(address.query['operation']).toBe('PUT /api/video/event/update')
  expect(JSON.parse(address.query['request'] ?? '')).toEqual({
    query: { page: 1 },
    body: { options: { providerName: 'Main stage' }, details: [{ title: 'Night show' }] },
  })
})

// An address that is cut on its way opens half a request.
test('a request that is too long for an address is not carried', () => {
  expect(
    rawAddress(entry('POST /api/marketing/template/create'), { body: { htmlContent: 'x'.repeat(30_000) } }).query,
  ).not.toHaveProperty('request')
})

// An operation and a product in one address: the operation is meant.
test('the address says one place', () => {
  expect(placeIn({})).toEqual({ at: 'home' })
  expect(placeIn({ product: 'Ads', operation: 'GET /x' })).toMatchObject({ at: 'operation', operation: 'GET /x' })
  expect(placeIn({ product: ['Ads', 'Pages'] })).toEqual({ at: 'home' })
  expect(placeIn({ product: 'Ads', resource: '', id: '7' })).toEqual({
    at: 'product',
    product: 'Ads',
    resource: undefined,
    id: '7',
  })
})

// What stands in an address may be anything: only path, query and body are taken.
test('a request in an address is taken whole or not at all', () => {
  expect(requestIn('{"body":{"a":1}}')).toEqual({ body: { a: 1 } })
  expect(requestIn('{"headers":{}}')).toBe('unreadable')
  expect(requestIn('{"path":{"id":1}}')).toBe('unreadable')
  expect(requestIn('[')).toBe('unreadable')
  expect(requestIn(undefined)).toBeUndefined()
})

// A number offered as text would be sent as text.
test('fields of an update have the types of the record', () => {
  const schema = fieldsIn(
    { name: 'Hall', seats: 40, ratio: 1.5, open: true, tags: ['a'], lines: [{ n: 1 }], address: { town: 'Oldtown' } },
    { type: 'object', properties: { name: { type: 'string', label: 'Name' } } },
  )
  expect(schema.properties).toEqual({
    name: { type: 'string', label: 'Name' },
    seats: { type: 'integer' },
    ratio: { type: 'number' },
    open: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    address: { type: 'object', properties: { town: { type: 'string' } } },
  })
})

// The way back to the studio must lead to the view that knows the operation.
test('an operation leads to its studio view, where it has one', () => {
  expect(studioFor(entry('POST /api/marketing/template/create'), true)?.to).toBe('/templates')
  expect(studioFor(entry('POST /api/payment/charge/all'), true)?.to).toBe(
    '/payments?operation=POST%20%2Fapi%2Fpayment%2Fcharge%2Fall',
  )
  expect(studioFor(entry('POST /api/payment/charge/all'))?.to).toBe('/payments')
  expect(studioFor(entry('GET /api/spaces/general/all'))).toBeUndefined()
})
