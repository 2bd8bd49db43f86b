import { spelled } from '#answers/json.ts'
import { scalarText } from '#answers/roles.ts'
import type { JsonObject } from '#contract/json.ts'
import { hasStatus, naming } from '#records/resources/spec-parts.ts'
import type { ResourceSpec } from '#records/resources/types.ts'
import { createdAt, currency, customer, id, money, neededAmount, neededCurrency, parts, status } from './billing.ts'

const resource = 'payment/transaction'
const idName = 'transactionId'
const { action, column, field, hinted, needed, read, search } = parts
const named = { start: naming(idName) }

/** What moved for a charge is given back at the charge, where it is first checked what went back already. */
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
  create: action('POST /api/payment/transaction/create', 'createTransaction', 'i-lucide-plus', {
    fields: [needed('customerId'), neededCurrency, neededAmount, field('type'), field('description')],
  }),
  reads: [
    read('POST /api/payment/transaction/getDetails', 'details', 'i-lucide-list', named),
    read('POST /api/payment/transaction/getEvents', 'events', 'i-lucide-history', {
      ...named,
      columns: [column('type'), money, createdAt, column('refundId', 'id', 8)],
    }),
    read('POST /api/payment/transaction/checkStatus', 'checkStatus', 'i-lucide-activity', named),
  ],
  actions: [
    action('POST /api/payment/transaction/calculateFee', 'calculateFee', 'i-lucide-calculator', {
      fields: [currency(), neededAmount],
      start: naming(idName, 'currency', 'amount'),
    }),
    action('POST /api/payment/transaction/update', 'updateTransaction', 'i-lucide-pencil', {
      fields: [field('description', 'multiline')],
      start: naming(idName, 'description'),
    }),
    action('POST /api/payment/transaction/refund', 'refundTransaction', 'i-lucide-undo-2', {
      fields: [currency(), neededAmount],
      start: naming(idName, 'currency'),
      refusal: refundRefusal,
    }),
    action('POST /api/payment/transaction/void', 'voidTransaction', 'i-lucide-circle-slash', {
      ...named,
      refusal: (record) => (hasStatus(record, resource, 'voided') ? 'billing.refusal.voided' : undefined),
    }),
    action('POST /api/payment/transaction/delete', 'deleteTransaction', 'i-lucide-trash-2', named),
  ],
  columns: [column('type', 'text', 6), money, status, customer, column('chargeId', 'id', 8), createdAt, id],
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
