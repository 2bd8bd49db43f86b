// A void changes an unspecified status, so no read proves it; calculating a fee and checking a status only read.
import { created, effect, gone, read, updated } from '../columns.ts'
import type { CatalogEntry } from '../entry.ts'
import { feeOf } from '../suggested/payments.ts'

const transaction = { product: 'Payments', resource: 'payment/transaction', auth: 'apiKey' } as const

export const transactions = {
  'POST /api/payment/transaction/calculateFee': {
    ...transaction,
    name: 'Transaction - CalculateFee',
    ...read,
    suggested: feeOf,
  },
  'POST /api/payment/transaction/checkStatus': { ...transaction, name: 'Transaction - CheckStatus', ...read },
  'POST /api/payment/transaction/create': {
    ...transaction,
    name: 'Transaction - Create',
    kind: 'create',
    risk: 'money',
    queueable: false,
    confirmWith: created('POST /api/payment/transaction/getAll'),
  },
  'POST /api/payment/transaction/delete': {
    ...transaction,
    name: 'Transaction - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.transactionId'],
    confirmWith: gone('POST /api/payment/transaction/getAll'),
  },
  'POST /api/payment/transaction/get': { ...transaction, name: 'Transaction - Get', ...read },
  'POST /api/payment/transaction/getAll': { ...transaction, name: 'Transaction - GetAll', ...read },
  'POST /api/payment/transaction/getDetails': { ...transaction, name: 'Transaction - GetDetails', ...read },
  'POST /api/payment/transaction/getEvents': { ...transaction, name: 'Transaction - GetEvents', ...read },
  'POST /api/payment/transaction/history': { ...transaction, name: 'Transaction - TransactionHistory', ...read },
  'POST /api/payment/transaction/refund': {
    ...transaction,
    name: 'Transaction - Refund',
    kind: 'act',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.transactionId'],
    confirmWith: effect('POST /api/payment/refund/all', { fields: ['transactionId', 'amount'] }),
  },
  'POST /api/payment/transaction/update': {
    ...transaction,
    name: 'Transaction - Update',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.transactionId'],
    confirmWith: updated('POST /api/payment/transaction/getAll'),
  },
  'POST /api/payment/transaction/void': {
    ...transaction,
    name: 'Transaction - Void',
    kind: 'act',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.transactionId'],
  },
} satisfies Record<string, CatalogEntry>
