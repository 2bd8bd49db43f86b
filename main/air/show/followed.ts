// What is added to a show's record by one read. Pure; times in milliseconds by this machine's clock.
import { cutText } from '#contract/cut-text.ts'
import { defined } from '#contract/defined.ts'
import type { Followed, Named, ReadTally, Span } from '#contract/live.ts'
import type { CurrencySum } from '#answers/takings.ts'
import { inOneLine } from '#answers/roles.ts'
import type { StreamStatus } from '#answers/stream-status.ts'
import type { Tally } from '#answers/poll/tally.ts'

/** A stream that flickers for hours must not fill the profile. */
const mostSpans = 200
const mostPolls = 50
const longestText = 200

export const nothingRead: Followed = { air: [], paused: [], signalLost: [], polls: [] }

/** Beyond this much, what the platform names contradicts what was read: it is of another broadcast. */
const tolerableMs = 60_000

const iso = (at: number): string => new Date(at).toISOString()
/** Of a stream that is no longer chosen nothing more is known: its last span stays without an end. */
function openIn(spans: readonly Span[], stream: Named): Span | undefined {
  const last = spans.at(-1)
  return last?.to === undefined && last?.stream.id === stream.id ? last : undefined
}

/** One more read of what is or is not so. `named` is what the platform says of its start and its end. */
function withSpan(
  spans: Span[],
  stream: Named,
  isSo: boolean,
  at: number,
  named: { from?: number | undefined; to?: number | undefined } = {},
): Span[] {
  const open = openIn(spans, stream)
  const { from, to } = named
  if (open !== undefined) {
    if (isSo) return [...spans.slice(0, -1), { ...open, seenAt: iso(at) }]
    const isTrue =
      to !== undefined && to <= at && to >= Date.parse(open.seenAt) - tolerableMs && to > Date.parse(open.from)
    return [...spans.slice(0, -1), { ...open, to: iso(isTrue ? to : at) }]
  }
  if (!isSo) return spans
  return [...spans, { stream, from: iso(from ?? at), seenAt: iso(at) }].slice(-mostSpans)
}

/** When the broadcast that was just read began, as the platform says, unless that was seen otherwise. */
function startOf({ state, air }: Followed, stream: Named, startedAt: number | undefined, at: number): number {
  const of = air.findLast((span) => span.stream.id === stream.id)
  const ended = of?.to === undefined ? -Infinity : Date.parse(of.to)
  const off = state?.stream.id === stream.id ? Date.parse(state.readAt) - tolerableMs : -Infinity
  return startedAt !== undefined && startedAt <= at && startedAt >= Math.max(ended, off) ? startedAt : at
}

/** The state of the chosen stream. A word that the desk does not know changes nothing. */
export function withStatus(
  followed: Followed,
  stream: Named,
  { state, startedAt, endedAt }: Pick<StreamStatus, 'state' | 'startedAt' | 'endedAt'>,
  at: number,
): Followed {
  if (state === 'unseen' || state === 'unclear') return followed
  const isOn = state === 'live' || state === 'paused'
  return {
    ...followed,
    state: { stream, state, readAt: iso(at) },
    air: withSpan(followed.air, stream, isOn, at, { from: startOf(followed, stream, startedAt, at), to: endedAt }),
    paused: withSpan(followed.paused, stream, state === 'paused', at),
    signalLost: state === 'live' ? followed.signalLost : withSpan(followed.signalLost, stream, false, at),
  }
}

const isOnAir = ({ state }: Followed, stream: Named): boolean =>
  state?.state === 'live' && state.stream.id === stream.id

export function withViewers(followed: Followed, stream: Named, count: number, at: number): Followed {
  if (!isOnAir(followed, stream) || count <= (followed.viewers?.highest ?? -1)) return followed
  return { ...followed, viewers: { highest: count, at: iso(at) } }
}

export function withBitrate(followed: Followed, stream: Named, kbps: number, at: number): Followed {
  if (!isOnAir(followed, stream)) return followed
  const signalLost = withSpan(followed.signalLost, stream, kbps <= 0, at)
  return signalLost === followed.signalLost ? followed : { ...followed, signalLost }
}

/** Options that the poll itself does not list are left out: a platform could name voters there. */
export function withTally(
  followed: Followed,
  poll: Pick<ReadTally, 'id' | 'question'>,
  { rows, total }: Tally,
  at: number,
): Followed {
  const short = (text: string): string => cutText(inOneLine(text), longestText)
  const read: ReadTally = {
    id: poll.id,
    question: short(poll.question),
    options: rows
      .filter(({ unlisted }) => !unlisted)
      .map(({ text, count }) => ({ text: short(text), ...defined({ votes: count }) })),
    ...defined({ total }),
    readAt: iso(at),
  }
  return { ...followed, polls: [...followed.polls.filter(({ id }) => id !== poll.id), read].slice(-mostPolls) }
}

export const withMoney = (
  followed: Followed,
  { sums, net }: { sums: CurrencySum[]; net: boolean },
  at: number,
): Followed => ({ ...followed, money: { sums, net, readAt: iso(at) } })
