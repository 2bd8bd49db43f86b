// Invoices: written, sent, reminded of, and charged once.
import type { Call, Effects } from '../../call.ts'
import { stamp } from '../../call.ts'
import { change, find, insert } from '../../records.ts'
import { impossible } from '../../refusal.ts'
import type { Stored } from '../../store.ts'
import { numberOf, textOf } from '../../values.ts'
import { amountOf } from './money.ts'

const resource = 'payment/invoice'

export const invoices: Effects = {
  'POST /api/payment/invoice/create': (call) => ({
    data: insert(call, resource, {
      ...call.body,
      amount: amountOf(call) ?? 0,
      currency: textOf(call.body.currency) ?? 'EUR',
    }),
  }),

  'POST /api/payment/invoice/send'(call) {
    const invoice = find(call, resource)
    if (invoice.status === 'paid') throw impossible('invoiceId', 'this invoice is paid')
    return { data: sent(call, invoice) }
  },

  'POST /api/payment/invoice/resend'(call) {
    const invoice = find(call, resource)
    if (invoice.status === 'draft') throw impossible('invoiceId', 'this invoice was never sent')
    return { data: sent(call, invoice) }
  },

  'POST /api/payment/invoice/charge'(call) {
    const invoice = find(call, resource)
    if (invoice.status === 'paid' || invoice.status === 'void')
      throw impossible('invoiceId', `this invoice is ${invoice.status}`)
    const { amount = 0, currency = 'EUR', customerId = null } = invoice
    const charge = insert(call, 'payment/charge', {
      invoiceId: invoice.id,
      customerId,
      amount,
      currency,
      refundedAmount: 0,
    })
    insert(call, 'payment/transaction', { type: 'charge', chargeId: charge.id, customerId, amount, currency })
    return { data: change(call, resource, invoice, { status: 'paid', paidAt: stamp(call), chargeId: charge.id }) }
  },
}

function sent(call: Call, invoice: Stored): Stored {
  const status = invoice.status === 'draft' ? 'sent' : invoice.status
  return change(call, resource, invoice, { status, sentAt: stamp(call), sentCount: numberOf(invoice.sentCount) + 1 })
}
