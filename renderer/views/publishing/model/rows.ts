// A row per destination, made from its newest intent: where it stands, what was answered, and what can be done about it.
import type { DeskErrorShape, ErrorCode } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent, IntentState } from '#contract/models.ts'
import { stateDetails } from '#answers/transport.ts'
import { leftUntil } from '../../../composables/age.ts'
import type { EventBody } from './form.ts'

type RowState = 'none' | IntentState

/**
 * `credential` and `account` lead to Settings, `fix` leads to the first wrong field, `reconcile` reads the state,
 * `applied` and `notApplied` are the person's own word, `cancel` takes a waiting one back.
 */
export type RowAction = 'credential' | 'account' | 'fix' | 'reconcile' | 'applied' | 'notApplied' | 'retry' | 'cancel'

export interface Row {
  key: string
  state: RowState
  /** Settled, or else created; ISO 8601. */
  at?: string
  status?: number
  requestId?: string
  error?: DeskErrorShape
  /** Until when a retry is pointless. */
  until?: string
  actions: RowAction[]
  intent?: Intent
}

export interface RowSource {
  intent?: Intent | undefined
  /** What refused the submit before anything was written. */
  refused?: { error: DeskErrorShape; at: string } | undefined
  /** A request of this row is on its way from this screen. */
  inFlight: boolean
}

export function rowOf(key: string, { intent, refused, inFlight }: RowSource): Row {
  if (inFlight)
    return {
      key,
      state: 'sending',
      actions: [],
      ...(intent?.state === 'sending' ? { intent, at: intent.createdAt } : {}),
    }
  if (refused !== undefined)
    return {
      key,
      state: 'rejected',
      at: refused.at,
      error: refused.error,
      actions: actionsFor(refused.error),
      ...waitOf(refused.error, refused.at),
    }
  if (intent === undefined) return { key, state: 'none', actions: [] }
  const row: Row = { key, state: intent.state, at: intent.settledAt ?? intent.createdAt, actions: [], intent }
  if (intent.status !== undefined) row.status = intent.status
  const requestId = intent.requestId ?? intent.error?.requestId
  if (requestId !== undefined) row.requestId = requestId
  if (intent.error !== undefined) row.error = intent.error
  switch (intent.state) {
    case 'queued':
      row.actions = ['cancel']
      if (intent.waiting?.until !== undefined) row.until = intent.waiting.until
      break
    case 'unknown':
      row.actions = ['reconcile', 'applied', 'notApplied']
      break
    case 'cancelled':
      row.actions = ['retry']
      break
    case 'rejected':
      row.actions = actionsFor(intent.error)
      Object.assign(row, waitOf(intent.error, row.at))
      break
    case 'sending':
    case 'confirmed':
      break
  }
  return row
}

/** The way out that comes before a retry, by what went wrong. */
const wayOut: Partial<Record<ErrorCode, RowAction>> = {
  authentication_required: 'credential',
  no_credentials: 'credential',
  keychain_locked: 'credential',
  keychain_denied: 'credential',
  keychain_unavailable: 'credential',
  not_authorized: 'account',
}

function actionsFor(error: DeskErrorShape | undefined): RowAction[] {
  const first = error === undefined ? undefined : wayOut[error.code]
  if (first !== undefined) return [first, 'retry']
  return (error?.fields?.length ?? 0) > 0 ? ['fix', 'retry'] : ['retry']
}

function waitOf(error: DeskErrorShape | undefined, at: string | undefined): { until?: string } {
  if (error?.code !== 'rate_limited' || error.retryAfterMs === undefined || at === undefined) return {}
  return { until: new Date(Date.parse(at) + error.retryAfterMs).toISOString() }
}

/** The rows that a retry of everything touches: failed ones alone, never an unknown or a confirmed one. */
export function failedRows(rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.state === 'rejected' || row.state === 'cancelled')
}

/** The rows that a publish touches: a row on its way, waiting or unknown is left alone. */
export function publishable(rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.state !== 'sending' && row.state !== 'queued' && row.state !== 'unknown')
}

/** How long a row still has to wait, in milliseconds. */
export function waitMs(row: Row, now: number): number {
  return row.until === undefined ? 0 : leftUntil(Date.parse(row.until), now)
}

/** Whether a repetition would send what was sent: flags and timestamps aside, since those are the failed command's own. */
export function sameRequest(sent: unknown, planned: EventBody): boolean {
  return stable(withoutState(sent)) === stable(withoutState(planned))
}

function withoutState(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('details' in body)) return body
  const { details } = body
  if (typeof details !== 'object' || details === null) return body
  const rest = Object.entries(details).filter(([name]) => !(stateDetails as readonly string[]).includes(name))
  return { ...body, details: Object.fromEntries(rest) }
}

/** Text that is equal for equal JSON, whatever the order of its properties. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** The details that an intent sent. */
export function detailsOf(intent: Intent): Record<string, Json> {
  const { body } = intent.request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  const { details } = body
  return typeof details === 'object' && details !== null && !Array.isArray(details) ? details : {}
}
