import type { JsonObject } from '#contract/json.ts'
import { scalarText } from '#answers/roles.ts'
import type { Deed } from '#contract/deed-schema.ts'
import { deedFor, moneyFacts } from '#answers/deeds.ts'
import { toPlatform, type AmountUnit, type Money } from '#answers/money.ts'
import type { OperationKey } from '#records/resources/types.ts'

/** `now`: at once. `pending`: made now, processed later. `charge`: through the charge itself. `reverse`: all that remains of the charge. */
export const ways = ['now', 'pending', 'charge', 'reverse'] as const
export type Way = (typeof ways)[number]

export const refundingOperations: readonly OperationKey[] = [
  'POST /api/payment/refund/fullrefund',
  'POST /api/payment/refund/partialrefund',
  'POST /api/payment/refund/create',
  'POST /api/payment/charge/refund',
  'POST /api/payment/charge/reverse',
]

export interface RefundRequest {
  operation: OperationKey
  body: JsonObject
}

/** The request always names the amount, also where it is all that remains. */
export function refundRequest(
  way: Way,
  chargeId: string,
  money: Money,
  charged: Money,
  unit: AmountUnit,
  reason: string,
): RefundRequest {
  const body: JsonObject = {
    chargeId,
    amount: toPlatform(money, unit),
    currency: money.currency,
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
  }
  return { operation: operationOf(way, money.minor === charged.minor), body }
}

function operationOf(way: Way, isFull: boolean): OperationKey {
  switch (way) {
    case 'now':
      return isFull ? 'POST /api/payment/refund/fullrefund' : 'POST /api/payment/refund/partialrefund'
    case 'pending':
      return 'POST /api/payment/refund/create'
    case 'charge':
      return 'POST /api/payment/charge/refund'
    case 'reverse':
      return 'POST /api/payment/charge/reverse'
  }
}

/** Who gets it is not told: the desk keeps no names of people. */
export const refundDeed = ({ operation, body }: RefundRequest, money: Money): Deed =>
  deedFor(operation === 'POST /api/payment/refund/create' ? 'refund_requested' : 'refunded', {
    id: scalarText(body.chargeId),
    ...moneyFacts(money),
  })
