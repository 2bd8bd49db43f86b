import type { Intent } from '#contract/models.ts'
import type { AnswerBody, Exchange } from '#contract/requests.ts'

/** What is known of a write on the wire once the desk remembers no more of it than the ledger does. */
export function exchangeOf(intent: Intent, body: AnswerBody | undefined): Exchange {
  const { id, operation, environment, createdAt, sentAt, status, requestId, durationMs, attempts, error } = intent
  return {
    id,
    operation,
    environment,
    at: sentAt ?? createdAt,
    outcome: intent.state === 'confirmed' || (status !== undefined && status < 400) ? 'answered' : status === undefined ? 'failed' : 'refused',
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
    durationMs: durationMs ?? 0,
    attempts,
    headers: [],
    ...(body === undefined ? {} : { body }),
    ...(error === undefined ? {} : { error }),
  }
}
