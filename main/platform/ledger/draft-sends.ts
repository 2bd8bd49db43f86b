// The intents of a draft, for the lists of drafts: only the narrow columns.
import type { DraftSend } from '#contract/draft.ts'
import type { EnvironmentId, IntentState } from '#contract/models.ts'
import type { SqlValue } from '../../core/storage/types.ts'
import { valueAt } from './identity.ts'
import { parsed } from './rows.ts'

export const sendsSql = `SELECT id, operation, state, environment, draft_revision, request_id, coalesce(sent_at, created_at) AS at,
    CASE WHEN state = 'confirmed' THEN answer END AS answer, CASE WHEN state = 'rejected' THEN error END AS error
  FROM intents WHERE draft_id = ? ORDER BY id DESC LIMIT ?`

/** An event goes to as many destinations. */
export const mostDestinations = 64
const urgency: readonly IntentState[] = [
  'unknown',
  'rejected',
  'accepted',
  'sending',
  'queued',
  'cancelled',
  'confirmed',
]

/** Of the newest revision's intents the one that needs attention first, if any. `sends` are newest first. */
export function tellingSend(sends: readonly DraftSend[]): DraftSend[] {
  const newest = sends.filter(({ revision }) => revision === sends[0]?.revision)
  return newest.toSorted((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state)).slice(0, 1)
}

export function sendOf(row: Record<string, SqlValue>): DraftSend {
  const answer = parsed(row.answer)
  // An intent that a read confirmed has the record itself as its answer.
  const recordId = valueAt(answer, 'data.id') ?? valueAt(answer, 'id')
  const reason = valueAt(parsed(row.error), 'facts.reason')
  return {
    revision: Number(row.draft_revision),
    intent: String(row.id),
    operation: String(row.operation),
    state: String(row.state) as IntentState,
    environment: String(row.environment) as EnvironmentId,
    at: String(row.at),
    ...(typeof row.request_id === 'string' && { requestId: row.request_id }),
    ...((typeof recordId === 'string' || typeof recordId === 'number') && { recordId: String(recordId) }),
    ...(typeof reason === 'string' && { reason }),
  }
}
