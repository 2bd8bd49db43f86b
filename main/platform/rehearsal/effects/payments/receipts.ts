import type { JsonObject } from '#contract/json.ts'
import { text, type Answer, type Call, type Effects } from '../../call.ts'
import { find, insert, lookUp } from '../../records.ts'
import type { Stored } from '../../store.ts'
import { numberOf, textOf } from '../../values.ts'
import { markSent } from './invoices.ts'

const resource = 'payment/receipt'

export const receipts: Effects = {
  'POST /api/payment/receipt/create'(call) {
    const chargeId = text(call, 'chargeId')
    const charge = chargeId === undefined ? undefined : lookUp(call, 'payment/charge', chargeId)
    const { amount = 0, currency = 'EUR', customerId = null }: JsonObject = charge ?? {}
    return { data: insert(call, resource, { amount, currency, customerId, ...call.body }) }
  },

  'POST /api/payment/receipt/send': send,
  'POST /api/payment/receipt/resend': send,

  'POST /api/payment/receipt/format'(call) {
    const receipt = find(call, resource)
    return { data: { id: receipt.id, status: receipt.status, format: 'text', content: document(receipt) } }
  },

  'POST /api/payment/receipt/download'(call) {
    const receipt = find(call, resource)
    const { id, status } = receipt
    const content = Buffer.from(document(receipt)).toString('base64')
    return {
      data: { id, status, fileName: `${id}.txt`, contentType: 'text/plain', encoding: 'base64', content },
    }
  },
}

function send(call: Call): Answer {
  return { data: markSent(call, resource, find(call, resource), 'sent') }
}

function document(receipt: Stored): string {
  const amount = (numberOf(receipt.amount) / 100).toFixed(2)
  return [
    'Night show, practice receipt',
    `Receipt ${receipt.id}`,
    `Charge ${textOf(receipt.chargeId) ?? '-'}`,
    `Customer ${textOf(receipt.customerId) ?? '-'}`,
    `Amount ${amount} ${textOf(receipt.currency) ?? 'EUR'}`,
    `Issued ${receipt.createdAt}`,
    '',
  ].join('\n')
}
