// Addresses to pay at: shared, drawn as a code, copied, and asked what came in through them.
import type { ActionSpec, ColumnSpec, FieldSpec, ResourceSpec } from '../../../resources/types.ts'
import { spelled } from '#answers/json.ts'
import { scalarText } from '#answers/roles.ts'
import {
  amount,
  column,
  currency,
  customer,
  field,
  hinted,
  id,
  inPath,
  inQuery,
  made,
  money,
  needed,
  priceOf,
  status,
  title,
} from './fields.ts'
import { naming } from './parts.ts'

const idName = 'paymentLinkId'
const fields: readonly FieldSpec[] = [
  needed('title'),
  hinted('kind'),
  currency({ required: true }),
  amount(),
  amount('goalAmount'),
  field('description', 'multiline'),
]

/** Who gave is nobody's business in a show. */
const donor: ColumnSpec = { ...column('name'), private: true }

export const generateQr: ActionSpec = {
  operation: 'POST /api/payment/paymentLink/generateQr',
  label: 'billing.action.generateQr',
  icon: 'i-lucide-qr-code',
  start: naming(idName),
}

export const links: ResourceSpec = {
  resource: 'payment/link',
  title: 'billing.title.links',
  about: 'billing.about.links',
  icon: 'i-lucide-link',
  list: 'POST /api/payment/link/all',
  get: 'POST /api/payment/link/get',
  idName,
  create: {
    operation: 'POST /api/payment/link/create',
    label: 'billing.action.createLink',
    icon: 'i-lucide-plus',
    fields,
  },
  reads: [
    {
      operation: 'GET /api/payment/paymentLink/getDonors/{paymentLinkId}',
      label: 'billing.read.donors',
      icon: 'i-lucide-heart-handshake',
      start: inPath(idName),
      columns: [donor, money, column('payments', 'whole', 7), customer],
    },
    {
      operation: 'POST /api/payment/paymentLink/getPayments',
      label: 'billing.read.payments',
      icon: 'i-lucide-credit-card',
      start: naming(idName),
      columns: [money, status, column('description'), customer, made, id],
    },
    {
      operation: 'GET /api/payment/paymentLink/getSubscriptions',
      label: 'billing.read.subscriptions',
      icon: 'i-lucide-repeat',
      start: inQuery(idName),
      columns: [customer, column('planId', 'id', 8), money, status, column('nextBillingAt', 'instant', 10), id],
    },
    {
      operation: 'GET /api/payment/paymentLink/getGoalProgress/{paymentLinkId}',
      label: 'billing.read.goal',
      icon: 'i-lucide-target',
      start: inPath(idName),
    },
    {
      operation: 'GET /api/pay/{shortId}',
      label: 'billing.read.redirect',
      icon: 'i-lucide-corner-up-right',
      start: (record) => ({ path: { shortId: scalarText(spelled(record ?? {}, 'shortId')) ?? '' } }),
    },
  ],
  actions: [
    {
      operation: 'POST /api/payment/paymentLink/share',
      label: 'billing.action.share',
      icon: 'i-lucide-share-2',
      fields: [hinted('channel')],
      start: naming(idName),
    },
    generateQr,
    {
      operation: 'POST /api/payment/paymentLink/clone',
      label: 'billing.action.clone',
      icon: 'i-lucide-copy-plus',
      fields: [field('title')],
      start: naming(idName),
    },
    {
      operation: 'POST /api/payment/link/update',
      label: 'billing.action.updateLink',
      icon: 'i-lucide-pencil',
      fields,
      start: naming(idName, 'title', 'kind', 'currency', 'amount', 'goalAmount', 'description'),
    },
    {
      operation: 'POST /api/payment/paymentLink/delete',
      label: 'billing.action.deleteLink',
      icon: 'i-lucide-trash-2',
      start: naming(idName),
    },
  ],
  columns: [
    title,
    column('kind', 'text', 6),
    priceOf('amount'),
    column('goalAmount', 'money', 9),
    status,
    column('url', 'url'),
    made,
    id,
  ],
  searches: [
    {
      operation: 'GET /api/pay/{shortId}',
      label: 'billing.search.shortLink',
      icon: 'i-lucide-link',
      fields: [needed('shortId')],
    },
  ],
}
