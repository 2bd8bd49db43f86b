// Is this stream ready to go live? Read-only: what the platform and the desk said goes in, one row for each question comes out, each with
// where to mend it. A question whose answer has not been read yet is `open`, never `ok`.
import type { JsonObject } from '#contract/json.ts'
import { spelled } from '#answers/json.ts'
import type { Connection, CredentialState } from '#contract/models.ts'
import { readInstant } from '#answers/dates.ts'
import { idOf, scalarText, titleOf } from '#answers/roles.ts'
import { airStateOf } from '#answers/stream-status.ts'
import type { StreamStatus } from '#answers/stream-status.ts'

export const checkIds = [
  'stream',
  'title',
  'channel',
  'category',
  'schedule',
  'destinations',
  'platform',
  'credential',
  'gates',
  'clock',
] as const
type CheckId = (typeof checkIds)[number]

/** Where a row is mended: an address within the desk, or the stream's own form. */
type Way = { to: string; label: string } | { act: 'edit' | 'read'; label: string }

export interface CheckRow {
  id: CheckId
  state: 'ok' | 'warn' | 'fail' | 'open'
  /** Key of the sentence that says what was found, with its values. */
  found: string
  values?: Record<string, string | number>
  way?: Way
}

export interface CheckInput {
  streamId: string
  /** The stream's record; null where the platform has none. */
  stream: JsonObject | null | undefined
  state: Pick<StreamStatus, 'state' | 'word'>
  /** Every row of the details that was read. */
  details: readonly JsonObject[] | undefined
  channels: readonly JsonObject[] | undefined
  connection: Pick<Connection, 'state' | 'clockOffsetMs'> | undefined
  /** State of the credential that Livestream is asked with; `none` where it asks for none, `practice` where the platform inside the desk has its own. */
  credential: CredentialState | 'none' | 'practice' | undefined
  gate: { leftMs: number } | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** A second is what the Date header can tell; beyond half a minute times on screen mislead. */
const clockFineMs = 2_000
const clockBadMs = 30_000
const lateMs = 15 * 60_000

/** The questions in the order in which one would go through them. */
export function goLiveCheck(input: CheckInput): CheckRow[] {
  const own = input.details?.filter((row) => belongsTo(row, input.streamId))
  return [
    streamRow(input),
    titleRow(input, own),
    channelRow(input, own),
    categoryRow(input, own),
    scheduleRow(input, own),
    destinationRow(own),
    platformRow(input),
    credentialRow(input),
    gateRow(input),
    clockRow(input),
  ]
}

/** `fail` before `open` before `warn` before `ok`: what the whole check comes to. */
export function worstOf(rows: readonly CheckRow[]): CheckRow['state'] {
  return (['fail', 'open', 'warn'] as const).find((state) => rows.some((row) => row.state === state)) ?? 'ok'
}

/** Whether a row of the details is about a stream. */
function belongsTo(row: JsonObject, streamId: string): boolean {
  return [spelled(row, 'streamId'), spelled(row, 'stream')].some((value) => scalarText(value) === streamId)
}

const row = (
  id: CheckId,
  state: CheckRow['state'],
  word: string,
  way?: Way,
  values?: CheckRow['values'],
): CheckRow => ({
  id,
  state,
  found: `streams.check.${id}.${word}`,
  ...(way === undefined ? {} : { way }),
  ...(values === undefined ? {} : { values }),
})
const edit: Way = { act: 'edit', label: 'streams.check.way.edit' }
const read: Way = { act: 'read', label: 'streams.check.way.read' }
const to = (address: string, word: string): Way => ({ to: address, label: `streams.check.way.${word}` })
const connection = to('/settings#connection', 'connection')

/** Details of the next show before those of the last one. */
function detailsWay(own: readonly JsonObject[]): Way {
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

function streamRow({ stream, state }: CheckInput): CheckRow {
  if (stream === null) return row('stream', 'fail', 'gone', to('/streams', 'list'))
  if (stream === undefined) return row('stream', 'open', 'unread', read)
  if (state.word === undefined) return row('stream', 'warn', 'noState', read)
  const values = { status: state.word }
  if (state.state === 'live') return row('stream', 'ok', 'live', undefined, values)
  if (state.state === 'stopped') return row('stream', 'warn', 'ended', to('/streams', 'list'), values)
  return state.state === 'unseen'
    ? row('stream', 'warn', 'strange', read, values)
    : row('stream', 'ok', 'there', undefined, values)
}

function titleRow({ stream }: CheckInput, own: readonly JsonObject[] | undefined): CheckRow {
  const title = filled(pending(own ?? []), 'title') ?? (stream ? namedTitle(stream) : undefined)
  if (title !== undefined) return row('title', 'ok', 'set', undefined, { title })
  return stream === undefined || own === undefined
    ? row('title', 'open', 'unread', read)
    : row('title', 'fail', 'missing', edit)
}

/** A title, not the identifier in its place. */
const namedTitle = (stream: JsonObject): string | undefined => {
  const title = titleOf(stream, 'video/stream')
  return title === idOf(stream, 'video/stream') ? undefined : title
}

function channelRow({ stream, channels }: CheckInput, own: readonly JsonObject[] | undefined): CheckRow {
  const id = filled([...(stream ? [stream] : []), ...pending(own ?? [])], 'channelId', 'channel')
  if (id === undefined)
    return stream === undefined ? row('channel', 'open', 'unread', read) : row('channel', 'fail', 'missing', edit)
  if (channels === undefined) return row('channel', 'ok', 'set', undefined, { channel: id })
  const channel = channels.find((one) => idOf(one, 'video/channel') === id || titleOf(one, 'video/channel') === id)
  if (channel === undefined)
    return row('channel', 'warn', 'unknown', to('/streams?section=channels', 'channels'), { channel: id })
  return row('channel', 'ok', 'set', undefined, { channel: titleOf(channel, 'video/channel') ?? id })
}

function categoryRow({ stream }: CheckInput, own: readonly JsonObject[] | undefined): CheckRow {
  const category = filled([...pending(own ?? []), ...(stream ? [stream] : [])], 'category', 'categoryId')
  if (category !== undefined) return row('category', 'ok', 'set', undefined, { category })
  return own === undefined
    ? row('category', 'open', 'unread', read)
    : row('category', 'warn', 'missing', detailsWay(own))
}

function scheduleRow({ state, now }: CheckInput, own: readonly JsonObject[] | undefined): CheckRow {
  if (own === undefined) return row('schedule', 'open', 'unread', read)
  const times = pending(own).flatMap((one) => instantOf(one) ?? [])
  const next = times.filter((at) => at >= now - lateMs).sort((a, b) => a - b)[0]
  if (next !== undefined) return row('schedule', 'ok', 'set', undefined, { at: next })
  if (state.state === 'live' || state.state === 'paused') return row('schedule', 'ok', 'running')
  const last = times.sort((a, b) => b - a)[0]
  return last === undefined
    ? row('schedule', 'warn', 'missing', detailsWay(own))
    : row('schedule', 'warn', 'past', detailsWay(own), { at: last })
}

/** `scheduleDate` with `scheduleTime` (specification, section 2.3), which names no zone: UTC. */
function instantOf(details: JsonObject): number | undefined {
  const date = scalarText(spelled(details, 'scheduleDate'))
  if (date === undefined)
    return readInstant(spelled(details, 'scheduledAt')) ?? readInstant(spelled(details, 'scheduledFor'))
  return readInstant(`${date} ${scalarText(spelled(details, 'scheduleTime')) ?? '00:00:00'}`) ?? readInstant(date)
}

function destinationRow(own: readonly JsonObject[] | undefined): CheckRow {
  if (own === undefined) return row('destinations', 'open', 'unread', read)
  const next = pending(own)
  const names = [
    ...new Set(
      next.flatMap(
        (one) => scalarText(one.providerName) ?? scalarText(one.providerId) ?? idOf(one, 'video/details') ?? [],
      ),
    ),
  ]
  if (next.length === 0)
    return row('destinations', 'fail', own.length === 0 ? 'none' : 'over', to('/publishing', 'publishing'))
  return row('destinations', 'ok', 'some', to('/publishing', 'publishing'), {
    n: next.length,
    names: names.slice(0, 6).join(', '),
  })
}

function platformRow({ connection: known }: CheckInput): CheckRow {
  if (known === undefined || known.state === 'unknown') return row('platform', 'open', 'unread', read)
  return known.state === 'reachable'
    ? row('platform', 'ok', 'reachable')
    : row('platform', 'fail', 'unreachable', connection)
}

function credentialRow({ credential }: CheckInput): CheckRow {
  if (credential === undefined) return row('credential', 'open', 'unread', to('/settings#credentials', 'credentials'))
  if (credential === 'found' || credential === 'none' || credential === 'practice')
    return row('credential', 'ok', credential)
  return row(
    'credential',
    'fail',
    credential === 'absent' || credential === 'locked' ? credential : 'unreadable',
    to('/settings#credentials', 'credentials'),
  )
}

function gateRow({ gate }: CheckInput): CheckRow {
  return gate === undefined
    ? row('gates', 'ok', 'open')
    : row('gates', 'fail', 'closed', connection, { seconds: Math.ceil(gate.leftMs / 1_000) })
}

function clockRow({ connection: known }: CheckInput): CheckRow {
  const offset = known?.clockOffsetMs
  if (offset === undefined) return row('clock', 'open', 'unread', read)
  const seconds = Math.round(Math.abs(offset) / 1_000)
  if (Math.abs(offset) <= clockFineMs) return row('clock', 'ok', 'right')
  return row('clock', Math.abs(offset) > clockBadMs ? 'fail' : 'warn', offset > 0 ? 'ahead' : 'behind', connection, {
    seconds,
  })
}
