import type { DeskErrorShape, ErrorCode } from '#contract/errors.ts'
import { isObject, type Json } from '#contract/json.ts'
import type { Intent, IntentState } from '#contract/models.ts'
import { stateDetails } from '#answers/transport.ts'
import { leftUntil } from '#kit/composables/time/age.ts'
import { eventOperations } from './fields.ts'
import type { EventBody } from './form.ts'

type RowState = 'none' | IntentState

/**
 * `credential` and `account` lead to Settings, `fix` to the first wrong field; `reconcile` reads the state, `applied` and `notApplied` are
 * what the person knows, `cancel` takes a queued one back.
 */
export type RowAction = 'credential' | 'account' | 'fix' | 'reconcile' | 'applied' | 'notApplied' | 'retry' | 'cancel'

export interface Row {
  key: string
  state: RowState
  at?: string
  status?: number
  requestId?: string
  error?: DeskErrorShape
  until?: string
  actions: RowAction[]
  intent?: Intent
}

export interface RowSource {
  intent?: Intent | undefined
  /** What refused the submit before anything was written. */
  refused?: { error: DeskErrorShape; at: string } | undefined
  /** This screen is sending a request of the row. */
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
    case 'accepted':
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

const remedies: Partial<Record<ErrorCode, RowAction>> = {
  authentication_required: 'credential',
  no_credentials: 'credential',
  keychain_locked: 'credential',
  keychain_denied: 'credential',
  keychain_unavailable: 'credential',
  not_authorized: 'account',
}

function actionsFor(error: DeskErrorShape | undefined): RowAction[] {
  const first = error === undefined ? undefined : remedies[error.code]
  if (first !== undefined) return [first, 'retry']
  return (error?.fields?.length ?? 0) > 0 ? ['fix', 'retry'] : ['retry']
}

function waitOf(error: DeskErrorShape | undefined, at: string | undefined): { until?: string } {
  if (error?.code !== 'rate_limited' || error.retryAfterMs === undefined || at === undefined) return {}
  return { until: new Date(Date.parse(at) + error.retryAfterMs).toISOString() }
}

export function failedRows(rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.state === 'rejected' || row.state === 'cancelled')
}

export function publishable(rows: readonly Row[]): Row[] {
  return rows.filter(
    ({ state, intent }) =>
      state !== 'sending' &&
      state !== 'queued' &&
      state !== 'unknown' &&
      // A destination that is being made would be made twice; an accepted change withholds nothing.
      !(state === 'accepted' && intent?.operation === eventOperations.create),
  )
}

export function waitMs(row: Row, now: number): number {
  return row.until === undefined ? 0 : leftUntil(Date.parse(row.until), now)
}

/** Whether two bodies are the same apart from the flags and timestamps of a command. */
export function sameRequest(sent: unknown, planned: EventBody): boolean {
  return stable(withoutState(sent)) === stable(withoutState(planned))
}

function withoutState(body: unknown): unknown {
  if (!isObject(body) || !isObject(body['details'])) return body
  const { details } = body
  const rest = Object.entries(details).filter(([name]) => !(stateDetails as readonly string[]).includes(name))
  return { ...body, details: Object.fromEntries(rest) }
}

/** JSON text that does not depend on the order of properties. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}

export function detailsOf(intent: Intent): Record<string, Json> {
  const { body } = intent.request
  const details = isObject(body) ? body.details : undefined
  return isObject(details) ? details : {}
}
