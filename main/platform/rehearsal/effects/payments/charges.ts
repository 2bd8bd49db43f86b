import type { JsonObject } from '#contract/json.ts'
import type { Answer, Call, Effects } from '../../call.ts'
import { change, find, insert } from '../../records.ts'
import { impossible } from '../../refusal.ts'
import type { Stored } from '../../store.ts'
import { numberOf, textOf } from '../../values.ts'
import { amountOf, remaining } from './money.ts'
import { ofCharge } from './refunds.ts'

const resource = 'payment/charge'

export const charges: Effects = {
  'POST /api/payment/charge/create'(call) {
    return {
      data: createCharge(call, {
        ...call.body,
        amount: amountOf(call) ?? 0,
        currency: textOf(call.body.currency) ?? 'EUR',
      }),
    }
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

export function createCharge(call: Call, data: JsonObject): Stored {
  const charge = insert(call, resource, { ...data, refundedAmount: 0 })
  const { id: chargeId, amount = 0, currency = 'EUR', customerId = null } = charge
  insert(call, 'payment/transaction', { type: 'charge', chargeId, customerId, amount, currency })
  return charge
}

/** The refunded amount can't be set, and the amount can't be less. */
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
