// What the numbers of the check before a show mean. Pure.
import { shownLength } from '#answers/cue-times.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { ShowCheck } from '#contract/live.ts'
import type { Connection, Environment, EnvironmentId, Gate } from '#contract/models.ts'

export type Found = Omit<ShowCheck, 'id'>

const slowMs = 3_000
const clockOkMs = 2_000
const clockWarnMs = 30_000
const diskWarnBytes = 1_000_000_000
const diskFailBytes = 200_000_000

export function environmentCheck({ id, baseUrl }: Environment, embedded: boolean): Found {
  const fix = 'settings#environments'
  if (embedded) return { state: 'ok', code: 'practice', facts: { environment: id } }
  if (baseUrl === '') return { state: 'fail', code: 'no_address', facts: { environment: id }, fix }
  const facts = { environment: id, host: URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl }
  return id === 'rehearsal'
    ? { state: 'warn', code: 'seen_by_others', facts, fix }
    : { state: 'ok', code: 'address', facts }
}

export function platformCheck({ state, latencyMs, reason }: Connection): Found {
  const fix = 'settings#connection'
  if (state !== 'reachable')
    return { state: 'fail', code: 'platform_silent', ...(reason !== undefined && { facts: { said: reason } }), fix }
  if (latencyMs === undefined) return { state: 'ok', code: 'platform_answers' }
  if (latencyMs <= slowMs) return { state: 'ok', code: 'platform_quick', facts: { ms: Math.round(latencyMs) } }
  return { state: 'warn', code: 'platform_slow', facts: { seconds: (latencyMs / 1_000).toFixed(1) }, fix }
}

/** The offset comes from a Date header and is a second exact at best. */
export function clockCheck({ clockOffsetMs }: Pick<Connection, 'clockOffsetMs'>): Found {
  const fix = 'settings#connection'
  if (clockOffsetMs === undefined) return { state: 'warn', code: 'clock_unknown' }
  const awayMs = Math.abs(clockOffsetMs)
  if (awayMs <= clockOkMs) return { state: 'ok', code: 'clock_right', facts: { seconds: clockOkMs / 1_000 } }
  return {
    state: awayMs <= clockWarnMs ? 'warn' : 'fail',
    code: clockOffsetMs > 0 ? 'clock_ahead' : 'clock_behind',
    facts: { awayMs },
    fix,
  }
}

export function gateCheck(gates: readonly Gate[]): Found {
  if (gates.length === 0) return { state: 'ok', code: 'gates_open' }
  return {
    // Nothing can be started while Livestream waits.
    state: gates.some(({ product }) => product === 'Livestream') ? 'fail' : 'warn',
    code: 'gates_closed',
    facts: {
      products: gates.map(({ product }) => product),
      longestMs: Math.max(...gates.map(({ retryAfterMs }) => retryAfterMs)),
    },
    fix: 'settings#connection',
  }
}

/** Open writes to one environment; `held` are those of the queued that the person keeps back. */
export interface OpenWrites {
  queued: number
  held: number
  sending: number
  accepted: number
  unknown: number
  /** The person paused sending. */
  paused: boolean
}

export function queueCheck(
  { queued, held, sending, accepted, unknown, paused }: OpenWrites,
  environment: EnvironmentId,
): Found {
  const leaving = queued - held
  if (unknown + accepted + leaving + held + sending === 0) return { state: 'ok', code: 'queue_empty' }
  const found = { code: 'queue', facts: { unknown, accepted, leaving, held, sending, paused } } as const
  if (unknown > 0) return { state: 'fail', ...found, fix: `activity?state=unknown&environment=${environment}` }
  if (accepted > 0) return { state: 'warn', ...found, fix: `activity?state=accepted&environment=${environment}` }
  return leaving > 0 ? { state: 'warn', ...found, fix: 'activity?queue=1' } : { state: 'ok', ...found }
}

/** `scenes`: those that a start and an end show. */
export function encoderCheck(state: EncoderState, scenes: readonly string[], isFresh: boolean): Found {
  const fix = 'settings#encoder'
  if (state.encoder === undefined) return { state: 'ok', code: 'encoder_unused' }
  const facts = { name: state.encoder.name }
  if (state.link === 'locked' || state.link === 'withheld')
    return { state: 'fail', code: 'encoder_password_kept', facts, fix }
  if (state.link === 'forgotten') return { state: 'fail', code: 'encoder_password_gone', facts, fix }
  if (state.link === 'refused') return { state: 'fail', code: 'encoder_refused', facts, fix }
  if (state.link === 'unsupported') return { state: 'fail', code: 'encoder_unsupported', facts, fix }
  if (state.link !== 'connected') return { state: 'fail', code: 'encoder_silent', facts, fix }
  if (!isFresh) return { state: 'warn', code: 'encoder_unread', facts, fix }
  const gone = scenes.filter((scene) => state.scenes?.includes(scene) === false)
  if (gone.length > 0)
    return { state: 'warn', code: 'encoder_scene_gone', facts: { ...facts, scenes: gone.join(', ') }, fix }
  if (state.exposed === true) return { state: 'warn', code: 'encoder_exposed', facts, fix }
  return { state: 'ok', code: 'encoder_ready', facts }
}

/** The rundown of a show before it begins. */
export interface PlannedRundown {
  id: string
  title: string
  /** Those that Go fires, over the whole rundown. */
  cues: number
  durationMs: number
  /** No cue is left that Go would fire. */
  isOver: boolean
  /** Steps that would fail, by a dry run of this very revision. */
  failing?: number
}

export function rundownCheck(planned: PlannedRundown | undefined): Found {
  if (planned === undefined) return { state: 'ok', code: 'rundown_none' }
  const { id, title, cues, durationMs, isOver, failing } = planned
  const facts = { rundown: title }
  if (isOver) return { state: 'warn', code: 'rundown_over', facts, fix: 'live' }
  if (failing !== undefined && failing > 0)
    return {
      state: 'warn',
      code: 'rundown_fails',
      facts: { ...facts, n: failing },
      fix: `rundown?id=${encodeURIComponent(id)}`,
    }
  const planFacts = { ...facts, n: cues, length: shownLength(durationMs) }
  return { state: 'ok', code: failing === undefined ? 'rundown_ready' : 'rundown_rehearsed', facts: planFacts }
}

export function draftCheck(writing: number, drafts: number): Found {
  if (writing > 0) return { state: 'warn', code: 'drafts_being_written', facts: { n: writing }, fix: 'drafts' }
  return drafts === 0
    ? { state: 'ok', code: 'drafts_none' }
    : { state: 'ok', code: 'drafts_saved', facts: { n: drafts } }
}

export function diskCheck(freeBytes: number): Found {
  const free =
    freeBytes >= 1_000_000_000
      ? `${Math.floor(freeBytes / 100_000_000) / 10} GB`
      : `${Math.floor(freeBytes / 1_000_000)} MB`
  if (freeBytes < diskFailBytes) return { state: 'fail', code: 'disk_full', facts: { free } }
  if (freeBytes < diskWarnBytes) return { state: 'warn', code: 'disk_low', facts: { free } }
  return { state: 'ok', code: 'disk_free', facts: { free } }
}
