// What was done in a show, read from the ledger's table in small parts, so that a report during a show delays nothing else.
import { setImmediate } from 'node:timers/promises'
import { defined } from '#contract/defined.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
import { isObject, type Json } from '#contract/json.ts'
import type { Followed, Show, ShowCheck, ShowCue, ShowEntry, ShowReport } from '#contract/live.ts'
import type { EnvironmentId, IntentState } from '#contract/models.ts'
import { identityOf, valueAt } from '../../platform/ledger/identity.ts'
import { deedOf, parsed } from '../../platform/ledger/rows.ts'
import type { Product } from '#contract/operation.ts'
import { classOf } from '../../platform/catalog/class.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { Clock } from '../../core/ports.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import type { KeptShow } from './types.ts'

/** Lets other work run at least so often, in milliseconds. */
const turnMs = 12
const idsAtOnce = 500
/** Longer requests and answers are not searched for the name of their record. */
const longest = 262_144

export interface ReportParts {
  database: Pick<ProfileDatabase, 'statement'>
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  passedOver: ShowCheck[]
  followed: Followed | undefined
  /** The cues that were fired in that time. */
  cues: (environment: EnvironmentId, from: string, to: string) => readonly FiredCue[]
}

/** A cue as the rundown keeps it. */
export type FiredCue = Omit<ShowCue, 'actualMs'>

/** Every write to the show's environment that was made, sent or settled between its start and its end, or until now. */
export async function reportOf(
  { database, operations, clock, passedOver, followed, cues }: ReportParts,
  { endedAt, ...show }: KeptShow,
): Promise<ShowReport> {
  const counts: Record<IntentState, number> = {
    queued: 0,
    sending: 0,
    accepted: 0,
    confirmed: 0,
    rejected: 0,
    unknown: 0,
    cancelled: 0,
  }
  const entries: ShowEntry[] = []
  const detail = database.statement(
    `SELECT id, operation, state, product, created_at, settled_at, request_id, error, deed,
       CASE WHEN octet_length(request) <= ${longest} THEN request END AS request, CASE WHEN octet_length(answer) <= ${longest} THEN answer END AS answer
     FROM intents WHERE id = ?`,
  )
  let turn = performance.now()
  for (const ids of idsOf(database, show, endedAt)) {
    for (const id of ids) {
      const row = detail.get(id)
      if (row !== undefined) {
        const entry = entryOf(row, operations)
        entries.push(entry)
        counts[entry.state] += 1
      }
      if (performance.now() - turn >= turnMs) turn = await pause()
    }
    if (performance.now() - turn >= turnMs) turn = await pause()
  }
  entries.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
  const end = endedAt === undefined ? clock.now() : Date.parse(endedAt)
  const fired = timed(cues(show.environment, show.startedAt, new Date(end).toISOString()), endedAt)
  return {
    show,
    ...(endedAt !== undefined && { endedAt }),
    durationMs: Math.max(0, end - Date.parse(show.startedAt)),
    counts,
    entries,
    passedOver,
    ...defined({ followed, cues: fired.length === 0 ? undefined : fired }),
  }
}

/** A cue lasts until the next one is fired. */
function timed(cues: readonly FiredCue[], endedAt: string | undefined): ShowCue[] {
  return cues.map((cue, place) => {
    const until = cues[place + 1]?.firedAt ?? endedAt
    const actualMs = until === undefined ? undefined : Math.max(0, Date.parse(until) - Date.parse(cue.firedAt))
    return { ...cue, ...defined({ actualMs }) }
  })
}

async function pause(): Promise<number> {
  await setImmediate()
  return performance.now()
}

/** Ids of the writes of a show, page by page. An earlier write may have left during the show, so all rows are read. */
function* idsOf(
  database: ReportParts['database'],
  { environment, startedAt }: Show,
  endedAt: string | undefined,
): Generator<string[]> {
  const page = database.statement(
    `SELECT id, environment, created_at, sent_at, settled_at FROM intents WHERE id > ? ORDER BY id LIMIT ${idsAtOnce}`,
  )
  const within = (at: SqlValue | undefined) =>
    typeof at === 'string' && at >= startedAt && (endedAt === undefined || at <= endedAt)
  for (let rows = page.all(''); rows.length > 0; rows = page.all(rows.at(-1)?.id ?? '')) {
    yield rows
      .filter(
        (row) =>
          row.environment === environment && (within(row.created_at) || within(row.sent_at) || within(row.settled_at)),
      )
      .map(({ id }) => String(id))
  }
}

function entryOf(row: Record<string, SqlValue>, operations: ReadonlyMap<string, Operation>): ShowEntry {
  const key = String(row.operation)
  const operation = operations.get(key)
  const record = recordOf(operation, parsed(row.request), parsed(row.answer))
  const error = parsed(row.error)
  const deed = deedOf(row.deed)
  return {
    id: String(row.id),
    operation: key,
    name: operation?.name ?? key,
    state: String(row.state) as IntentState,
    risk: classOf(operations, key, String(row.product) as Product).risk,
    createdAt: String(row.created_at),
    ...(typeof row.settled_at === 'string' && { settledAt: row.settled_at }),
    ...(typeof row.request_id === 'string' && { requestId: row.request_id }),
    ...(record !== undefined && { record }),
    ...(deed !== undefined && { deed }),
    ...(isObject(error) && { error: error as unknown as DeskErrorShape }),
  }
}

/** The answer names what was made, the request what was changed. */
function recordOf(
  operation: Operation | undefined,
  request: Json | undefined,
  answer: Json | undefined,
): string | undefined {
  const made = valueAt(answer, 'data.id') ?? valueAt(answer, 'id')
  const answered = typeof made === 'string' || typeof made === 'number' ? String(made) : undefined
  const asked = operation !== undefined && isObject(request) ? identityOf(operation, request)[0]?.value : undefined
  return operation?.kind === 'create' ? (answered ?? asked) : (asked ?? answered)
}
