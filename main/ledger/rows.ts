// Between an intent and its row. What is unreadable after damage is left out rather than keeping the rest from being seen.
import type { DeskErrorShape } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId, Evidence, Intent, IntentState } from '#contract/models.ts'
import type { Product } from '#contract/operation.ts'
import { classOf } from '../platform/catalog/class.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { SqlValue } from '../storage/types.ts'

type Row = Record<string, SqlValue>

export function insertValues(intent: Intent, place: number): SqlValue[] {
  return [
    intent.id,
    intent.reference,
    intent.operation,
    intent.state,
    intent.environment,
    intent.product,
    intent.risk,
    place,
    intent.attempts,
    intent.createdAt,
    intent.sentAt ?? null,
    intent.settledAt ?? null,
    whole(intent.durationMs),
    intent.status ?? null,
    intent.requestId ?? null,
    intent.account ?? null,
    json(intent.waiting),
    json(intent.error),
    JSON.stringify(intent.evidence),
    json(intent.answer),
    JSON.stringify(intent.request),
    ...contentValues(intent).slice(1),
    heldValue(intent),
  ]
}

/** In the order of the journal's second UPDATE: what only an edit changes. */
export function contentValues(intent: Intent): SqlValue[] {
  return [
    JSON.stringify(intent.request),
    intent.draft?.id ?? null,
    intent.draft?.revision ?? null,
    json(intent.expects),
  ]
}

/** In the order of the journal's UPDATE. */
export function updateValues(intent: Intent, place: number): SqlValue[] {
  return [
    intent.state,
    place,
    intent.attempts,
    intent.sentAt ?? null,
    intent.settledAt ?? null,
    whole(intent.durationMs),
    intent.status ?? null,
    intent.requestId ?? null,
    json(intent.waiting),
    json(intent.error),
    JSON.stringify(intent.evidence),
    json(intent.answer),
    heldValue(intent),
  ]
}

const heldValue = (intent: Intent): number => (intent.held === true ? 1 : 0)

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

const whole = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value))

/** Risk and product are the catalog's, whatever the row says. */
export function intentOf(row: Row, operations: ReadonlyMap<string, Operation>): Intent {
  const intent: Intent = {
    id: String(row.id),
    reference: String(row.reference),
    operation: String(row.operation),
    state: String(row.state) as IntentState,
    environment: String(row.environment) as EnvironmentId,
    ...classOf(operations, String(row.operation), String(row.product) as Product),
    request: (parsed(row.request) ?? {}) as Intent['request'],
    attempts: Number(row.attempts),
    createdAt: String(row.created_at),
    evidence: (parsed(row.evidence) ?? []) as unknown as Evidence[],
  }
  if (typeof row.account === 'string') intent.account = row.account
  if (typeof row.status === 'number') intent.status = row.status
  if (typeof row.request_id === 'string') intent.requestId = row.request_id
  if (typeof row.sent_at === 'string') intent.sentAt = row.sent_at
  if (typeof row.settled_at === 'string') intent.settledAt = row.settled_at
  if (typeof row.duration_ms === 'number') intent.durationMs = row.duration_ms
  const waiting = parsed(row.waiting)
  if (waiting !== undefined) intent.waiting = waiting as NonNullable<Intent['waiting']>
  const error = parsed(row.error)
  if (error !== undefined) intent.error = error as unknown as DeskErrorShape
  const answer = parsed(row.answer)
  if (answer !== undefined) intent.answer = answer
  if (row.held === 1) intent.held = true
  if (typeof row.draft_id === 'string' && typeof row.draft_revision === 'number')
    intent.draft = { id: row.draft_id, revision: row.draft_revision }
  const expects = parsed(row.expects)
  if (expects !== undefined) intent.expects = expects as NonNullable<Intent['expects']>
  return intent
}

/** The JSON of a column; undefined where there is none or it can't be read. */
export function parsed(value: SqlValue | undefined): Json | undefined {
  if (typeof value !== 'string') return undefined
  try {
    return JSON.parse(value) as Json
  } catch {
    return undefined
  }
}
