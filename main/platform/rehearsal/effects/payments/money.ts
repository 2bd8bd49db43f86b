// Money in minor units (cents), whole numbers only, so that a refund is refused where a real one would be.
import type { JsonObject } from '#contract/json.ts'
import { given, text, type Call } from '../../call.ts'
import { change, insert } from '../../records.ts'
import { impossible } from '../../refusal.ts'
import type { Stored } from '../../store.ts'
import { numberOf, textOf, integerOf } from '../../values.ts'

const closed = ['reversed', 'failed', 'voided']

/** The `amount` that was sent. Throws 400 for anything but a whole number from 0. */
export function amountOf(call: Call): number | undefined {
  const sent = given(call, 'amount')
  if (sent === undefined) return undefined
  const amount = integerOf(sent)
  if (amount === undefined || amount < 0) throw impossible('amount', 'must be a whole number of minor units, from 0')
  return amount
}

export function remaining(source: Stored): number {
  if (closed.includes(source.status)) return 0
  return numberOf(source.amount) - numberOf(source.refundedAmount)
}

export interface RefundRequest {
  resource: 'payment/charge' | 'payment/transaction'
  source: Stored
  amount: number
  status: 'pending' | 'succeeded'
  more?: JsonObject
}

/** Stores a refund and counts it against its source. Throws 400 for nothing, more than remains, or another currency. */
export function refund(call: Call, { resource, source, amount, status, more = {} }: RefundRequest): Stored {
  const left = remaining(source)
  if (amount <= 0) throw impossible('amount', 'nothing is left to refund, or nothing was asked for')
  if (amount > left) throw impossible('amount', `${amount} is more than the ${left} that can still be refunded`)
  const currency = textOf(source.currency) ?? 'EUR'
  const asked = text(call, 'currency') ?? currency
  if (asked.toUpperCase() !== currency.toUpperCase()) throw impossible('currency', `this was paid in ${currency}`)
  const record = insert(call, 'payment/refund', {
    ...call.body,
    id: null,
    [resource === 'payment/charge' ? 'chargeId' : 'transactionId']: source.id,
    customerId: source.customerId ?? null,
    ...more,
    amount,
    currency,
    status,
  })
  count(call, resource, source, amount)
  return record
}

/** Adds to the refunded amount; a negative number gives back. */
export function count(call: Call, resource: string, source: Stored, by: number): void {
  const refundedAmount = numberOf(source.refundedAmount) + by
  change(call, resource, source, { refundedAmount, status: statusAfter(source, refundedAmount) })
}

function statusAfter(source: Stored, refundedAmount: number): string {
  if (closed.includes(source.status)) return source.status
  if (refundedAmount === 0) return 'succeeded'
  return refundedAmount >= numberOf(source.amount) ? 'refunded' : 'partially_refunded'
}
