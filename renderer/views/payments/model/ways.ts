// The ways in which money of a charge goes back, each an operation of the platform, and the request of each.
import type { JsonObject } from '#contract/json.ts'
import { toPlatform } from '#answers/money.ts'
import type { AmountUnit, Money } from '#answers/money.ts'
import type { OperationKey } from '../../../resources/types.ts'

/** `now`: at once, in full or in part. `pending`: made, and processed later. `charge`: through the charge itself. `reverse`: takes the charge back, all that remains. */
export const ways = ['now', 'pending', 'charge', 'reverse'] as const
export type Way = (typeof ways)[number]

/** Operations that give money of a charge back, wherever they are sent from. */
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

/** The request for an amount that was checked against what remains. It always says the amount, also for all of it. */
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

function operationOf(way: Way, whole: boolean): OperationKey {
  switch (way) {
    case 'now':
      return whole ? 'POST /api/payment/refund/fullrefund' : 'POST /api/payment/refund/partialrefund'
    case 'pending':
      return 'POST /api/payment/refund/create'
    case 'charge':
      return 'POST /api/payment/charge/refund'
    case 'reverse':
      return 'POST /api/payment/charge/reverse'
  }
}
