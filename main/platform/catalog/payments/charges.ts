// A reversed charge keeps its record and the specification names no status, so no read proves a reversal: the person
// decides.
import { created, gone, read, updated } from '../columns.ts'
import type { CatalogEntry } from '../entry.ts'
import { refundOfCharge } from './refunds.ts'

const payLink = { product: 'Payments', resource: 'pay', auth: 'apiKey' } as const
const paySubscription = { product: 'Payments', resource: 'pay/s', auth: 'apiKey' } as const
const charge = { product: 'Payments', resource: 'payment/charge', auth: 'apiKey' } as const

export const charges = {
  'GET /api/pay/{shortId}': { ...payLink, name: 'Pay - Redirect - Get Payment Link', ...read },

  'GET /api/pay/s/{shortId}': { ...paySubscription, name: 'Pay - Redirect - Get Subscription Link', ...read },

  'POST /api/payment/charge/all': { ...charge, name: 'Get All Charges', ...read },
  'POST /api/payment/charge/create': {
    ...charge,
    name: 'Create Charge',
    kind: 'create',
    risk: 'money',
    queueable: false,
    confirmWith: created('POST /api/payment/charge/all'),
  },
  'POST /api/payment/charge/delete': {
    ...charge,
    name: 'Delete Charge',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.chargeId', 'body.id'],
    confirmWith: gone('POST /api/payment/charge/all'),
  },
  'POST /api/payment/charge/get': { ...charge, name: 'Get Charge', ...read },
  'POST /api/payment/charge/refund': {
    ...charge,
    name: 'Refund Charge',
    kind: 'act',
    risk: 'money',
    queueable: false,
    record: ['body.chargeId', 'body.id'],
    confirmWith: refundOfCharge,
  },
  'POST /api/payment/charge/reverse': {
    ...charge,
    name: 'Reverse Charge',
    kind: 'act',
    risk: 'money',
    queueable: false,
    record: ['body.chargeId', 'body.id'],
  },
  'POST /api/payment/charge/update': {
    ...charge,
    name: 'Update Charge',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.chargeId', 'body.id'],
    confirmWith: updated('POST /api/payment/charge/all'),
  },
  'PUT /api/payment/charge/update': {
    ...charge,
    name: 'charge update',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.chargeId', 'body.id'],
    confirmWith: updated('POST /api/payment/charge/all'),
  },
} satisfies Record<string, CatalogEntry>
