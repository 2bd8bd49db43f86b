// Receipts report money that has moved. Making one dates it and sending one is an e-mail, so neither waits in the
// queue.
import { created, read } from '../columns.ts'
import type { CatalogEntry } from '../entry.ts'
import { receiptSearch } from '../suggested/payments.ts'

const receipt = { product: 'Payments', resource: 'payment/receipt', auth: 'apiKey' } as const

export const receipts = {
  'POST /api/payment/receipt/create': {
    ...receipt,
    name: 'Receipt - Create',
    kind: 'create',
    risk: 'edit',
    queueable: false,
    confirmWith: created('POST /api/payment/receipt/getAll'),
  },
  'POST /api/payment/receipt/download': { ...receipt, name: 'Receipt - Download', ...read },
  'POST /api/payment/receipt/format': { ...receipt, name: 'Receipt - Format', ...read },
  'POST /api/payment/receipt/get': { ...receipt, name: 'Receipt - Get', ...read },
  'POST /api/payment/receipt/getAll': { ...receipt, name: 'Receipt - Get All', ...read },
  'POST /api/payment/receipt/resend': {
    ...receipt,
    name: 'Receipt - Resend',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    record: ['body.id', 'body.receiptId'],
  },
  'POST /api/payment/receipt/search': { ...receipt, name: 'Receipt - Search', ...read, suggested: receiptSearch },
  'POST /api/payment/receipt/send': {
    ...receipt,
    name: 'Receipt - Send',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    record: ['body.id', 'body.receiptId'],
  },
} satisfies Record<string, CatalogEntry>
