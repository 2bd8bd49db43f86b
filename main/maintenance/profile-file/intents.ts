// Imports intents so that none can be sent by two machines.
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Evidence, IntentState } from '#contract/models.ts'
import { arrivingDeed } from '../../platform/ledger/deeds.ts'
import { isOpen } from '../../platform/ledger/states.ts'
import { restoredEvent } from '../../platform/ledger/resend-policy.ts'
import { classOf, isEncoderOperation } from '../../platform/catalog/class.ts'
import { operations } from '../../platform/catalog/index.ts'
import type { SqlValue } from '../../core/storage/types.ts'
import type { IntentRecord } from './format.ts'
import { missingReference, withoutSecrets, withSecrets } from './secrets.ts'

export const intentColumns = [
  'id',
  'reference',
  'operation',
  'state',
  'environment',
  'product',
  'risk',
  'place',
  'attempts',
  'created_at',
  'sent_at',
  'settled_at',
  'duration_ms',
  'status',
  'request_id',
  'account',
  'waiting',
  'error',
  'evidence',
  'answer',
  'request',
  'draft_id',
  'draft_revision',
  'held',
  'expects',
  'deed',
  'target',
] as const

type Column = (typeof intentColumns)[number]

/**
 * Queued intents stay queued but held; what may have been sent is unknown. The streaming software of another computer
 * can't be asked, so that a command to it is never open here.
 */
export function arrivingState(state: IntentState, operation: string): IntentState {
  if (isEncoderOperation(operation) && isOpen(state)) return 'rejected'
  return state === 'sending' ? 'unknown' : state
}

/** `at` is the time of the import. The ledger never resends an intent with the evidence of a restore. */
export function arrivingRow(record: IntentRecord, masked: (value: Json) => Json, at: string): SqlValue[] {
  const state = arrivingState(record.state, record.operation)
  const isLost = state !== record.state || state === 'unknown'
  const { value, places } = withoutSecrets(record.request as JsonObject)
  const request = withSecrets(masked(value), [...new Set([...record.secrets, ...places])], (place) =>
    missingReference(record.id, place),
  )
  const row: Record<Column, SqlValue> = {
    id: record.id,
    reference: record.reference,
    operation: record.operation,
    state,
    environment: record.environment,
    ...classOf(operations, record.operation, record.product),
    place: record.place,
    attempts: record.attempts,
    created_at: record.createdAt,
    sent_at: record.sentAt ?? null,
    settled_at: record.settledAt ?? null,
    duration_ms: record.durationMs ?? null,
    status: record.status ?? null,
    request_id: record.requestId ?? null,
    account: record.account ?? null,
    waiting: state === 'queued' ? JSON.stringify({ reason: 'held' }) : null,
    error: text(masked(((isLost ? (record.error ?? lost(record)) : record.error) as Json | undefined) ?? null)),
    evidence: JSON.stringify(masked([...record.evidence, ...arrival(state, at)] as Json)),
    answer: text(masked((record.answer ?? null) as Json)),
    request: JSON.stringify(request),
    draft_id: record.draft?.id ?? null,
    draft_revision: record.draft?.revision ?? null,
    held: state === 'queued' ? 1 : 0,
    expects: text(masked((record.expects ?? null) as Json)),
    deed: text(arrivingDeed(record.deed, operations.get(record.operation), masked) ?? null),
    target: isEncoderOperation(record.operation) ? 'encoder' : 'platform',
  }
  return intentColumns.map((column) => row[column])
}

function arrival(state: IntentState, at: string): Evidence[] {
  if (state === 'queued') return [{ at, event: restoredEvent, code: 'imported_queued' }]
  return state === 'unknown' ? [{ at, event: restoredEvent, code: 'imported_unknown' }] : []
}

const lost = ({ operation }: IntentRecord) =>
  new DeskError('unknown_outcome', 'Another desk was sending this when the profile file was written.', {
    facts: { reason: 'sent_by_another_desk' },
    operation,
  }).toShape()

const text = (value: Json): string | null => (value === null ? null : JSON.stringify(value))
