// Whether the chosen stream and what belongs to it are ready. Pure: it is given what the platform answered.
import type { JsonObject } from '#contract/json.ts'
import type { Facts } from '#contract/errors.ts'
import type { ShowCheckCode } from '#contract/live.ts'
import { spelled } from '#answers/json.ts'
import { lengthOf, type AdBoard } from '#answers/placements.ts'
import { pollOf } from '#answers/poll/poll.ts'
import { takesVotes } from '#answers/poll/steps.ts'
import { eventsAmong, nextEvent, noDestination, publishedIn, startAhead } from '#answers/published.ts'
import { idOf, scalarText, textIn, titleOf } from '#answers/roles.ts'
import { airStateOf } from '#answers/air-state.ts'
import type { StreamStatus } from '#answers/stream-status.ts'
import type { Found } from './judge.ts'

type State = Found['state']
type Status = Pick<StreamStatus, 'state' | 'word'>

/** The stream as two reads told it; `record` is undefined where the list does not have it. */
export interface StreamRead {
  id: string
  record: JsonObject | undefined
  status: Status
}

/** A date that passed so lately is still the next one. */
const lateMs = 15 * 60_000
const mostNames = 6

const found = (state: State, code: ShowCheckCode, facts?: Facts, fix?: string): Found => ({
  state,
  code,
  ...(facts !== undefined && { facts }),
  ...(fix !== undefined && { fix }),
})

/** Details of one stream. */
export const ownDetails = (details: readonly JsonObject[], streamId: string): JsonObject[] =>
  details.filter((row) =>
    [spelled(row, 'streamId'), spelled(row, 'stream')].some((value) => scalarText(value) === streamId),
  )

const pending = (own: readonly JsonObject[]): JsonObject[] => own.filter((one) => airStateOf(one).state !== 'stopped')

const filled = (rows: readonly JsonObject[], ...names: string[]): string | undefined =>
  rows
    .flatMap((one) => names.map((name) => scalarText(one[name])?.trim()))
    .find((value) => value !== undefined && value !== '')

const streamFix = (id: string): string => `streams?id=${encodeURIComponent(id)}`

function detailsFix(own: readonly JsonObject[]): string {
  const next = pending(own)[0] ?? own[0]
  const id = next === undefined ? undefined : idOf(next, 'video/details')
  return id === undefined ? 'streams?section=details' : `streams?section=details&id=${encodeURIComponent(id)}`
}

/** `undefined`: no stream is chosen; `null`: the platform does not have it. */
export function streamCheck(stream: Status | null | undefined): Found {
  if (stream === undefined) return found('fail', 'stream_none', undefined, 'prepare')
  if (stream === null) return found('fail', 'stream_gone', undefined, 'prepare')
  const { state, word } = stream
  if (word === undefined) return found('warn', 'stream_without_state')
  const facts = { word }
  if (state === 'live') return found('ok', 'stream_live', facts)
  if (state === 'stopped') return found('warn', 'stream_ended', facts, 'prepare')
  return state === 'unseen' ? found('warn', 'stream_strange', facts) : found('ok', 'stream_ready', facts)
}

/** The title found is what a show is called unless a person names it. */
export function titleCheck({ id, record }: StreamRead, own: readonly JsonObject[], now: number): Found {
  const named = record === undefined ? undefined : titleOf(record, 'video/stream')
  // An identifier in the place of a title is none.
  const events = publishedIn(own)
  const title =
    nextEvent(events, now)?.title ??
    eventsAmong(events).find((one) => one.title !== undefined)?.title ??
    (named === id ? undefined : named)
  if (title !== undefined) return found('ok', 'title_set', { title })
  return record === undefined
    ? found('warn', 'stream_unlisted')
    : found('fail', 'title_missing', undefined, streamFix(id))
}

export function channelCheck(
  { id, record }: StreamRead,
  own: readonly JsonObject[],
  channels: readonly JsonObject[],
): Found {
  const chosen = filled([...(record ? [record] : []), ...pending(own)], 'channelId', 'channel')
  if (chosen === undefined)
    return record === undefined
      ? found('warn', 'stream_unlisted')
      : found('fail', 'channel_missing', undefined, streamFix(id))
  const channel = channels.find(
    (one) => idOf(one, 'video/channel') === chosen || titleOf(one, 'video/channel') === chosen,
  )
  if (channel === undefined) return found('warn', 'channel_unknown', { channel: chosen }, 'streams?section=channels')
  return found('ok', 'channel_set', { channel: titleOf(channel, 'video/channel') ?? chosen })
}

export function categoryCheck({ record }: StreamRead, own: readonly JsonObject[]): Found {
  const category = filled([...pending(own), ...(record ? [record] : [])], 'category', 'categoryId')
  return category === undefined
    ? found('warn', 'category_missing', undefined, detailsFix(own))
    : found('ok', 'category_set', { category })
}

/** `plannedEndAt`: when the person means to end, in milliseconds. */
export function scheduleCheck(
  { status }: StreamRead,
  own: readonly JsonObject[],
  now: number,
  plannedEndAt?: number,
): Found {
  const events = publishedIn(own)
  const isOn = status.state === 'live' || status.state === 'paused'
  const start = isOn ? undefined : startAhead(events, now)
  if (plannedEndAt !== undefined && start !== undefined && plannedEndAt <= start)
    return found('fail', 'end_before_start', { end: whenOf(plannedEndAt), when: whenOf(start) }, 'prepare')
  if (plannedEndAt !== undefined && plannedEndAt <= now)
    return found('warn', 'end_past', { when: whenOf(plannedEndAt) }, 'prepare')
  if (isOn) return found('ok', 'schedule_running')
  const next = nextEvent(events, now)
  if (next?.at !== undefined && next.at >= now - lateMs) return found('ok', 'schedule_set', { when: whenOf(next.at) })
  const last = Math.max(...eventsAmong(events).flatMap(({ at }) => at ?? []))
  return Number.isFinite(last)
    ? found('warn', 'schedule_past', { when: whenOf(last) }, detailsFix(own))
    : found('warn', 'schedule_missing', undefined, detailsFix(own))
}

const whenOf = (at: number): string => new Date(at).toISOString()

export function destinationsCheck(own: readonly JsonObject[]): Found {
  const events = publishedIn(own)
  const none = noDestination(events)
  if (none !== undefined) return found('fail', none, undefined, 'publishing')
  const [first, second, ...others] = eventsAmong(events)
  // A start of the stream starts all that is published for it.
  if (first !== undefined && second !== undefined)
    return found(
      'fail',
      'destinations_mixed',
      {
        n: 2 + others.length,
        names: [first, second, ...others]
          .flatMap(({ title, provider, id }) => title ?? provider ?? id ?? [])
          .slice(0, mostNames)
          .join(', '),
      },
      second.id === undefined
        ? 'streams?section=details'
        : `streams?section=details&id=${encodeURIComponent(second.id)}`,
    )
  const next = pending(own)
  const names = next.flatMap(
    (one) => scalarText(one.providerName) ?? scalarText(one.providerId) ?? idOf(one, 'video/details') ?? [],
  )
  return found('ok', 'destinations_set', {
    n: next.length,
    names: [...new Set(names)].slice(0, mostNames).join(', '),
  })
}

/** `chosen`: what the person chose for the show. */
export function pollCheck(chosen: { id: string; name: string } | undefined, rows: readonly JsonObject[]): Found {
  if (chosen === undefined) return found('ok', 'poll_none')
  const record = rows.find((row) => idOf(row, 'vote/embed') === chosen.id)
  const fix = 'prepare'
  if (record === undefined) return found('warn', 'poll_unlisted', { name: chosen.name }, fix)
  const poll = pollOf(record)
  const facts = { name: poll.question || chosen.name }
  if (poll.step === 'closed') return found('warn', 'poll_closed', facts, fix)
  if (poll.options.length < 2)
    return found('warn', 'poll_without_options', facts, `polls?poll=${encodeURIComponent(chosen.id)}`)
  return found('ok', takesVotes(poll.step) ? 'poll_open' : 'poll_ready', facts)
}

/** An ad without a length is not ready: what is on the air would not know when it ends. */
export function adsCheck({ running, next, untimed, choices }: AdBoard): Found {
  const endless = choices.filter((ad) => !running.includes(ad) && lengthOf(ad) === undefined)
  if (endless.some(({ id }) => id !== next?.id))
    return found(
      'warn',
      'ads_without_length',
      {
        n: endless.length,
        names: endless
          .slice(0, mostNames)
          .map(({ title }) => title)
          .join(', '),
      },
      'ads',
    )
  if (running[0] !== undefined) return found('ok', 'ads_running', { name: running[0].title })
  if (next?.startsAt !== undefined) {
    const facts = { name: next.title, when: whenOf(next.startsAt) }
    return next.endsAt === undefined ? found('warn', 'ads_without_end', facts, 'ads') : found('ok', 'ads_next', facts)
  }
  if (untimed.length > 0) return found('ok', 'ads_untimed', { n: untimed.length })
  return found('ok', choices.length === 0 ? 'ads_none' : 'ads_unplanned')
}

const closedWords = /^(inactive|disabled|expired|archived|closed|ended|deleted|draft)$/i

export function linkCheck(chosen: { id: string; name: string } | undefined, rows: readonly JsonObject[]): Found {
  if (chosen === undefined) return found('ok', 'link_none')
  const record = rows.find((row) => idOf(row, 'payment/link') === chosen.id)
  const fix = 'prepare'
  if (record === undefined) return found('warn', 'link_unlisted', { name: chosen.name }, fix)
  const word = textIn(record, 'status', 'payment/link')
  return word !== undefined && closedWords.test(word)
    ? found('warn', 'link_closed', { name: chosen.name, word }, fix)
    : found('ok', 'link_ready', { name: chosen.name })
}
