// The paths have two spellings, `link` and `paymentLink`; the list is under the first. No read tells a copy from its
// original.
import { created, gone, read, updated } from '../columns.ts'
import type { CatalogEntry } from '../entry.ts'

const link = { product: 'Payments', resource: 'payment/link', auth: 'apiKey' } as const
const paymentLink = { product: 'Payments', resource: 'payment/paymentLink', auth: 'apiKey' } as const

export const links = {
  'POST /api/payment/link/all': { ...link, name: 'Get All Payment Links', ...read },
  'POST /api/payment/link/create': {
    ...link,
    name: 'Create Payment Link',
    kind: 'create',
    risk: 'money',
    queueable: false,
    confirmWith: created('POST /api/payment/link/all'),
  },
  'POST /api/payment/link/get': { ...link, name: 'Get Payment Link', ...read },
  'POST /api/payment/link/update': {
    ...link,
    name: 'Update Payment Link',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.paymentLinkId'],
    confirmWith: updated('POST /api/payment/link/all'),
  },

  'POST /api/payment/paymentLink/clone': {
    ...paymentLink,
    name: 'Clone Payment Link',
    kind: 'create',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.paymentLinkId'],
  },
  'POST /api/payment/paymentLink/delete': {
    ...paymentLink,
    name: 'Delete Payment Link',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.paymentLinkId'],
    confirmWith: gone('POST /api/payment/link/all'),
  },
  'POST /api/payment/paymentLink/generateQr': {
    ...paymentLink,
    name: 'Generate QR Code',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    record: ['body.id', 'body.paymentLinkId'],
  },
  'GET /api/payment/paymentLink/getDonors/{paymentLinkId}': { ...paymentLink, name: 'Get Donors', ...read },
  'GET /api/payment/paymentLink/getGoalProgress/{paymentLinkId}': {
    ...paymentLink,
    name: 'Get Goal Progress',
    ...read,
  },
  'POST /api/payment/paymentLink/getPayments': { ...paymentLink, name: 'Get Payments', ...read },
  'GET /api/payment/paymentLink/getSubscriptions': { ...paymentLink, name: 'Get Subscriptions', ...read },
  'POST /api/payment/paymentLink/share': {
    ...paymentLink,
    name: 'Share Payment Link',
    kind: 'act',
    risk: 'onair',
    queueable: false,
    record: ['body.id', 'body.paymentLinkId'],
  },
} satisfies Record<string, CatalogEntry>
