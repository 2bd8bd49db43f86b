import { hasStatus, naming } from '#records/resources/spec-parts.ts'
import type { ResourceSpec } from '#records/resources/types.ts'
import { createdAt, currency, customer, id, money, neededAmount, neededCurrency, parts, status } from './billing.ts'

const resource = 'payment/invoice'
const { action, column, field, hinted, needed, search } = parts
const named = { start: naming('invoiceId') }

export const invoices: ResourceSpec = {
  resource,
  title: 'billing.title.invoices',
  about: 'billing.about.invoices',
  icon: 'i-lucide-file-text',
  list: 'GET /api/payment/invoice/getAll',
  get: 'GET /api/payment/invoice/get',
  idName: 'invoiceId',
  create: action('POST /api/payment/invoice/create', 'createInvoice', 'i-lucide-plus', {
    fields: [
      needed('customerId'),
      neededCurrency,
      neededAmount,
      field('dueDate', 'date'),
      field('number'),
      field('description', 'multiline'),
    ],
  }),
  actions: [
    action('POST /api/payment/invoice/send', 'sendInvoice', 'i-lucide-send', {
      ...named,
      refusal: (record) => (hasStatus(record, resource, 'paid') ? 'billing.refusal.paid' : undefined),
    }),
    action('POST /api/payment/invoice/resend', 'resendInvoice', 'i-lucide-repeat', {
      ...named,
      refusal: (record) => (hasStatus(record, resource, 'draft') ? 'billing.refusal.neverSent' : undefined),
    }),
    action('POST /api/payment/invoice/charge', 'chargeInvoice', 'i-lucide-credit-card', {
      ...named,
      refusal: (record) => (hasStatus(record, resource, 'paid', 'void') ? 'billing.refusal.paid' : undefined),
    }),
    action('POST /api/payment/invoice/update', 'updateInvoice', 'i-lucide-pencil', {
      fields: [currency(), parts.money('amount'), field('dueDate', 'date'), field('description', 'multiline')],
      start: naming('invoiceId', 'currency', 'amount', 'dueDate', 'description'),
    }),
    action('POST /api/payment/invoice/delete', 'deleteInvoice', 'i-lucide-trash-2', named),
  ],
  columns: [
    column('number', 'text', 8),
    money,
    status,
    customer,
    column('description'),
    column('dueDate', 'instant', 7),
    createdAt,
    id,
  ],
  searches: [
    search('GET /api/payment/invoice/search', 'words', [field('query')]),
    search(
      'GET /api/payment/invoice/searchByStatus',
      'byStatus',
      [hinted('status', 'text', { required: true })],
      'i-lucide-circle-dot',
    ),
    search(
      'GET /api/payment/invoice/searchByDateRange',
      'byDate',
      [field('from', 'date'), field('to', 'date')],
      'i-lucide-calendar-range',
    ),
    search('GET /api/payment/invoice/searchByCustomer', 'byCustomer', [needed('customerId')], 'i-lucide-user'),
  ],
}

export const invoicesOf = (customerId: string): ResourceSpec => ({
  ...invoices,
  list: 'GET /api/payment/invoice/searchByCustomer',
  listParts: { query: { customerId } },
})
