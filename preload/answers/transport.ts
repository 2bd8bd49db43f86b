// Start, pause, resume and stop: flags and times change together.
import type { Json } from '#contract/json.ts'
import { spelled } from './json.ts'

/** In the order in which they travel. */
export const optionNames = [
  'providerName',
  'providerId',
  'apiKey',
  'apiSecret',
  'apiClientId',
  'authToken',
  'server',
  'rtmpUrl',
  'streamKey',
  'channelUrl',
  'authUsername',
  'uniqueKey',
  'videoId',
  'channelId',
  'streamId',
  'ipAddress',
  'country',
  'state',
  'title',
  'description',
  'tags',
] as const

export type OptionName = (typeof optionNames)[number]

/** Specification, section 2.3. */
export const stateDetails = ['started', 'paused', 'stopped', 'startedOn', 'pausedOn', 'stoppedOn'] as const

export const transportActions = ['start', 'pause', 'resume', 'stop'] as const
export type TransportAction = (typeof transportActions)[number]

/** `unseen`: nothing yet. `off`: prepared, not started. `unclear`: a live command's outcome is unknown. */
export type AirState = 'unseen' | 'off' | 'live' | 'paused' | 'stopped' | 'unclear'

/** `now` is ISO 8601. */
export function applyTransport(
  action: TransportAction,
  details: Readonly<Record<string, Json>>,
  now: string,
): Record<string, Json> {
  const next: Record<string, Json> = { ...details }
  switch (action) {
    case 'start':
      delete next.pausedOn
      return Object.assign(next, { started: true, paused: false, stopped: false, startedOn: now, stoppedOn: null })
    case 'pause':
      return Object.assign(next, { paused: true, pausedOn: now })
    case 'resume':
      return Object.assign(next, { paused: false })
    case 'stop':
      return Object.assign(next, { stopped: true, paused: false, stoppedOn: now })
  }
}

/** What was confirmed goes into the form, what failed into its repetition. */
export function withStateOf(
  details: Readonly<Record<string, Json>>,
  source: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const next: Record<string, Json> = { ...details }
  for (const name of stateDetails) {
    const value = source[name]
    if (value === undefined) delete next[name]
    else next[name] = value
  }
  return next
}

export function stateOfFlags(
  details: Readonly<Record<string, Json>>,
): Exclude<AirState, 'unseen' | 'unclear'> | undefined {
  const is = (name: string): Json | undefined => spelled(details, name)
  if (is('stopped') === true) return 'stopped'
  if (is('paused') === true) return 'paused'
  if (is('started') === true) return 'live'
  if (is('started') === false || is('stopped') === false) return 'off'
  return undefined
}

const words: ReadonlyArray<readonly [RegExp, Exclude<AirState, 'unseen' | 'unclear'>]> = [
  [/^(live|started|running|on_?air|resumed|streaming)$/, 'live'],
  [/^paused$/, 'paused'],
  [/^(stopped|ended)$/, 'stopped'],
  [/^off_?air$/, 'off'],
]

/** A word that may mean the record alone (`active`, `completed`) says nothing; the specification lists none. */
export function stateOfWord(status: unknown): Exclude<AirState, 'unseen' | 'unclear'> | undefined {
  if (typeof status !== 'string') return undefined
  const word = status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return words.find(([pattern]) => pattern.test(word))?.[1]
}

const allowed: Record<AirState, readonly TransportAction[]> = {
  unseen: ['start', 'pause', 'stop'],
  off: ['start'],
  live: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: ['start'],
  unclear: ['stop'],
}

/** A stop is never withheld from what may be on air. */
export function mayTransport(action: TransportAction, state: AirState): boolean {
  return allowed[state].includes(action)
}
