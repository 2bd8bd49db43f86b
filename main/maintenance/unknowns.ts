// Why writes are unknown: how far each request came, why its answer was lost, and what the desk read since. No values
// of requests or answers, and nothing that the platform said.
import { defined } from '#contract/defined.ts'
import { isUnsettled, type Evidence, type Intent, type SocketStage } from '#contract/models.ts'
import { settleMsOf } from '../platform/ledger/outcomes.ts'
import { intentOf } from '../platform/ledger/rows.ts'
import { operations } from '../platform/catalog/index.ts'
import type { ProfileDatabase } from '../core/storage/types.ts'

const mostOpen = 200
const mostSettled = 100
/** How many of the newest writes are searched for settled ones. */
const lookedAt = 2_000

interface UnknownReport {
  id: string
  operation: string
  /** Its code alone: the facts name the creator's things. */
  deed?: string
  reference: string
  environment: string
  state: string
  attempts: number
  /** How far the socket came; absent in rows of earlier versions. */
  stage?: SocketStage
  cause: string
  createdAt: string
  sentAt?: string
  lostAt: string
  settledAt?: string
  durationMs?: number
  /** Until then an absence proves nothing. */
  settleWindow: { ms: number; until: string }
  reads: Evidence[]
  evidence: Evidence[]
}

/** Intents that are unknown or accepted, and recent ones that were unknown; newest first. */
export function unknownsOf(database: Pick<ProfileDatabase, 'statement'>): UnknownReport[] {
  const rows = (where: string, limit: number) =>
    database
      .statement(`SELECT * FROM intents ${where} ORDER BY id DESC LIMIT ?`)
      .all(limit)
      .map((row) => intentOf(row, operations))
  const open = rows("WHERE state IN ('accepted', 'unknown') AND state <> 'confirmed'", mostOpen)
  const settled = rows('', lookedAt).filter(({ state }) => !isUnsettled(state))
  return [...open, ...settled.filter((intent) => lossOf(intent) !== undefined).slice(0, mostSettled)]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .map(describe)
}

/** The newest evidence of the loss; earlier versions named no cause. */
const lossOf = ({ evidence }: Intent): Evidence | undefined =>
  evidence.findLast(({ event, cause }) => cause !== undefined || ['cut', 'timed_out', 'restarted'].includes(event))

function describe(intent: Intent): UnknownReport {
  const { id, operation, reference, environment, state, attempts, createdAt, sentAt, settledAt, durationMs } = intent
  const loss = lossOf(intent)
  const cause = loss?.cause ?? loss?.event ?? 'not known'
  const lostAt = loss?.at ?? sentAt ?? createdAt
  const ms = settleMsOf(cause)
  const lost = Date.parse(lostAt)
  const evidence = intent.evidence.map(plain)
  return {
    id,
    operation,
    reference,
    environment,
    state,
    attempts,
    cause,
    createdAt,
    lostAt,
    ...defined({ deed: intent.deed?.code }),
    ...(loss?.stage !== undefined && { stage: loss.stage }),
    ...defined({ sentAt, settledAt, durationMs }),
    settleWindow: { ms, until: Number.isNaN(lost) ? '' : new Date(lost + ms).toISOString() },
    reads: evidence.filter(({ event }) => event === 'read'),
    evidence: evidence.filter(({ event }) => event !== 'read'),
  }
}

/**
 * Without what the platform said, and without values of requests. Of rows of earlier versions the note is kept: there the platform's words
 * are in quotation marks.
 */
function plain({ at, event, code, facts, note, status, requestId, verdict, cause, stage }: Evidence): Evidence {
  const named = Object.entries(facts ?? {}).filter(([name]) => name !== 'said' && name !== 'record')
  return {
    at,
    event,
    ...(code === undefined ? { note: (note ?? '').replace(/“.*”/s, '“…”') } : { code }),
    ...(named.length === 0 ? {} : { facts: Object.fromEntries(named) }),
    ...defined({ status, requestId, verdict, cause, stage }),
  }
}
