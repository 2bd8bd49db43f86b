// Refunds. A created refund is pending and reserves its amount; full and partial refunds are done at once.
import { given, text, type Answer, type Call, type Effects } from '../../call.ts'
import { change, find, related } from '../../records.ts'
import { impossible } from '../../refusal.ts'
import type { Stored } from '../../store.ts'
import { numberOf, textOf } from '../../values.ts'
import { amountOf, count, refund, remaining, type RefundRequest } from './money.ts'

const refundResource = 'payment/refund'
const chargeResource = 'payment/charge'
const fixed = ['amount', 'currency', 'chargeId', 'transactionId', 'customerId'] as const

export const refunds: Effects = {
  'POST /api/payment/refund/create': (call) => ofCharge(call, 'pending', amountOf(call)),

  'POST /api/payment/refund/fullrefund'(call) {
    const charge = related(call, chargeResource, 'chargeId', 'id')
    return {
      data: refund(call, { resource: chargeResource, source: charge, amount: remaining(charge), status: 'succeeded' }),
    }
  },

  'POST /api/payment/refund/partialrefund'(call) {
    const amount = amountOf(call)
    if (amount === undefined) throw impossible('amount', 'a partial refund says how much')
    return ofCharge(call, 'succeeded', amount)
  },

  'POST /api/payment/refund/processrefund'(call) {
    if (text(call, 'refundId', 'id') === undefined) return ofCharge(call, 'succeeded', amountOf(call))
    const pending = find(call, refundResource)
    if (pending.status !== 'pending') throw impossible('refundId', `this refund is ${pending.status}`)
    return { data: change(call, refundResource, pending, { status: 'succeeded' }) }
  },

  'POST /api/payment/refund/update'(call) {
    const record = find(call, refundResource)
    for (const name of fixed) {
      const sent = given(call, name)
      if (sent !== undefined && sent !== record[name]) throw impossible(name, "can't be changed once a refund is made")
    }
    return { data: change(call, refundResource, record, call.body) }
  },

  'POST /api/payment/refund/delete'(call) {
    const record = find(call, refundResource)
    if (record.status === 'pending') giveBack(call, record)
    call.store.remove(refundResource, record.id)
    return { data: { ...record, status: 'deleted' } }
  },
}

/** Refunds the named charge; without an amount, all that remains. */
export function ofCharge(call: Call, status: RefundRequest['status'], amount: number | undefined): Answer {
  const source = related(call, chargeResource, 'chargeId', 'id')
  return { data: refund(call, { resource: chargeResource, source, amount: amount ?? remaining(source), status }) }
}

function giveBack(call: Call, record: Stored): void {
  const resource = textOf(record.chargeId) === undefined ? 'payment/transaction' : chargeResource
  const source = call.store.get(resource, textOf(record.chargeId) ?? textOf(record.transactionId) ?? '')
  if (source !== undefined) count(call, resource, source, -numberOf(record.amount))
}
