// What a customer is given for what was paid.
import type { ResourceSpec } from '../../../resources/types.ts'
import { column, customer, field, hinted, id, made, money, needed, search, status } from './fields.ts'
import { naming } from './parts.ts'

const idName = 'receiptId'

export const downloadReceipt = 'POST /api/payment/receipt/download'

export const receipts: ResourceSpec = {
  resource: 'payment/receipt',
  title: 'billing.title.receipts',
  about: 'billing.about.receipts',
  icon: 'i-lucide-receipt',
  list: 'POST /api/payment/receipt/getAll',
  get: 'POST /api/payment/receipt/get',
  idName,
  create: {
    operation: 'POST /api/payment/receipt/create',
    label: 'billing.action.createReceipt',
    icon: 'i-lucide-plus',
    fields: [needed('chargeId')],
  },
  reads: [
    {
      operation: 'POST /api/payment/receipt/format',
      label: 'billing.read.format',
      icon: 'i-lucide-text',
      start: naming(idName),
    },
  ],
  actions: [
    {
      operation: 'POST /api/payment/receipt/send',
      label: 'billing.action.sendReceipt',
      icon: 'i-lucide-send',
      fields: [hinted('email', 'email')],
      start: naming(idName),
    },
    {
      operation: 'POST /api/payment/receipt/resend',
      label: 'billing.action.resendReceipt',
      icon: 'i-lucide-repeat',
      fields: [hinted('email', 'email')],
      start: naming(idName),
    },
  ],
  columns: [money, status, customer, column('chargeId', 'id', 8), column('sentCount', 'whole', 6), made, id],
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
