// What a profile that has chosen nothing yet is offered: the only one there is, or the one that is clearly on or next.
import type { Published } from '#answers/published.ts'
import { stateOfWord } from '#answers/transport.ts'
import type { Option } from './options.ts'

const closed = /^(inactive|disabled|expired|archived|closed|ended|deleted|draft)$/i

const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined)

/** The one that is on air, else the one of the next event, else the only one that has not ended. */
export function proposeStream(
  streams: readonly Option[],
  events: readonly Published[],
  now: number,
): Option | undefined {
  const state = ({ status }: Option) => stateOfWord(status)
  const live = only(streams.filter((stream) => state(stream) === 'live'))
  if (live !== undefined) return live
  const [next] = events
    .filter(({ at, state: air }) => at !== undefined && at >= now - soonMs && air !== 'stopped')
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
  const ofNext = next === undefined ? undefined : streams.find(({ id }) => id === next.streamId)
  return ofNext ?? only(streams.filter((stream) => state(stream) !== 'stopped'))
}

/** The one that takes votes, else the only one that is not closed. */
export function proposePoll<T extends Option & { step: string | undefined }>(polls: readonly T[]): T | undefined {
  return only(polls.filter(({ step }) => step === 'live')) ?? only(polls.filter(({ step }) => step !== 'closed'))
}

export function proposeLink(links: readonly Option[]): Option | undefined {
  return only(links.filter(({ status }) => status === undefined || !closed.test(status)))
}

/** An event that began this long ago still counts as the next one. */
const soonMs = 15 * 60_000
/** A show further away has no end that its clock should count down to. */
const nearMs = 12 * 3_600_000

/** The end of the event that begins soon, where the platform says how long it lasts. */
export function proposeEnd(events: readonly Published[], now: number): string | undefined {
  const next = events.find(
    ({ at, lastsMs, state }) =>
      at !== undefined && lastsMs !== undefined && state !== 'stopped' && at <= now + nearMs && at + lastsMs > now,
  )
  return next?.at === undefined || next.lastsMs === undefined
    ? undefined
    : new Date(next.at + next.lastsMs).toISOString()
}
