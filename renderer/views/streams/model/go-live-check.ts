// Is this stream ready to go live? One row for each question, with a way to fix it. A question whose answer was not read yet is `open`,
// never `ok`.
import type { JsonObject } from '#contract/json.ts'
import { spelled } from '#answers/json.ts'
import type { Connection, CredentialState } from '#contract/models.ts'
import { readInstant } from '#answers/dates.ts'
import { idOf, scalarText, titleOf } from '#answers/roles.ts'
import { airStateOf, type StreamStatus } from '#answers/stream-status.ts'
import { defined } from '#contract/defined.ts'

type Fix = { to: string; label: string } | { act: 'edit' | 'read'; label: string }

export interface CheckRow {
  id: CheckId
  state: 'ok' | 'warn' | 'fail' | 'open'
  /** Key of what was found, with its values. */
  found: string
  values?: Record<string, string | number>
  fix?: Fix
}

type Finding = Omit<CheckRow, 'id' | 'found'> & { finding: string }

export interface CheckInput {
  streamId: string
  /** Null where the platform has no such stream. */
  stream: JsonObject | null | undefined
  state: Pick<StreamStatus, 'state' | 'word'>
  details: readonly JsonObject[] | undefined
  channels: readonly JsonObject[] | undefined
  connection: Pick<Connection, 'state' | 'clockOffsetMs'> | undefined
  /** Of Livestream. `none`: it needs none. `practice`: the rehearsal platform has its own. */
  credential: CredentialState | 'none' | 'practice' | undefined
  gate: { leftMs: number } | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** The Date header is exact to a second; beyond half a minute times on screen mislead. */
const clockFineMs = 2_000
const clockBadMs = 30_000
const lateMs = 15 * 60_000

const checks = {
  stream: checkStream,
  title: checkTitle,
  channel: checkChannel,
  category: checkCategory,
  schedule: checkSchedule,
  destinations: checkDestinations,
  platform: checkPlatform,
  credential: checkCredential,
  gates: checkGate,
  clock: checkClock,
}
type CheckId = keyof typeof checks
export const checkIds = Object.keys(checks) as CheckId[]

export function goLiveCheck(input: CheckInput): CheckRow[] {
  const own = input.details?.filter((row) => belongsTo(row, input.streamId))
  return checkIds.map((id) => {
    const { finding, ...rest } = checks[id](input, own)
    return { id, found: `streams.check.${id}.${finding}`, ...rest }
  })
}

/** The result of all rows: `fail` before `open` before `warn` before `ok`. */
export function worstOf(rows: readonly CheckRow[]): CheckRow['state'] {
  return (['fail', 'open', 'warn'] as const).find((state) => rows.some((row) => row.state === state)) ?? 'ok'
}

function belongsTo(row: JsonObject, streamId: string): boolean {
  return [spelled(row, 'streamId'), spelled(row, 'stream')].some((value) => scalarText(value) === streamId)
}

const found = (state: CheckRow['state'], finding: string, fix?: Fix, values?: CheckRow['values']): Finding => ({
  state,
  finding,
  ...defined({ fix, values }),
})
const edit: Fix = { act: 'edit', label: 'streams.check.way.edit' }
const read: Fix = { act: 'read', label: 'streams.check.way.read' }
const to = (address: string, label: string): Fix => ({ to: address, label: `streams.check.way.${label}` })
const connection = to('/settings#connection', 'connection')

function detailsFix(own: readonly JsonObject[]): Fix {
  const next = pending(own)[0] ?? own[0]
  const id = next === undefined ? undefined : idOf(next, 'video/details')
  return to(
    id === undefined ? '/streams?section=details' : `/streams?section=details&id=${encodeURIComponent(id)}`,
    'details',
  )
}

const pending = (own: readonly JsonObject[]): JsonObject[] => own.filter((one) => airStateOf(one).state !== 'stopped')
const filled = (rows: readonly JsonObject[], ...names: string[]): string | undefined =>
  rows
    .flatMap((one) => names.map((name) => scalarText(one[name])?.trim()))
    .find((value) => value !== undefined && value !== '')

function checkStream({ stream, state }: CheckInput): Finding {
  if (stream === null) return found('fail', 'gone', to('/streams', 'list'))
  if (stream === undefined) return found('open', 'unread', read)
  if (state.word === undefined) return found('warn', 'noState', read)
  const values = { status: state.word }
  if (state.state === 'live') return found('ok', 'live', undefined, values)
  if (state.state === 'stopped') return found('warn', 'ended', to('/streams', 'list'), values)
  return state.state === 'unseen' ? found('warn', 'strange', read, values) : found('ok', 'there', undefined, values)
}

function checkTitle({ stream }: CheckInput, own: readonly JsonObject[] | undefined): Finding {
  const title = filled(pending(own ?? []), 'title') ?? (stream ? namedTitle(stream) : undefined)
  if (title !== undefined) return found('ok', 'set', undefined, { title })
  return stream === undefined || own === undefined ? found('open', 'unread', read) : found('fail', 'missing', edit)
}

/** A title, not the identifier in its place. */
const namedTitle = (stream: JsonObject): string | undefined => {
  const title = titleOf(stream, 'video/stream')
  return title === idOf(stream, 'video/stream') ? undefined : title
}

function checkChannel({ stream, channels }: CheckInput, own: readonly JsonObject[] | undefined): Finding {
  const id = filled([...(stream ? [stream] : []), ...pending(own ?? [])], 'channelId', 'channel')
  if (id === undefined) return stream === undefined ? found('open', 'unread', read) : found('fail', 'missing', edit)
  if (channels === undefined) return found('ok', 'set', undefined, { channel: id })
  const channel = channels.find((one) => idOf(one, 'video/channel') === id || titleOf(one, 'video/channel') === id)
  if (channel === undefined)
    return found('warn', 'unknown', to('/streams?section=channels', 'channels'), { channel: id })
  return found('ok', 'set', undefined, { channel: titleOf(channel, 'video/channel') ?? id })
}

function checkCategory({ stream }: CheckInput, own: readonly JsonObject[] | undefined): Finding {
  const category = filled([...pending(own ?? []), ...(stream ? [stream] : [])], 'category', 'categoryId')
  if (category !== undefined) return found('ok', 'set', undefined, { category })
  return own === undefined ? found('open', 'unread', read) : found('warn', 'missing', detailsFix(own))
}

function checkSchedule({ state, now }: CheckInput, own: readonly JsonObject[] | undefined): Finding {
  if (own === undefined) return found('open', 'unread', read)
  const times = pending(own).flatMap((one) => instantOf(one) ?? [])
  const next = times.filter((at) => at >= now - lateMs).sort((a, b) => a - b)[0]
  if (next !== undefined) return found('ok', 'set', undefined, { at: next })
  if (state.state === 'live' || state.state === 'paused') return found('ok', 'running')
  const last = times.sort((a, b) => b - a)[0]
  return last === undefined
    ? found('warn', 'missing', detailsFix(own))
    : found('warn', 'past', detailsFix(own), { at: last })
}

/** `scheduleDate` with `scheduleTime` (specification, section 2.3). No zone is named: UTC. */
function instantOf(details: JsonObject): number | undefined {
  const date = scalarText(spelled(details, 'scheduleDate'))
  if (date === undefined)
    return readInstant(spelled(details, 'scheduledAt')) ?? readInstant(spelled(details, 'scheduledFor'))
  return readInstant(`${date} ${scalarText(spelled(details, 'scheduleTime')) ?? '00:00:00'}`) ?? readInstant(date)
}

function checkDestinations(_input: CheckInput, own: readonly JsonObject[] | undefined): Finding {
  if (own === undefined) return found('open', 'unread', read)
  const next = pending(own)
  const names = [
    ...new Set(
      next.flatMap(
        (one) => scalarText(one.providerName) ?? scalarText(one.providerId) ?? idOf(one, 'video/details') ?? [],
      ),
    ),
  ]
  if (next.length === 0) return found('fail', own.length === 0 ? 'none' : 'over', to('/publishing', 'publishing'))
  return found('ok', 'some', to('/publishing', 'publishing'), {
    n: next.length,
    names: names.slice(0, 6).join(', '),
  })
}

function checkPlatform({ connection: known }: CheckInput): Finding {
  if (known === undefined || known.state === 'unknown') return found('open', 'unread', read)
  return known.state === 'reachable' ? found('ok', 'reachable') : found('fail', 'unreachable', connection)
}

function checkCredential({ credential }: CheckInput): Finding {
  if (credential === undefined) return found('open', 'unread', to('/settings#credentials', 'credentials'))
  if (credential === 'found' || credential === 'none' || credential === 'practice') return found('ok', credential)
  return found(
    'fail',
    credential === 'absent' || credential === 'locked' ? credential : 'unreadable',
    to('/settings#credentials', 'credentials'),
  )
}

function checkGate({ gate }: CheckInput): Finding {
  return gate === undefined
    ? found('ok', 'open')
    : found('fail', 'closed', connection, { seconds: Math.ceil(gate.leftMs / 1_000) })
}

function checkClock({ connection: known }: CheckInput): Finding {
  const offset = known?.clockOffsetMs
  if (offset === undefined) return found('open', 'unread', read)
  const seconds = Math.round(Math.abs(offset) / 1_000)
  if (Math.abs(offset) <= clockFineMs) return found('ok', 'right')
  return found(Math.abs(offset) > clockBadMs ? 'fail' : 'warn', offset > 0 ? 'ahead' : 'behind', connection, {
    seconds,
  })
}
