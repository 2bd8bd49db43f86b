// What a caller would sensibly send to each operation, said once for every test that walks the catalog.
import type { JsonObject } from '#contract/json.ts'
import type { Operation } from '../../../../main/platform/catalog/entry.ts'
import { prefixOf, resourceOf, verbOf } from '../../../../main/platform/rehearsal/resources.ts'

const pathValues: Record<string, string> = {
  accountId: 'acc_rehearsal',
  attributionId: 'attr_1',
  placementId: 'plc_1',
  paymentLinkId: 'lnk_1',
}

// What a caller must say beyond naming the seed's first record.
export const input: Record<string, JsonObject> = {
  'POST /api/account/general/create': { email: 'new@example.com' },
  'POST /api/account/general/login': { email: 'studio@example.com' },
  'PUT /api/account/general/reset': { email: 'studio@example.com' },
  'POST /api/account/general/logout-device': { deviceId: 'ses_2' },
  'PUT /api/events/general/update': { resourceId: 'evt_1', metadata: { source: 'desk' } },
  'PUT /api/video/event/update': { details: { streamId: 'str_1', started: true } },
  'POST /api/video/event/create': { details: { streamId: 'str_1' } },
  'POST /api/video/event/delete': {
    options: { providerName: 'Output one', providerId: 'out-1' },
    details: { streamId: 'str_1', videoId: 'vid-2048' },
  },
  'POST /api/payment/charge/refund': { chargeId: 'chg_1', amount: 300 },
  'POST /api/payment/transaction/refund': { transactionId: 'txn_1', amount: 300 },
  'POST /api/marketing/template/create': { name: 'Goodbye' },
  'POST /api/marketing/leadScore/get': { contactId: 'con_1' },
  'POST /api/marketing/leadScore/update': { contactId: 'con_1', score: 5 },
  'POST /api/vote/cast/create': { embedId: 'emb_2', optionId: 'cook' },
  'POST /api/payment/charge/create': { customerId: 'cus_1', amount: 500 },
  'POST /api/payment/refund/create': { chargeId: 'chg_1', amount: 100 },
  'POST /api/payment/refund/fullrefund': { chargeId: 'chg_1', reason: 'Rain' },
  'POST /api/payment/refund/partialrefund': { chargeId: 'chg_1', amount: 100 },
  'POST /api/payment/refund/processrefund': { refundId: 'ref_3' },
  'POST /api/payment/refund/searchbycustomer': { customerId: 'cus_2', limit: 10, offset: 0 },
  'POST /api/payment/invoice/charge': { invoiceId: 'bill_4' },
  'POST /api/payment/invoice/send': { invoiceId: 'bill_5' },
  'POST /api/payment/subscription/resume': { id: 'subs_3' },
  'POST /api/payment/subscription/endTrial': { id: 'subs_2' },
  'POST /api/payment/subscription/reactivate': { id: 'subs_4' },
  'POST /api/payment/subscription/changePlan': { id: 'subs_1', planId: 'plan_2' },
  'PUT /api/payment/subscriptionPlan/updateFeatures': { planId: 'plan_1', features: ['One'] },
  'POST /api/payment/transaction/calculateFee': { amount: 1_000 },
}

/** What a rehearsal leaves under way: a refund that somebody has yet to process. */
export const underWay: ReadonlySet<string> = new Set(['POST /api/payment/refund/create'])

/** The path parameters of an operation, naming records of the seed. */
export function pathInput({ path, pathParams }: Operation): Record<string, string> {
  return Object.fromEntries(
    pathParams.map((name) => [
      name,
      name === 'shortId' ? (path.includes('/s/') ? 'support' : 'winter1') : (pathValues[name] ?? ''),
    ]),
  )
}

/** Method and path of an operation, its parameters filled. */
export function fill(operation: Operation): string {
  const values = pathInput(operation)
  return `${operation.method} ${operation.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}`
}

/** Create sends a name; all else names the seed's first record of its kind. Lists are asked for all. */
export function sensible(operation: Operation): JsonObject {
  const own = input[operation.key]
  if (own !== undefined) return own
  const verb = verbOf(operation)
  if (['all', 'getall', 'get-sessions', 'session'].includes(verb) || operation.resource === 'account/types') return {}
  if (verb.startsWith('search') || verb === 'history') return { status: 'active' }
  if (verb === 'create') return { name: 'Made in the walk' }
  return operation.pathParams.length > 0 ? {} : { id: `${prefixOf(resourceOf(operation))}_1` }
}
