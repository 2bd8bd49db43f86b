import { isUnsettled, type EnvironmentId, type Intent } from '#contract/models.ts'
import { mentions } from '#records/resources/request/request.ts'
import type { RefundLine } from './lines.ts'
import { refundingOperations } from './refund-request.ts'

/** Clocks differ, and a list may be written a moment before the answer. */
const skewMs = 120_000
/** How long a list may take to show what was confirmed. */
const settlingMs = 120_000

export interface PendingMoney {
  /** Or accepted, and not done yet. */
  unknown: Intent[]
  sending: Intent[]
  /** Confirmed a moment ago and not in the platform's list yet. */
  settling: Intent[]
}

/** This desk's own movements of money of a charge, which the platform's list may not show yet. `now` in milliseconds. */
export function pendingOn(
  intents: readonly Intent[],
  chargeId: string,
  environment: EnvironmentId,
  lines: readonly RefundLine[],
  now: number,
): PendingMoney {
  const here = intents.filter(
    (intent) =>
      intent.environment === environment && intent.risk === 'money' && mentions({ ...intent.request }, chargeId),
  )
  const confirmed = here.filter(
    ({ state, operation, settledAt }) =>
      state === 'confirmed' &&
      makesRefund(operation) &&
      settledAt !== undefined &&
      now - Date.parse(settledAt) < settlingMs,
  )
  return {
    unknown: here.filter(({ state }) => isUnsettled(state)),
    sending: here.filter(({ state }) => state === 'sending' || state === 'queued'),
    settling: unseen(confirmed, lines),
  }
}

export function foundSince(lines: readonly RefundLine[], intent: Pick<Intent, 'sentAt' | 'createdAt'>): RefundLine[] {
  const from = Date.parse(intent.sentAt ?? intent.createdAt) - skewMs
  return lines.filter(({ at }) => at === undefined || at >= from)
}

/** The newest ones that the list does not show: it has fewer lines since the first of them than were confirmed. */
function unseen(confirmed: readonly Intent[], lines: readonly RefundLine[]): Intent[] {
  const [first, ...rest] = [...confirmed].sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  if (first === undefined) return []
  const missing = confirmed.length - foundSince(lines, first).length
  return missing <= 0 ? [] : [first, ...rest].slice(-missing)
}

const makesRefund = (operation: string): boolean =>
  operation !== 'POST /api/payment/charge/reverse' && refundingOperations.some((one) => one === operation)
