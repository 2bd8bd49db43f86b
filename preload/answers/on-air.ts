// One sentence that says what is on air where, as a code with facts; the page, the stage and the overlay word it.
import { defined } from '#contract/defined.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { Named } from '#contract/live.ts'
import type { OnAirSummary } from '#contract/air/on-air.ts'
import type { AirState } from './transport.ts'

/** What was read, as `readStreamStatus` and `destinationsOf` understand it. */
export interface OnAirFacts {
  /** The chosen one. */
  stream: Pick<Named, 'name'> | undefined
  /** Undefined where the stream's state was not read. */
  status: { state: AirState; startedAt?: number | undefined } | undefined
  /** Empty where they were not read. */
  destinations: ReadonlyArray<{ name: string; state: AirState; startedAt?: number | undefined }>
  /** When the oldest of both was read, ISO 8601. */
  readAt: string | undefined
  /** The caller's judgement: by how often it reads. */
  stale: boolean
  encoder: EncoderState | undefined
  /** By this machine's clock, in milliseconds. */
  now: number
  /** This machine's clock less the platform's. */
  offsetMs: number
}

export function onAirSummary({
  stream,
  status,
  destinations,
  readAt,
  stale,
  encoder,
  now,
  offsetMs,
}: OnAirFacts): OnAirSummary {
  const named = (...states: AirState[]): string[] =>
    destinations.filter(({ state }) => states.includes(state)).map(({ name }) => name)
  const [live, paused, unknown] = [named('live'), named('paused'), named('unclear', 'unseen')]
  const code = codeOf({ stream, status, live, paused, unknown, destinations })
  const starts = [
    ...destinations.flatMap(({ state, startedAt }) => (state === 'live' ? (startedAt ?? []) : [])),
    ...(live.length === 0 && status?.startedAt !== undefined ? [status.startedAt] : []),
  ]
  return {
    code,
    live,
    paused,
    unknown,
    stale,
    ...defined({
      since: code === 'on_air' && starts.length > 0 ? iso(Math.min(...starts) + offsetMs) : undefined,
      readAt,
      software: softwareOf(encoder, now),
    }),
  }
}

function codeOf({
  stream,
  status,
  live,
  paused,
  unknown,
  destinations,
}: Pick<OnAirFacts, 'stream' | 'status' | 'destinations'> &
  Pick<OnAirSummary, 'live' | 'paused' | 'unknown'>): OnAirSummary['code'] {
  if (stream === undefined) return 'nothing_chosen'
  if (status?.state === 'live' || live.length > 0) return 'on_air'
  if (status?.state === 'paused' || paused.length > 0) return 'paused'
  const isOff = status?.state === 'off' || status?.state === 'stopped'
  // One that may be on air makes silence of the others prove nothing.
  return unknown.length > 0 || (!isOff && destinations.length === 0) ? 'unknown' : 'off_air'
}

/** Whether the software sends, by what was read of it; `unknown` where that is too old, or nothing grew yet. */
export function sendingOf(state: EncoderState, now: number): NonNullable<OnAirSummary['software']>['code'] {
  const { stream } = state
  if (stream === undefined || !isFresh(state, now)) return 'unknown'
  if (!stream.active) return 'not_sending'
  if (stream.reconnecting) return 'reconnecting'
  return stream.growing ? 'sending' : 'unknown'
}

/** Whether the software's state was read lately: it is stale after three of its intervals. */
export const isFresh = ({ link, readAt, everyMs }: EncoderState, now: number): boolean =>
  link === 'connected' && readAt !== undefined && Math.abs(now - Date.parse(readAt)) <= 3 * everyMs

function softwareOf(state: EncoderState | undefined, now: number): OnAirSummary['software'] {
  if (state?.encoder === undefined) return undefined
  const code = sendingOf(state, now)
  const { stream, readAt } = state
  const since =
    code === 'reconnecting'
      ? stream?.reconnectingSince
      : code === 'sending' && stream !== undefined && readAt !== undefined
        ? iso(Date.parse(readAt) - stream.durationMs)
        : undefined
  return { code, name: state.encoder.name, ...defined({ since }) }
}

const iso = (at: number): string => new Date(at).toISOString()
