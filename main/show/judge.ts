// What a look before a show means: numbers in, one row's state and sentence out. Pure.
import type { ShowCheck } from '#contract/live.ts'
import type { Connection, Environment, EnvironmentId, Gate } from '#contract/models.ts'

export type Found = Omit<ShowCheck, 'id'>

const slowMs = 3_000
const clockOkMs = 2_000
const clockWarnMs = 30_000
const diskWarnBytes = 1_000_000_000
const diskFailBytes = 200_000_000

export const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

export function environmentCheck({ name, baseUrl }: Environment, embedded: boolean): Found {
  if (embedded)
    return {
      state: 'warn',
      found: `${name}: this is practice on the platform inside the desk, nobody sees it.`,
      fix: 'settings#environments',
    }
  if (baseUrl === '')
    return { state: 'fail', found: `${name} has no address yet, so nothing can be sent.`, fix: 'settings#environments' }
  const at = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  if (name === 'Rehearsal')
    return { state: 'warn', found: `${name} at ${at}: others may see this.`, fix: 'settings#environments' }
  return { state: 'ok', found: `${name}, at ${at}.` }
}

export function platformCheck({ state, latencyMs, reason }: Connection): Found {
  if (state !== 'reachable')
    return {
      state: 'fail',
      found: `The platform does not answer${reason === undefined ? '' : `: ${reason}`}.`,
      fix: 'settings#connection',
    }
  if (latencyMs === undefined) return { state: 'ok', found: 'The platform answers.' }
  if (latencyMs <= slowMs) return { state: 'ok', found: `The platform answered in ${Math.round(latencyMs)} ms.` }
  return {
    state: 'warn',
    found: `The platform is slow: it took ${seconds(latencyMs)} to answer.`,
    fix: 'settings#connection',
  }
}

/** The offset is a second exact at best: that is how exact a Date header is. */
export function clockCheck({ clockOffsetMs }: Pick<Connection, 'clockOffsetMs'>): Found {
  if (clockOffsetMs === undefined)
    return { state: 'warn', found: 'The platform has not told its time, so the clocks could not be compared.' }
  const away = Math.abs(clockOffsetMs)
  if (away <= clockOkMs)
    return { state: 'ok', found: `This machine's clock and the platform's are at most ${clockOkMs / 1_000} s apart.` }
  const found = `This machine's clock is ${duration(away)} ${clockOffsetMs > 0 ? 'ahead of' : 'behind'} the platform's: set it in the system's settings.`
  return { state: away <= clockWarnMs ? 'warn' : 'fail', found }
}

export function gateCheck(gates: readonly Gate[]): Found {
  const [first] = gates
  if (first === undefined) return { state: 'ok', found: 'No product asks the desk to wait.' }
  const named = gates.map(({ product, retryAfterMs }) => `${product} (${duration(retryAfterMs)})`).join(', ')
  return { state: 'warn', found: `The platform asks the desk to wait with ${named}.`, fix: 'settings#connection' }
}

/** Writes to one environment that have not settled. */
export interface Waiting {
  queued: number
  /** Of the queued, kept back by the person. */
  held: number
  sending: number
  unknown: number
  /** Sending is paused by the person. */
  paused: boolean
}

export function queueCheck({ queued, held, sending, unknown, paused }: Waiting, environment: EnvironmentId): Found {
  const leaving = queued - held
  const parts = [
    ...(unknown > 0 ? [`of ${plural(unknown, 'change', 'changes')} the outcome is not known`] : []),
    ...(leaving > 0
      ? [
          `${plural(leaving, 'change waits', 'changes wait')} in the queue and ${paused ? 'would leave as soon as sending goes on' : 'would leave during the show'}`,
        ]
      : []),
    ...(held > 0 ? [`${plural(held, 'is', 'are')} held back`] : []),
    ...(sending > 0 ? [`${plural(sending, 'is', 'are')} on the way`] : []),
  ]
  const found = sentence(parts)
  if (unknown > 0) return { state: 'fail', found, fix: `activity?state=unknown&environment=${environment}` }
  if (leaving > 0) return { state: 'warn', found, fix: 'activity?queue=1' }
  return { state: 'ok', found: found === '' ? 'Nothing waits in the queue.' : found }
}

export function draftCheck(writing: number, drafts: number): Found {
  if (writing > 0)
    return {
      state: 'warn',
      found: `${plural(writing, 'draft is', 'drafts are')} being written at this moment.`,
      fix: 'drafts',
    }
  if (drafts === 0) return { state: 'ok', found: 'There are no drafts, and nothing waits to be saved.' }
  return { state: 'ok', found: drafts === 1 ? 'The one draft is saved.' : `All ${drafts} drafts are saved.` }
}

export function diskCheck(freeBytes: number): Found {
  const free =
    freeBytes >= 1_000_000_000
      ? `${Math.floor(freeBytes / 100_000_000) / 10} GB`
      : `${Math.floor(freeBytes / 1_000_000)} MB`
  const place = 'free on the disk with the profile'
  if (freeBytes < diskFailBytes)
    return { state: 'fail', found: `Only ${free} are ${place}: make room, or soon nothing can be saved.` }
  if (freeBytes < diskWarnBytes)
    return { state: 'warn', found: `Only ${free} are ${place}: make room before a long show.` }
  return { state: 'ok', found: `${free} are ${place}.` }
}

/** Parts of one sentence, the first with a capital. */
export function sentence(parts: readonly string[]): string {
  const text = parts.join('; ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

function duration(ms: number): string {
  const whole = Math.ceil(ms / 1_000)
  if (whole < 120) return `${whole} s`
  return whole < 7_200 ? `${Math.round(whole / 60)} min` : `${Math.round(whole / 3_600)} h`
}
