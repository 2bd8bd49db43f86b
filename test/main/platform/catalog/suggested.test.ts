import { expect, test } from 'vitest'
import type { JsonSchema } from '#contract/json.ts'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'
import type { OperationKey } from '../../../../main/platform/catalog/index.ts'

const all = describeOperations()
const suggested = (key: OperationKey): JsonSchema | undefined => all.find((operation) => operation.key === key)?.suggested

// A suggestion beside a specified body would contradict the specification.
test('only bodies that the specification leaves open have suggestions', () => {
  expect(all.filter(({ body, suggested: offered }) => body !== undefined && offered !== undefined)).toEqual([])
})

// A suggestion is a guess: nothing may be refused for not following it.
test('no suggestion demands a field or refuses another', () => {
  const demands = ({ required, additionalProperties, properties = {} }: JsonSchema): boolean => required !== undefined || additionalProperties === false || Object.values(properties).some(demands)
  expect(all.filter(({ suggested: offered }) => offered !== undefined && demands(offered)).map(({ key }) => key)).toEqual([])
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

// A field that the path has already, or that nobody can know, only confuses.
test.each<OperationKey>(['DELETE /api/ads/attribution/delete/{attributionId}', 'GET /api/account/types/get', 'GET /api/payment/subscriptionPlan/getall', 'POST /api/payment/customer/create', 'POST /api/payment/customer/all'])('%s suggests nothing', (key) => {
  expect(suggested(key)).toBeUndefined()
})
