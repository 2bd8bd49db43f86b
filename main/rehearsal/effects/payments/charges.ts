// Charges: what a customer paid, what of it went back, and the transaction that moved it.
import type { Answer, Call, Effects } from '../../call.ts'
import { change, find, insert } from '../../records.ts'
import { impossible } from '../../refusal.ts'
import { numberOf, textOf } from '../../values.ts'
import { amountOf, remaining } from './money.ts'
import { ofCharge } from './refunds.ts'

const resource = 'payment/charge'

export const charges: Effects = {
  'POST /api/payment/charge/create'(call) {
    const charge = insert(call, resource, {
      ...call.body,
      amount: amountOf(call) ?? 0,
      currency: textOf(call.body.currency) ?? 'EUR',
      refundedAmount: 0,
    })
    const { amount = 0, currency = 'EUR', customerId = null } = charge
    insert(call, 'payment/transaction', { type: 'charge', chargeId: charge.id, customerId, amount, currency })
    return { data: charge }
  },

  'POST /api/payment/charge/update': update,
  'PUT /api/payment/charge/update': update,

  'POST /api/payment/charge/refund': (call) => ofCharge(call, 'succeeded', amountOf(call)),

  'POST /api/payment/charge/reverse'(call) {
    const charge = find(call, resource)
    const left = remaining(charge)
    if (left <= 0) throw impossible('chargeId', `this charge is ${charge.status} and has nothing left to reverse`)
    return { data: change(call, resource, charge, { status: 'reversed', reversedAmount: left }) }
  },
}

/** What was refunded is counted, not written; the amount can't fall below it. */
function update(call: Call): Answer {
  const charge = find(call, resource)
  const refunded = numberOf(charge.refundedAmount)
  const amount = amountOf(call)
  if (amount !== undefined && amount < refunded)
    throw impossible('amount', `${refunded} of this charge went back already`)
  return {
    data: change(call, resource, charge, {
      ...call.body,
      refundedAmount: refunded,
      amount: amount ?? numberOf(charge.amount),
    }),
  }
}
