import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OperationInfo } from '#contract/operation.ts'
import { describeOperations } from '../../../../../main/platform/catalog/index.ts'
import { followTargets } from '../../../../../renderer/records/products/answer/follow.ts'

/** Without what the catalog suggests for their bodies, which comes and goes. */
const operations = describeOperations().map((entry): OperationInfo => {
  const { suggested, ...rest } = entry
  return suggested === undefined ? entry : rest
})
function follow(key: string, fieldPath: string, value = 'x_1'): string[] {
  const operation = operations.find((entry) => entry.key === key)
  if (operation === undefined) throw new Error(key)
  return followTargets(operations, operation, fieldPath, value).map(
    ({ operation: to, request }) => `${to} ${JSON.stringify(request)}`,
  )
}

// The record's own reads missing, or its deletion offered before them.
test("a record's own identifier leads to what reads it, then to what changes it", () => {
  const found = follow('POST /api/payment/charge/all', 'data.items.3.id')
  expect(found[0]).toBe('POST /api/payment/charge/get {"body":{"chargeId":"x_1"}}')
  expect(found.at(-1)).toBe('POST /api/payment/charge/delete {"body":{"chargeId":"x_1"}}')
  expect(found).toContain('POST /api/payment/refund/searchbycharge {"body":{"chargeId":"x_1"}}')
  expect(found.join()).not.toMatch(/charge\/(?:all|create)/)
})

// An identifier of another record looked up as one of this resource.
test.each([
  [
    'POST /api/payment/charge/all',
    'items.0.customerId',
    'POST /api/payment/customer/get {"body":{"customerId":"x_1"}}',
  ],
  [
    'POST /api/payment/charge/all',
    'items.0.customer_id',
    'POST /api/payment/customer/get {"body":{"customer_id":"x_1"}}',
  ],
  ['GET /api/video/details/all', 'items.0.stream.id', 'GET /api/video/stream/get {"query":{"streamId":"x_1"}}'],
  ['GET /api/video/stream/all', 'items.0.categoryId', 'GET /api/video/category/get {"query":{"categoryId":"x_1"}}'],
  ['GET /api/team/general/all', 'items.0.categoryId', 'GET /api/team/category/get {"query":{"categoryId":"x_1"}}'],
  [
    'GET /api/video/stream/all',
    'items.0.parentCategoryId',
    'GET /api/video/category/get {"query":{"categoryId":"x_1"}}',
  ],
  [
    'GET /api/video/stream/all',
    'items.0.accountId',
    'GET /api/account/general/get/{accountId} {"path":{"accountId":"x_1"}}',
  ],
  ['POST /api/payment/link/all', 'items.0.shortId', 'GET /api/pay/{shortId} {"path":{"shortId":"x_1"}}'],
  [
    'GET /api/payment/subscription/getAll',
    'items.0.planId',
    'GET /api/payment/subscription/searchByPlan {"query":{"planId":"x_1"}}',
  ],
  [
    'GET /api/payment/subscription/getInvoices',
    'items.0.id',
    'GET /api/payment/invoice/get {"query":{"invoiceId":"x_1"}}',
  ],
  ['POST /api/vote/cast/getall', 'items.0.id', 'POST /api/vote/cast/get {"body":{"voteId":"x_1"}}'],
  ['PUT /api/events/general/update', 'data.id', 'PUT /api/events/general/update {"body":{"resourceId":"x_1"}}'],
  [
    'GET /api/ads/attribution/all',
    '0.id',
    'GET /api/ads/attribution/get/{attributionId} {"path":{"attributionId":"x_1"}}',
  ],
])('%s, %s', (key, path, expected) => {
  expect(follow(key, path)).toContain(expected)
})

// A form that shows another field than the one that was filled.
test('the name that the operation is known to take it by comes first', () => {
  const key = 'POST /api/payment/charge/get'
  const known = operations.map((entry) =>
    entry.key === key ? { ...entry, suggested: { type: 'object', properties: { id: { type: 'string' } } } } : entry,
  )
  const from = known.find((entry) => entry.key === 'POST /api/payment/charge/all')
  expect(from && followTargets(known, from, 'items.0.id', 'x_1')[0]?.request).toEqual({ body: { id: 'x_1' } })
})

// A log-in, a password or a donor's number filled with whatever identifier is at hand.
test('what takes no such identifier is not offered', () => {
  expect(follow('POST /api/payment/charge/all', 'items.0.amount')).toEqual([])
  expect(follow('POST /api/payment/charge/all', 'items.0.paid')).toEqual([])
  expect(follow('GET /api/payment/paymentLink/getDonors/{paymentLinkId}', 'items.0.id')).toEqual([])
  expect(follow('POST /api/payment/charge/all', 'items.0.id', '')).toEqual([])
  expect(follow('GET /api/video/stream/all', 'items.0.accountId').join()).not.toMatch(/login|password|reset/)
  expect(follow('PUT /api/video/event/update', 'data.id').join()).not.toContain('PUT /api/video/event/update')
})

// A request that the operation's own route does not take, whatever the field is called.
test('a request fills exactly the parameters of its path, and stands in the part that its method has', () => {
  const name = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      'id',
      'chargeId',
      'placementId',
      'paymentLinkId',
      '__proto__',
      'constructor',
      'toString.id',
      'streams.0.id',
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...operations), name, (operation, path) => {
      for (const target of followTargets(operations, operation, path, 'v')) {
        const entry = operations.find(({ key }) => key === target.operation)
        expect(Object.keys(target.request.path ?? {})).toEqual(entry?.pathParams)
        if (target.request.body !== undefined) expect(['POST', 'PUT']).toContain(entry?.method)
        if (target.request.query !== undefined) expect(['GET', 'DELETE']).toContain(entry?.method)
      }
    }),
  )
})
