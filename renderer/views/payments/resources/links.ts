import { spelled } from '#answers/json.ts'
import { scalarText } from '#answers/roles.ts'
import { inPath, inQuery, naming } from '#records/resources/spec-parts.ts'
import type { ResourceSpec } from '#records/resources/types.ts'
import { createdAt, customer, id, money, neededCurrency, parts, status, title } from './billing.ts'

const idName = 'paymentLinkId'
const { action, column, field, hinted, needed, read, search } = parts
const named = { start: naming(idName) }
const fields = [
  needed('title'),
  hinted('kind'),
  neededCurrency,
  parts.money('amount'),
  parts.money('goalAmount'),
  field('description', 'multiline'),
]

export const generateQr = action('POST /api/payment/paymentLink/generateQr', 'generateQr', 'i-lucide-qr-code', named)

export const links: ResourceSpec = {
  resource: 'payment/link',
  title: 'billing.title.links',
  about: 'billing.about.links',
  icon: 'i-lucide-link',
  list: 'POST /api/payment/link/all',
  get: 'POST /api/payment/link/get',
  idName,
  create: action('POST /api/payment/link/create', 'createLink', 'i-lucide-plus', { fields }),
  reads: [
    read('GET /api/payment/paymentLink/getDonors/{paymentLinkId}', 'donors', 'i-lucide-heart-handshake', {
      start: inPath(idName),
      columns: [{ ...column('name'), private: true }, money, column('payments', 'whole', 7), customer],
    }),
    read('POST /api/payment/paymentLink/getPayments', 'payments', 'i-lucide-credit-card', {
      ...named,
      columns: [money, status, column('description'), customer, createdAt, id],
    }),
    read('GET /api/payment/paymentLink/getSubscriptions', 'subscriptions', 'i-lucide-repeat', {
      start: inQuery(idName),
      columns: [customer, column('planId', 'id', 8), money, status, column('nextBillingAt', 'instant', 10), id],
    }),
    read('GET /api/payment/paymentLink/getGoalProgress/{paymentLinkId}', 'goal', 'i-lucide-target', {
      start: inPath(idName),
    }),
    read('GET /api/pay/{shortId}', 'redirect', 'i-lucide-corner-up-right', {
      start: (record) => ({ path: { shortId: scalarText(spelled(record ?? {}, 'shortId')) ?? '' } }),
    }),
  ],
  actions: [
    action('POST /api/payment/paymentLink/share', 'share', 'i-lucide-share-2', {
      ...named,
      fields: [hinted('channel')],
    }),
    generateQr,
    action('POST /api/payment/paymentLink/clone', 'clone', 'i-lucide-copy-plus', {
      ...named,
      fields: [field('title')],
    }),
    action('POST /api/payment/link/update', 'updateLink', 'i-lucide-pencil', {
      fields,
      start: naming(idName, 'title', 'kind', 'currency', 'amount', 'goalAmount', 'description'),
    }),
    action('POST /api/payment/paymentLink/delete', 'deleteLink', 'i-lucide-trash-2', named),
  ],
  columns: [
    title,
    column('kind', 'text', 6),
    // Exactly this field: another amount in its place would be a wrong one.
    column('amount', 'money', 9),
    column('goalAmount', 'money', 9),
    status,
    column('url', 'url'),
    createdAt,
    id,
  ],
  searches: [search('GET /api/pay/{shortId}', 'shortLink', [needed('shortId')], 'i-lucide-link')],
}
