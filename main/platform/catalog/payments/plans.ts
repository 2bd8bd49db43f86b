// Plans carry prices. The specification has two spellings, `subscriptionplan` and `subscriptionPlan`; each write is
// confirmed through the list of its own.
import { created, gone, read, updated } from '../columns.ts'
import type { CatalogEntry } from '../entry.ts'
import { priceOf } from '../suggested/payments.ts'

const plan = { product: 'Payments', resource: 'payment/subscriptionplan', auth: 'apiKey' } as const
const planMixedCase = { product: 'Payments', resource: 'payment/subscriptionPlan', auth: 'apiKey' } as const

export const plans = {
  'POST /api/payment/subscriptionplan/all': { ...plan, name: 'Get All Subscriptions Plan', ...read },
  'POST /api/payment/subscriptionplan/create': {
    ...plan,
    name: 'Create Subscription Plan',
    kind: 'create',
    risk: 'money',
    queueable: false,
    confirmWith: created('POST /api/payment/subscriptionplan/all'),
  },
  'POST /api/payment/subscriptionplan/delete': {
    ...plan,
    name: 'Cancel/Delete Subscription Plan',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.planId'],
    confirmWith: gone('POST /api/payment/subscriptionplan/all'),
  },
  'POST /api/payment/subscriptionplan/get': { ...plan, name: 'Get Subscription Plan by Id', ...read },
  'POST /api/payment/subscriptionplan/update': {
    ...plan,
    name: 'Update Subscription Plan',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.planId'],
    confirmWith: updated('POST /api/payment/subscriptionplan/all'),
  },

  'POST /api/payment/subscriptionPlan/calculatePrice': {
    ...planMixedCase,
    name: 'Calculate Pricing',
    ...read,
    suggested: priceOf,
  },
  'DELETE /api/payment/subscriptionPlan/delete': {
    ...planMixedCase,
    name: 'Delete Subscription Plan',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['query.id', 'query.planId', 'body.id', 'body.planId'],
    confirmWith: gone('GET /api/payment/subscriptionPlan/getall'),
  },
  'GET /api/payment/subscriptionPlan/get': { ...planMixedCase, name: 'Get Subscription Plan', ...read },
  'GET /api/payment/subscriptionPlan/getall': { ...planMixedCase, name: 'Get All Subscription Plans', ...read },
  'GET /api/payment/subscriptionPlan/getFeatures': { ...planMixedCase, name: 'Get Features', ...read },
  'PUT /api/payment/subscriptionPlan/update': {
    ...planMixedCase,
    name: 'Update Subscription Plan',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.planId'],
    confirmWith: updated('GET /api/payment/subscriptionPlan/getall'),
  },
  'PUT /api/payment/subscriptionPlan/updateFeatures': {
    ...planMixedCase,
    name: 'Update Features',
    kind: 'update',
    risk: 'edit',
    queueable: false,
    record: ['body.id', 'body.planId'],
    confirmWith: updated('GET /api/payment/subscriptionPlan/getall'),
  },
} satisfies Record<string, CatalogEntry>
