// The specification does not name identifiers, so every plausible name is accepted.
import type { Operation } from '../catalog/entry.ts'

interface Resource {
  prefix: string
  /** Names of its identifier beside `id`, `_id`, `resourceId` and `<leaf>Id`. */
  names?: readonly string[]
  /** Fields that identify a record as well. */
  keys?: readonly string[]
  /** Of a new record that was sent without a status. */
  status?: string
}

const aliases: Readonly<Record<string, string>> = {
  'payment/paymentLink': 'payment/link',
  'payment/subscriptionplan': 'payment/subscriptionPlan',
}

const resources: Readonly<Record<string, Resource>> = {
  'account/general': { prefix: 'acc', names: ['accountId'] },
  'account/session': { prefix: 'ses', names: ['sessionId', 'deviceId'] },
  'ads/advertisement': { prefix: 'ad', names: ['adId'] },
  'ads/attribution': { prefix: 'attr' },
  'ads/bidding': { prefix: 'bid', names: ['bidId'], status: 'placed' },
  'ads/interaction': { prefix: 'imp', names: ['impressionId'], status: 'recorded' },
  'ads/inventory': { prefix: 'inv' },
  'ads/placement': { prefix: 'plc' },
  'vote/embed': { prefix: 'emb', names: ['pollId'], status: 'open' },
  'vote/cast': { prefix: 'vote', names: ['voteId'], status: 'counted' },
  'events/general': { prefix: 'evt', names: ['eventId'], status: 'planned' },
  'video/category': { prefix: 'cat' },
  'video/channel': { prefix: 'chn' },
  'video/details': { prefix: 'det', names: ['detailId'], keys: ['videoId', 'streamId'], status: 'scheduled' },
  'video/static': { prefix: 'sta', names: ['assetId'] },
  'video/stream': { prefix: 'str', status: 'idle' },
  'video/subcategory': { prefix: 'sub' },
  'incentive/loyalty': { prefix: 'cpn', names: ['couponId'], keys: ['code'] },
  'incentive/promotion': { prefix: 'promo' },
  'incentive/reward': { prefix: 'rwd' },
  'marketing/automation': { prefix: 'auto' },
  'marketing/campaign': { prefix: 'cmp', status: 'draft' },
  'marketing/contact': { prefix: 'con', status: 'subscribed' },
  'marketing/emailSequence': { prefix: 'seq', names: ['sequenceId'], status: 'draft' },
  'marketing/integration': { prefix: 'int', status: 'connected' },
  'marketing/leadScore': { prefix: 'scr', names: ['scoreId'], status: 'current' },
  'marketing/segment': { prefix: 'seg' },
  'marketing/template': { prefix: 'tpl', status: 'draft' },
  'pages/general': { prefix: 'page', names: ['pageId'], status: 'draft' },
  'pages/leads': { prefix: 'lead', names: ['leadId'], status: 'new' },
  'payment/charge': { prefix: 'chg', status: 'succeeded' },
  'payment/customer': { prefix: 'cus' },
  'payment/invoice': { prefix: 'bill', status: 'draft' },
  'payment/link': { prefix: 'lnk', names: ['paymentLinkId'], keys: ['shortId'] },
  'payment/promotion': { prefix: 'disc' },
  'payment/receipt': { prefix: 'rcp', status: 'issued' },
  'payment/refund': { prefix: 'ref', status: 'pending' },
  'payment/subscription': { prefix: 'subs' },
  'payment/subscriptionPlan': { prefix: 'plan', names: ['planId'] },
  'payment/transaction': { prefix: 'txn', status: 'completed' },
  'spaces/general': { prefix: 'spc', names: ['spaceId'] },
  'sponsor/general': { prefix: 'spn', names: ['sponsorId'] },
  'team/category': { prefix: 'tcat', names: ['teamCategoryId'] },
  'team/general': { prefix: 'team', names: ['teamId', 'memberId'] },
  'team/subcategory': { prefix: 'tsub', names: ['teamSubcategoryId'] },
  'vendor/general': { prefix: 'vnd', names: ['vendorId'] },
}

export function resourceOf(operation: Operation): string {
  return Object.hasOwn(aliases, operation.resource)
    ? (aliases[operation.resource] ?? operation.resource)
    : operation.resource
}

export function verbOf(operation: Operation): string {
  const words = operation.path.split('/').filter((word) => word !== '' && !word.startsWith('{'))
  return (words.at(-1) ?? '').toLowerCase()
}

export function prefixOf(resource: string): string {
  return own(resource)?.prefix ?? leafOf(resource).toLowerCase().slice(0, 4)
}

export function firstStatus(resource: string): string {
  return own(resource)?.status ?? 'active'
}

/** Fields that may name a record, the clearest first. */
export function idNames(resource: string): string[] {
  return ['id', '_id', 'resourceId', `${leafOf(resource)}Id`, ...(own(resource)?.names ?? []), ...keysOf(resource)]
}

export function keysOf(resource: string): readonly string[] {
  return own(resource)?.keys ?? []
}

export function leafOf(resource: string): string {
  const words = resource.split('/')
  const leaf = words.at(-1) ?? resource
  return leaf === 'general' ? (words[0] ?? leaf) : leaf
}

function own(resource: string): Resource | undefined {
  return Object.hasOwn(resources, resource) ? resources[resource] : undefined
}
