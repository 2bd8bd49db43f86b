// What customers are asked to pay.
import type { FieldSpec, ResourceSpec } from '../../../resources/types.ts'
import {
  amount,
  column,
  currency,
  customer,
  field,
  hinted,
  id,
  inQuery,
  made,
  money,
  needed,
  search,
  status,
} from './fields.ts'
import { hasStatus, naming } from './parts.ts'

const resource = 'payment/invoice'
const fields: readonly FieldSpec[] = [
  needed('customerId'),
  currency({ required: true }),
  amount('amount', { required: true }),
  field('dueDate', 'date'),
  field('number'),
  field('description', 'multiline'),
]
const named = naming('invoiceId')

export const invoices: ResourceSpec = {
  resource,
  title: 'billing.title.invoices',
  about: 'billing.about.invoices',
  icon: 'i-lucide-file-text',
  list: 'GET /api/payment/invoice/getAll',
  get: 'GET /api/payment/invoice/get',
  idName: 'invoiceId',
  create: {
    operation: 'POST /api/payment/invoice/create',
    label: 'billing.action.createInvoice',
    icon: 'i-lucide-plus',
    fields,
  },
  actions: [
    {
      operation: 'POST /api/payment/invoice/send',
      label: 'billing.action.sendInvoice',
      icon: 'i-lucide-send',
      start: named,
      refusal: (record) => (hasStatus(record, resource, 'paid') ? 'billing.refusal.paid' : undefined),
    },
    {
      operation: 'POST /api/payment/invoice/resend',
      label: 'billing.action.resendInvoice',
      icon: 'i-lucide-repeat',
      start: named,
      refusal: (record) => (hasStatus(record, resource, 'draft') ? 'billing.refusal.neverSent' : undefined),
    },
    {
      operation: 'POST /api/payment/invoice/charge',
      label: 'billing.action.chargeInvoice',
      icon: 'i-lucide-credit-card',
      start: named,
      refusal: (record) => (hasStatus(record, resource, 'paid', 'void') ? 'billing.refusal.paid' : undefined),
    },
    {
      operation: 'POST /api/payment/invoice/update',
      label: 'billing.action.updateInvoice',
      icon: 'i-lucide-pencil',
      fields: [currency(), amount(), field('dueDate', 'date'), field('description', 'multiline')],
      start: naming('invoiceId', 'currency', 'amount', 'dueDate', 'description'),
    },
    {
      operation: 'POST /api/payment/invoice/delete',
      label: 'billing.action.deleteInvoice',
      icon: 'i-lucide-trash-2',
      start: named,
    },
  ],
  columns: [
    column('number', 'text', 8),
    money,
    status,
    column('description'),
    customer,
    column('dueDate', 'instant', 7),
    made,
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

/** Those of one customer, by the platform's own search. */
export const invoicesOf = (customerId: string): ResourceSpec => ({
  ...invoices,
  list: 'GET /api/payment/invoice/searchByCustomer',
  listParts: inQuery('customerId')(undefined, customerId),
})
