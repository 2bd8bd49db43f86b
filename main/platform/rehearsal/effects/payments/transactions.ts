import { stamp, text, type Answer, type Call, type Effects } from '../../call.ts'
import { list, page } from '../../lists.ts'
import { change, find, insert } from '../../records.ts'
import { impossible } from '../../refusal.ts'
import type { Stored } from '../../store.ts'
import { numberOf, textOf } from '../../values.ts'
import { amountOf, count, refund, remaining } from './money.ts'

const resource = 'payment/transaction'
const feePerMille = 29
const fixedFee = 30

export const transactions: Effects = {
  'POST /api/payment/transaction/create': (call) => ({
    data: insert(call, resource, {
      type: 'manual',
      ...call.body,
      amount: amountOf(call) ?? 0,
      currency: textOf(call.body.currency) ?? 'EUR',
      refundedAmount: 0,
    }),
  }),

  'POST /api/payment/transaction/calculateFee'(call) {
    const amount = amountOf(call) ?? 0
    const fee = amount === 0 ? 0 : Math.round((amount * feePerMille) / 1_000) + fixedFee
    return {
      data: { id: '', status: 'calculated', amount, fee, net: amount - fee, currency: text(call, 'currency') ?? 'EUR' },
    }
  },

  'POST /api/payment/transaction/checkStatus'(call) {
    const { id, status, updatedAt } = find(call, resource)
    return { data: { id, status, updatedAt, checkedAt: stamp(call) } }
  },

  'POST /api/payment/transaction/history': (call) => list(call, call.store.all(resource), true),

  'POST /api/payment/transaction/getDetails'(call) {
    const transaction = find(call, resource)
    return {
      data: { ...transaction, charge: chargeOf(call, transaction) ?? null, refunds: refundsOf(call, transaction) },
    }
  },

  'POST /api/payment/transaction/getEvents'(call) {
    const transaction = find(call, resource)
    const made = { at: transaction.createdAt, type: 'created', amount: transaction.amount ?? 0 }
    const refunded = refundsOf(call, transaction).map((one) => ({
      at: one.createdAt,
      type: 'refunded',
      amount: one.amount ?? 0,
      refundId: one.id,
    }))
    const voidedAt = textOf(transaction.voidedAt)
    const voided = voidedAt === undefined ? [] : [{ at: voidedAt, type: 'voided' }]
    return page(call, [made, ...refunded, ...voided], { id: transaction.id, status: transaction.status })
  },

  'POST /api/payment/transaction/void': voided,

  'POST /api/payment/transaction/refund'(call) {
    const transaction = find(call, resource)
    const charge = chargeOf(call, transaction)
    const [from, source] =
      charge === undefined ? ([resource, transaction] as const) : (['payment/charge', charge] as const)
    const left = Math.min(remaining(transaction), remaining(source))
    const amount = amountOf(call) ?? left
    if (amount > left) throw impossible('amount', `${amount} is more than the ${left} that can still be refunded`)
    const more = { transactionId: transaction.id }
    const record = refund(call, { resource: from, source, amount, status: 'succeeded', more })
    if (charge !== undefined) count(call, resource, transaction, amount)
    return { data: record }
  },
}

function voided(call: Call): Answer {
  const transaction = find(call, resource)
  const source = chargeOf(call, transaction)
  const refunded = numberOf(transaction.refundedAmount) + numberOf(source?.refundedAmount)
  if (transaction.status === 'voided' || refunded > 0)
    throw impossible('transactionId', 'was voided or refunded already')
  if (source !== undefined)
    change(call, 'payment/charge', source, { status: 'reversed', reversedAmount: remaining(source) })
  return { data: change(call, resource, transaction, { status: 'voided', voidedAt: stamp(call) }) }
}

function chargeOf(call: Call, transaction: Stored): Stored | undefined {
  return call.store.get('payment/charge', textOf(transaction.chargeId) ?? '')
}

function refundsOf(call: Call, { id, chargeId }: Stored): Stored[] {
  return call.store
    .all('payment/refund')
    .filter((one) => one.transactionId === id || (chargeId !== undefined && one.chargeId === chargeId))
}
