import type { JsonObject } from '#contract/json.ts'
import { stamp, text, type Call, type Effects } from '../../call.ts'
import { page } from '../../lists.ts'
import { change, find, insert } from '../../records.ts'
import type { Stored } from '../../store.ts'
import { numberOf, textOf } from '../../values.ts'
import { pattern } from './pattern.ts'
import { shortIdFor, shortUrl } from './redirects.ts'

const resource = 'payment/link'

export const links: Effects = {
  'POST /api/payment/link/create': (call) => ({ data: made(call, call.body) }),

  'POST /api/payment/paymentLink/clone'(call) {
    const original = find(call, resource)
    const title = text(call, 'title', 'name') ?? `${textOf(original.title) ?? 'Link'} (copy)`
    return {
      data: made(call, { ...original, id: null, shortId: null, sharedCount: 0, title, clonedFrom: original.id }),
    }
  },

  'POST /api/payment/paymentLink/share'(call) {
    const link = find(call, resource)
    const shared = {
      sharedCount: numberOf(link.sharedCount) + 1,
      sharedAt: stamp(call),
      sharedVia: text(call, 'channel', 'via') ?? 'link',
    }
    return { data: { ...change(call, resource, link, shared), url: shortUrl(link) } }
  },

  'POST /api/payment/paymentLink/generateQr'(call) {
    const link = find(call, resource)
    const url = shortUrl(link)
    return { data: { id: link.id, status: link.status, url, contentType: 'image/svg+xml', svg: pattern(url) } }
  },

  'GET /api/payment/paymentLink/getDonors/{paymentLinkId}'(call) {
    const link = find(call, resource)
    const donors = new Map<string, JsonObject>()
    for (const charge of paid(call, link)) {
      const customerId = textOf(charge.customerId) ?? 'anonymous'
      const name = textOf(call.store.get('payment/customer', customerId)?.name) ?? 'Anonymous'
      const before = donors.get(customerId)
      const amount = numberOf(before?.amount) + net(charge)
      donors.set(customerId, {
        customerId,
        name,
        amount,
        currency: charge.currency ?? 'EUR',
        payments: numberOf(before?.payments) + 1,
      })
    }
    return page(call, [...donors.values()], { id: link.id, status: link.status })
  },

  'GET /api/payment/paymentLink/getGoalProgress/{paymentLinkId}'(call) {
    const link = find(call, resource)
    const charges = paid(call, link)
    const raised = charges.reduce((sum, charge) => sum + net(charge), 0)
    const goal = numberOf(link.goalAmount)
    const percent = goal > 0 ? Math.floor((raised * 100) / goal) : 0
    const { id, status, currency = 'EUR' } = link
    return { data: { id, status, goal, raised, percent, payments: charges.length, currency } }
  },

  'POST /api/payment/paymentLink/getPayments'(call) {
    const link = find(call, resource)
    return page(call, paid(call, link), { id: link.id, status: link.status })
  },

  'GET /api/payment/paymentLink/getSubscriptions'(call) {
    const named = text(call, 'paymentLinkId', 'linkId', 'id')
    const paidByLink = call.store.all('payment/subscription').filter((one) => textOf(one.paymentLinkId) !== undefined)
    if (named === undefined) return page(call, paidByLink)
    const link = find(call, resource)
    const own = paidByLink.filter((one) => one.paymentLinkId === link.id)
    return page(call, own, { id: link.id, status: link.status })
  },
}

function made(call: Call, data: JsonObject): Stored {
  const link = insert(call, resource, { currency: 'EUR', ...data })
  const shortId = textOf(link.shortId) ?? shortIdFor(link.id)
  return change(call, resource, link, { shortId, url: shortUrl({ ...link, shortId }) })
}

function paid(call: Call, link: Stored): Stored[] {
  return call.store.all('payment/charge').filter((charge) => charge.paymentLinkId === link.id)
}

function net(charge: Stored): number {
  return charge.status === 'reversed' || charge.status === 'failed'
    ? 0
    : numberOf(charge.amount) - numberOf(charge.refundedAmount)
}
