import { DeskError } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Exchange, HistoryRecord } from '#contract/requests.ts'

/** A kept entry as the viewer of answers takes it. Its headers were not kept. */
export function exchangeOf(record: HistoryRecord): Exchange {
  const { id, operation, environment, at, outcome, status, requestId, durationMs, attempts, body, intent } = record
  const error = intent?.error ?? errorOf(record)
  return {
    id,
    operation,
    environment,
    at: intent?.sentAt ?? at,
    outcome: outcome === 'answered' || outcome === 'refused' ? outcome : 'failed',
    durationMs: durationMs ?? 0,
    attempts,
    headers: [],
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(body === undefined ? {} : { body }),
    ...(error === undefined ? {} : { error }),
  }
}

/** Of a read only the code and the message are kept. */
export function errorOf({ error, message, operation, status, requestId }: HistoryRecord): Exchange['error'] {
  if (error === undefined) return undefined
  return new DeskError(error as ErrorCode, message ?? error, { operation, ...(status === undefined ? {} : { status }), ...(requestId === undefined ? {} : { requestId }) }).toShape()
}
