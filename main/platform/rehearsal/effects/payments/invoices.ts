import { stamp, type Call, type Effects } from '../../call.ts'
import { change, find, insert } from '../../records.ts'
import { impossible } from '../../refusal.ts'
import type { Stored } from '../../store.ts'
import { numberOf, textOf } from '../../values.ts'
import { createCharge } from './charges.ts'
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
    return { data: markSent(call, resource, invoice, invoice.status === 'draft' ? 'sent' : invoice.status) }
  },

  'POST /api/payment/invoice/resend'(call) {
    const invoice = find(call, resource)
    if (invoice.status === 'draft') throw impossible('invoiceId', 'this invoice was never sent')
    return { data: markSent(call, resource, invoice, invoice.status) }
  },

  'POST /api/payment/invoice/charge'(call) {
    const invoice = find(call, resource)
    if (invoice.status === 'paid' || invoice.status === 'void')
      throw impossible('invoiceId', `this invoice is ${invoice.status}`)
    const { id: invoiceId, amount = 0, currency = 'EUR', customerId = null } = invoice
    const charge = createCharge(call, { invoiceId, customerId, amount, currency })
    return { data: change(call, resource, invoice, { status: 'paid', paidAt: stamp(call), chargeId: charge.id }) }
  },
}

export function markSent(call: Call, of: string, record: Stored, status: string): Stored {
  return change(call, of, record, { status, sentAt: stamp(call), sentCount: numberOf(record.sentCount) + 1 })
}
