import { expect, test } from 'vitest'
import type { JsonSchema } from '#contract/json.ts'
import { describeOperations, type OperationKey } from '../../../../main/platform/catalog/index.ts'

const all = describeOperations()
const suggested = (key: OperationKey): JsonSchema | undefined =>
  all.find((operation) => operation.key === key)?.suggested

// A suggestion beside a specified body would contradict the specification.
test('only bodies that the specification leaves open have suggestions', () => {
  expect(all.filter(({ body, suggested: offered }) => body !== undefined && offered !== undefined)).toEqual([])
})

// A suggestion is a guess: nothing may be refused for not following it.
test('no suggestion demands a field or refuses another', () => {
  const demands = ({ required, additionalProperties, properties = {} }: JsonSchema): boolean =>
    required !== undefined || additionalProperties === false || Object.values(properties).some(demands)
  expect(
    all.filter(({ suggested: offered }) => offered !== undefined && demands(offered)).map(({ key }) => key),
  ).toEqual([])
})

// Every operation of one record offers the field that names it, or the person has to know it by heart.
test.each<[OperationKey, JsonSchema['properties']]>([
  ['POST /api/payment/customer/update', { id: { type: 'string' } }],
  ['POST /api/payment/charge/refund', { chargeId: { type: 'string' } }],
  ['DELETE /api/pages/leads/delete', { id: { type: 'string' } }],
  ['POST /api/payment/receipt/download', { id: { type: 'string' } }],
  ['GET /api/video/stream/get', { id: { type: 'string' } }],
  ['GET /api/events/general/get', { name: { type: 'string' } }],
  ['GET /api/payment/subscription/searchByPlan', { planId: { type: 'string' } }],
  ['POST /api/video/event/delete', { options: { type: 'object', properties: { providerName: { type: 'string' } } } }],
])('%s suggests what its kind and name say', (key, properties) => {
  expect(suggested(key)?.properties).toEqual(properties)
})

// A person who searches, or has a fee calculated, is not to face an empty form where the name of the operation says what it takes.
test.each<[OperationKey, string[]]>([
  ['POST /api/payment/transaction/calculateFee', ['amount', 'currency']],
  ['POST /api/payment/subscriptionPlan/calculatePrice', ['id', 'quantity']],
  ['POST /api/payment/customer/search', ['query', 'email']],
  ['POST /api/payment/receipt/search', ['query', 'customerId']],
  ['GET /api/payment/invoice/search', ['query', 'customerId', 'status', 'startDate', 'endDate']],
  ['GET /api/payment/subscription/search', ['query', 'customerId', 'planId', 'status']],
  [
    'POST /api/payment/refund/search',
    ['query', 'customerId', 'chargeId', 'status', 'startDate', 'endDate', 'limit', 'offset'],
  ],
  ['GET /api/payment/invoice/searchByDateRange', ['startDate', 'endDate']],
  ['POST /api/payment/refund/searchbydaterange', ['startDate', 'endDate']],
  ['GET /api/pages/leads/all', ['pageId']],
])('%s offers what its name says', (key, names) => {
  const offered = suggested(key)
  expect(Object.keys(offered?.properties ?? {})).toEqual(names)
  expect(Object.values(offered?.properties ?? {}).every(({ label }) => typeof label === 'string')).toBe(true)
})

// A new operation must not be left without fields unseen: these, and creations and what the path names, say of no field that a person could know.
test('operations without a field are those whose names say none', () => {
  const bare = all.filter(
    ({ body, suggested: offered, pathParams, kind }) =>
      body === undefined && offered === undefined && pathParams.length === 0 && kind !== 'create',
  )
  expect(
    bare.filter(({ path, name }) => !/\/(?:get)?all$/i.test(path) && !/^get all/i.test(name)).map(({ key }) => key),
  ).toEqual([
    'GET /api/account/general/get-sessions',
    'POST /api/account/general/logout-everywhere',
    'POST /api/account/general/logout',
    'GET /api/account/general/session',
    'GET /api/account/types/get',
    'GET /api/pages/general/analytics',
    'GET /api/pages/general/stats',
    'POST /api/payment/transaction/history',
  ])
})

// A field that the path has already, or that nobody can know, only confuses.
test.each<OperationKey>([
  'DELETE /api/ads/attribution/delete/{attributionId}',
  'GET /api/account/types/get',
  'GET /api/payment/subscriptionPlan/getall',
  'POST /api/payment/customer/create',
  'POST /api/payment/customer/all',
])('%s suggests nothing', (key) => {
  expect(suggested(key)).toBeUndefined()
})
