// Which record an identifier in a field names, so that screens show its name.
import type { OperationKey } from './types.ts'

export interface Reference {
  resource: string
  /** Lists the records with their names. */
  list?: OperationKey
  /** Reads one record, where the platform lists none of this kind. */
  get?: { operation: OperationKey; idName: string }
}

const customer: Reference = { resource: 'payment/customer', list: 'POST /api/payment/customer/all' }
const embed: Reference = { resource: 'vote/embed', list: 'POST /api/vote/embed/all' }
const link: Reference = { resource: 'payment/link', list: 'POST /api/payment/link/all' }
const stream: Reference = { resource: 'video/stream', list: 'GET /api/video/stream/all' }

const byField: Readonly<Record<string, Reference>> = {
  customer,
  customerId: customer,
  plan: { resource: 'payment/subscriptionPlan', list: 'POST /api/payment/subscriptionplan/all' },
  planId: { resource: 'payment/subscriptionPlan', list: 'POST /api/payment/subscriptionplan/all' },
  paymentLinkId: link,
  linkId: link,
  stream,
  streamId: stream,
  channelId: { resource: 'video/channel', list: 'GET /api/video/channel/all' },
  categoryId: { resource: 'video/category', list: 'GET /api/video/category/all' },
  subcategoryId: { resource: 'video/subcategory', list: 'GET /api/video/subcategory/all' },
  eventId: { resource: 'video/event' },
  advertisementId: {
    resource: 'ads/advertisement',
    get: { operation: 'POST /api/ads/advertisement/get', idName: 'advertisementId' },
  },
  inventoryId: { resource: 'ads/inventory', list: 'GET /api/ads/inventory/all' },
  sponsorId: { resource: 'sponsor/general', list: 'GET /api/sponsor/general/all' },
  vendorId: { resource: 'vendor/general', list: 'GET /api/vendor/general/all' },
  embedId: embed,
  pollId: embed,
}

/** What the identifier in a field of this name names; undefined where that is not known. */
export function referenceOf(field: string | undefined): Reference | undefined {
  const name = field?.split('.').at(-1) ?? ''
  return Object.hasOwn(byField, name) ? byField[name] : undefined
}
