import { naming } from '#records/resources/spec-parts.ts'
import type { ResourceSpec } from '#records/resources/types.ts'
import { createdAt, customer, id, money, parts, status } from './billing.ts'

const idName = 'receiptId'
const { action, column, field, hinted, needed, read, search } = parts
const send = { fields: [hinted('email', 'email')], start: naming(idName) }

export const downloadReceipt = 'POST /api/payment/receipt/download'

export const receipts: ResourceSpec = {
  resource: 'payment/receipt',
  title: 'billing.title.receipts',
  about: 'billing.about.receipts',
  icon: 'i-lucide-receipt',
  list: 'POST /api/payment/receipt/getAll',
  get: 'POST /api/payment/receipt/get',
  idName,
  create: action('POST /api/payment/receipt/create', 'createReceipt', 'i-lucide-plus', {
    fields: [needed('chargeId')],
  }),
  reads: [read('POST /api/payment/receipt/format', 'format', 'i-lucide-text', { start: naming(idName) })],
  actions: [
    action('POST /api/payment/receipt/send', 'sendReceipt', 'i-lucide-send', send),
    action('POST /api/payment/receipt/resend', 'resendReceipt', 'i-lucide-repeat', send),
  ],
  columns: [money, status, customer, column('chargeId', 'id', 8), column('sentCount', 'whole', 6), createdAt, id],
  searches: [
    search('POST /api/payment/receipt/search', 'words', [
      field('query'),
      field('customerId'),
      field('chargeId'),
      hinted('status'),
    ]),
  ],
}

export const receiptsOf = (customerId: string): ResourceSpec => ({
  ...receipts,
  list: 'POST /api/payment/receipt/search',
  listParts: { body: { customerId } },
})
