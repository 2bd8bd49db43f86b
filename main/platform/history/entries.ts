import type { EnvironmentId, IntentState } from '#contract/models.ts'
import type { Product } from '#contract/operation.ts'
import type { HistoryEntry, HistoryOutcome } from '#contract/requests.ts'
import { deedOf } from '../ledger/rows.ts'
import { classOf } from '../catalog/class.ts'
import type { Operation } from '../catalog/entry.ts'
import type { SqlValue } from '../../core/storage/types.ts'

type Row = Record<string, SqlValue>
export type EntryKind = HistoryEntry['kind']

export const writeOutcomes: Record<IntentState, HistoryOutcome> = {
  confirmed: 'answered',
  rejected: 'refused',
  unknown: 'unknown',
  queued: 'open',
  sending: 'open',
  accepted: 'open',
  cancelled: 'cancelled',
}

const marks = 'm.pinned_at AS pinned'
const shared = 'h.id, h.operation, h.product, h.environment, h.status, h.request_id, h.duration_ms, h.attempts'

/** Columns of an entry with its pin, without the large ones. */
export const selections: Record<EntryKind, string> = {
  read: `SELECT 'read' AS kind, ${shared}, h.at, h.outcome, h.bytes, h.error, h.answer IS NOT NULL AS kept, ${marks} FROM reads AS h LEFT JOIN marks AS m ON m.id = h.id`,
  write: `SELECT 'write' AS kind, ${shared}, h.created_at AS at, h.state, h.error ->> '$.code' AS error, h.answer IS NOT NULL AS kept, h.deed, ${marks} FROM intents AS h LEFT JOIN marks AS m ON m.id = h.id`,
}

/** Risk and product of a write come from the catalog. */
export function entryOf(row: Row, operations: ReadonlyMap<string, Operation>): HistoryEntry {
  const kept = String(row.product) as Product
  const { risk, product } =
    row.kind === 'read' ? { risk: 'read' as const, product: kept } : classOf(operations, String(row.operation), kept)
  const entry: HistoryEntry = {
    id: String(row.id),
    kind: row.kind === 'read' ? 'read' : 'write',
    at: String(row.at),
    operation: String(row.operation),
    product,
    environment: String(row.environment) as EnvironmentId,
    risk,
    outcome:
      row.kind === 'read' ? (String(row.outcome) as HistoryOutcome) : writeOutcomes[String(row.state) as IntentState],
    attempts: Number(row.attempts),
    pinned: typeof row.pinned === 'string',
    kept: row.kept === 1,
  }
  if (typeof row.status === 'number') entry.status = row.status
  if (typeof row.request_id === 'string') entry.requestId = row.request_id
  if (typeof row.duration_ms === 'number') entry.durationMs = row.duration_ms
  if (typeof row.bytes === 'number') entry.bytes = row.bytes
  if (typeof row.error === 'string') entry.error = row.error
  const deed = deedOf(row.deed)
  if (deed !== undefined) entry.deed = deed
  return entry
}
