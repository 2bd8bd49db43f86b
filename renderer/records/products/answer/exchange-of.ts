import { defined } from '#contract/defined.ts'
import { DeskError, type ErrorCode } from '#contract/errors.ts'
import type { Exchange, HistoryRecord } from '#contract/requests.ts'

/** Only a read's answer has its headers with it. */
export function exchangeOf(record: HistoryRecord): Exchange {
  const { id, operation, environment, at, outcome, status, requestId, durationMs, attempts, body, intent, wire } =
    record
  const error = intent?.error ?? wire?.error ?? errorOf(record)
  return {
    id,
    operation,
    environment,
    at: intent?.sentAt ?? at,
    outcome: outcome === 'answered' || outcome === 'refused' ? outcome : 'failed',
    durationMs: durationMs ?? 0,
    attempts,
    headers: wire?.headers ?? [],
    ...defined({ status, requestId, body }),
    ...(wire?.location === undefined ? {} : { location: wire.location }),
    ...defined({ error }),
  }
}

/** Of a read without its answer only the code and the message are kept. */
export function errorOf({ error, message, operation, status, requestId }: HistoryRecord): Exchange['error'] {
  if (error === undefined) return undefined
  return new DeskError(error as ErrorCode, message ?? error, {
    operation,
    ...defined({ status, requestId }),
  }).toShape()
}
