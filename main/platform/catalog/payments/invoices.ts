// An invoice binds its customer once it is made, charged or sent. Its status values are not specified, so no read
// proves that.
import { created, gone, read, updated } from '../columns.ts'
import type { CatalogEntry } from '../entry.ts'
import { byDateRange, invoiceSearch } from '../suggested/payments.ts'

const invoice = { product: 'Payments', resource: 'payment/invoice', auth: 'apiKey' } as const

export const invoices = {
  'POST /api/payment/invoice/charge': {
    ...invoice,
    name: 'Invoice - Charge',
    kind: 'act',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.invoiceId'],
  },
  'POST /api/payment/invoice/create': {
    ...invoice,
    name: 'Invoice - Create',
    kind: 'create',
    risk: 'money',
    queueable: false,
    confirmWith: created('GET /api/payment/invoice/getAll'),
  },
  'POST /api/payment/invoice/delete': {
    ...invoice,
    name: 'Invoice - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.invoiceId'],
    confirmWith: gone('GET /api/payment/invoice/getAll'),
  },
  'GET /api/payment/invoice/get': { ...invoice, name: 'Invoice - Get', ...read },
  'GET /api/payment/invoice/getAll': { ...invoice, name: 'Invoice - Get All', ...read },
  'POST /api/payment/invoice/resend': {
    ...invoice,
    name: 'Invoice - Resend',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    record: ['body.id', 'body.invoiceId'],
  },
  'GET /api/payment/invoice/search': { ...invoice, name: 'Invoice - Search', ...read, suggested: invoiceSearch },
  'GET /api/payment/invoice/searchByCustomer': { ...invoice, name: 'Invoice - Search By Customer', ...read },
  'GET /api/payment/invoice/searchByDateRange': {
    ...invoice,
    name: 'Invoice - Search By Date Range',
    ...read,
    suggested: byDateRange,
  },
  'GET /api/payment/invoice/searchByStatus': { ...invoice, name: 'Invoice - Search By Status', ...read },
  'POST /api/payment/invoice/send': {
    ...invoice,
    name: 'Invoice - Send',
    kind: 'act',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.invoiceId'],
  },
  'POST /api/payment/invoice/update': {
    ...invoice,
    name: 'Invoice - Update',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.invoiceId'],
    confirmWith: updated('GET /api/payment/invoice/getAll'),
  },
} satisfies Record<string, CatalogEntry>
