// What moved, what it cost, and what happened to it since.
import type { JsonObject } from '#contract/json.ts'
import { spelled } from '#answers/json.ts'
import { scalarText } from '#answers/roles.ts'
import type { ResourceSpec } from '../../../resources/types.ts'
import { amount, column, currency, customer, field, hinted, id, made, money, needed, search, status } from './fields.ts'
import { hasStatus, naming } from './parts.ts'

const resource = 'payment/transaction'
const idName = 'transactionId'
const named = naming(idName)

/** What moved for a charge goes back at the charge, where it is first read what went back already. */
function refundRefusal(record: JsonObject): string | undefined {
  if (scalarText(spelled(record, 'chargeId')) !== undefined) return 'billing.refusal.refundAtCharge'
  return hasStatus(record, resource, 'voided', 'failed') ? 'billing.refusal.refundTransaction' : undefined
}

export const transactions: ResourceSpec = {
  resource,
  title: 'billing.title.transactions',
  about: 'billing.about.transactions',
  icon: 'i-lucide-arrow-left-right',
  list: 'POST /api/payment/transaction/getAll',
  get: 'POST /api/payment/transaction/get',
  idName,
  create: {
    operation: 'POST /api/payment/transaction/create',
    label: 'billing.action.createTransaction',
    icon: 'i-lucide-plus',
    fields: [
      needed('customerId'),
      currency({ required: true }),
      amount('amount', { required: true }),
      field('type'),
      field('description'),
    ],
  },
  reads: [
    {
      operation: 'POST /api/payment/transaction/getDetails',
      label: 'billing.read.details',
      icon: 'i-lucide-list',
      start: named,
    },
    {
      operation: 'POST /api/payment/transaction/getEvents',
      label: 'billing.read.events',
      icon: 'i-lucide-history',
      start: named,
      columns: [column('type'), money, made, column('refundId', 'id', 8)],
    },
    {
      operation: 'POST /api/payment/transaction/checkStatus',
      label: 'billing.read.checkStatus',
      icon: 'i-lucide-activity',
      start: named,
    },
  ],
  actions: [
    {
      operation: 'POST /api/payment/transaction/calculateFee',
      label: 'billing.action.calculateFee',
      icon: 'i-lucide-calculator',
      fields: [currency(), amount('amount', { required: true })],
      start: naming(idName, 'currency', 'amount'),
    },
    {
      operation: 'POST /api/payment/transaction/update',
      label: 'billing.action.updateTransaction',
      icon: 'i-lucide-pencil',
      fields: [field('description', 'multiline')],
      start: naming(idName, 'description'),
    },
    {
      operation: 'POST /api/payment/transaction/refund',
      label: 'billing.action.refundTransaction',
      icon: 'i-lucide-undo-2',
      fields: [currency(), amount('amount', { required: true })],
      start: naming(idName, 'currency'),
      refusal: refundRefusal,
    },
    {
      operation: 'POST /api/payment/transaction/void',
      label: 'billing.action.voidTransaction',
      icon: 'i-lucide-circle-slash',
      start: named,
      refusal: (record) => (hasStatus(record, resource, 'voided') ? 'billing.refusal.voided' : undefined),
    },
    {
      operation: 'POST /api/payment/transaction/delete',
      label: 'billing.action.deleteTransaction',
      icon: 'i-lucide-trash-2',
      start: named,
    },
  ],
  columns: [column('type', 'text', 7), money, status, customer, column('chargeId', 'id', 8), made, id],
  searches: [
    search(
      'POST /api/payment/transaction/history',
      'history',
      [field('customerId'), hinted('status'), field('from', 'date'), field('to', 'date')],
      'i-lucide-history',
    ),
  ],
}

export const transactionsOf = (customerId: string): ResourceSpec => ({
  ...transactions,
  list: 'POST /api/payment/transaction/history',
  listParts: { body: { customerId } },
})
