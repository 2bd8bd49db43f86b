// Refunds are confirmed by the charge's own search. Processing one changes an unspecified status, so the person
// decides.
import { refundSearchByCustomer } from '../bodies/refund-search-by-customer.ts'
import { effect, gone, read, updated } from '../columns.ts'
import type { CatalogEntry } from '../entry.ts'
import { byDateRange, refundSearch } from '../suggested/payments.ts'

const refund = { product: 'Payments', resource: 'payment/refund', auth: 'apiKey' } as const

export const refundOfCharge = effect('POST /api/payment/refund/searchbycharge', {
  send: { body: { chargeId: 'body.chargeId' } },
  fields: ['chargeId', 'amount'],
})

export const refunds = {
  'POST /api/payment/refund/all': { ...refund, name: 'Get All Refunds', ...read },
  'POST /api/payment/refund/create': {
    ...refund,
    name: 'Create Refund',
    kind: 'create',
    risk: 'money',
    queueable: false,
    record: ['body.chargeId'],
    confirmWith: refundOfCharge,
  },
  'POST /api/payment/refund/delete': {
    ...refund,
    name: 'Delete Refund',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.refundId'],
    confirmWith: gone('POST /api/payment/refund/all'),
  },
  'POST /api/payment/refund/fullrefund': {
    ...refund,
    name: 'Full Refund',
    kind: 'act',
    risk: 'money',
    queueable: false,
    record: ['body.chargeId'],
    confirmWith: refundOfCharge,
  },
  'POST /api/payment/refund/get': { ...refund, name: 'Get Refund', ...read },
  'POST /api/payment/refund/partialrefund': {
    ...refund,
    name: 'Partial Refund',
    kind: 'act',
    risk: 'money',
    queueable: false,
    record: ['body.chargeId'],
    confirmWith: refundOfCharge,
  },
  'POST /api/payment/refund/processrefund': {
    ...refund,
    name: 'Process Refund',
    kind: 'act',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.refundId'],
  },
  'POST /api/payment/refund/search': { ...refund, name: 'Search Refunds', ...read, suggested: refundSearch },
  'POST /api/payment/refund/searchbycharge': { ...refund, name: 'Search Refunds By Charge', ...read },
  'POST /api/payment/refund/searchbycustomer': {
    ...refund,
    name: 'Search Refunds By Customer',
    ...read,
    body: refundSearchByCustomer,
    paging: 'limit-offset',
  },
  'POST /api/payment/refund/searchbydaterange': {
    ...refund,
    name: 'Search Refunds By Date Range',
    ...read,
    suggested: byDateRange,
  },
  'POST /api/payment/refund/searchbystatus': { ...refund, name: 'Search Refunds By Status', ...read },
  'POST /api/payment/refund/update': {
    ...refund,
    name: 'Update Refund',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.refundId'],
    confirmWith: updated('POST /api/payment/refund/all'),
  },
} satisfies Record<string, CatalogEntry>
