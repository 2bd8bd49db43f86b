// Every change to a subscription decides what somebody pays next. Pausing, resuming, cancelling and trials show in a status
// whose values are not specified, so no read can prove them.
import { created, gone, read, updated } from '../columns.ts'
import type { CatalogEntry } from '../entry.ts'
import { subscriptionSearch } from '../suggested/payments.ts'

const subscription = { product: 'Payments', resource: 'payment/subscription', auth: 'apiKey' } as const

export const subscriptions = {
  'POST /api/payment/subscription/all':                 { ...subscription, name: 'Get All Subscriptions', ...read },
  'POST /api/payment/subscription/cancel':              { ...subscription, name: 'Cancel Subscription', kind: 'act', risk: 'money', queueable: false,
    record: ['body.id', 'body.subscriptionId'] },
  'POST /api/payment/subscription/changePlan':          { ...subscription, name: 'Change Plan', kind: 'update', risk: 'money', queueable: false,
    record: ['body.id', 'body.subscriptionId'], confirmWith: updated('POST /api/payment/subscription/all') },
  'POST /api/payment/subscription/create':              { ...subscription, name: 'Create Subscription', kind: 'create', risk: 'money', queueable: false,
    confirmWith: created('POST /api/payment/subscription/all') },
  'DELETE /api/payment/subscription/delete':            { ...subscription, name: 'Delete Subscription', kind: 'delete', risk: 'destroy', queueable: false,
    record: ['query.id', 'query.subscriptionId', 'body.id', 'body.subscriptionId'], confirmWith: gone('POST /api/payment/subscription/all') },
  'POST /api/payment/subscription/delete':              { ...subscription, name: 'Cancel/Delete Subscription', kind: 'delete', risk: 'destroy', queueable: false,
    record: ['body.id', 'body.subscriptionId'], confirmWith: gone('POST /api/payment/subscription/all') },
  'POST /api/payment/subscription/endTrial':            { ...subscription, name: 'End Trial', kind: 'act', risk: 'money', queueable: false,
    record: ['body.id', 'body.subscriptionId'] },
  'GET /api/payment/subscription/get':                  { ...subscription, name: 'Get Subscription', ...read },
  'POST /api/payment/subscription/get':                 { ...subscription, name: 'Get Subscription by Id', ...read },
  'GET /api/payment/subscription/getAll':               { ...subscription, name: 'Get All Subscriptions', ...read },
  'GET /api/payment/subscription/getHistory':           { ...subscription, name: 'Get Subscription History', ...read },
  'GET /api/payment/subscription/getInvoices':          { ...subscription, name: 'Get Subscription Invoices', ...read },
  'GET /api/payment/subscription/getNextBilling':       { ...subscription, name: 'Get Next Billing', ...read },
  'GET /api/payment/subscription/getStatus':            { ...subscription, name: 'Get Subscription Status', ...read },
  'GET /api/payment/subscription/getUsage':             { ...subscription, name: 'Get Subscription Usage', ...read },
  'POST /api/payment/subscription/pause':               { ...subscription, name: 'Pause Subscription', kind: 'act', risk: 'money', queueable: false,
    record: ['body.id', 'body.subscriptionId'] },
  'POST /api/payment/subscription/reactivate':          { ...subscription, name: 'Reactivate Subscription', kind: 'act', risk: 'money', queueable: false,
    record: ['body.id', 'body.subscriptionId'] },
  'POST /api/payment/subscription/resume':              { ...subscription, name: 'Resume Subscription', kind: 'act', risk: 'money', queueable: false,
    record: ['body.id', 'body.subscriptionId'] },
  'GET /api/payment/subscription/search':               { ...subscription, name: 'Search Subscriptions', ...read, suggested: subscriptionSearch },
  'GET /api/payment/subscription/searchByCustomer':     { ...subscription, name: 'Search By Customer', ...read },
  'GET /api/payment/subscription/searchByPlan':         { ...subscription, name: 'Search By Plan', ...read },
  'GET /api/payment/subscription/searchByStatus':       { ...subscription, name: 'Search By Status', ...read },
  'POST /api/payment/subscription/startTrial':          { ...subscription, name: 'Start Trial', kind: 'act', risk: 'money', queueable: false,
    record: ['body.id', 'body.subscriptionId'] },
  'POST /api/payment/subscription/update':              { ...subscription, name: 'Update Subscription', kind: 'update', risk: 'money', queueable: false,
    record: ['body.id', 'body.subscriptionId'], confirmWith: updated('POST /api/payment/subscription/all') },
  'PUT /api/payment/subscription/update':               { ...subscription, name: 'Update Subscription', kind: 'update', risk: 'money', queueable: false,
    record: ['body.id', 'body.subscriptionId'], confirmWith: updated('POST /api/payment/subscription/all') },
  'POST /api/payment/subscription/updatePaymentMethod': { ...subscription, name: 'Update Payment Method', kind: 'update', risk: 'money', queueable: false,
    record: ['body.id', 'body.subscriptionId'] },
} satisfies Record<string, CatalogEntry>
