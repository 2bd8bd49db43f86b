// Start, pause, resume and stop: flags and times change together.
import type { TransportAction } from '#contract/access-kinds.ts'
import { defined } from '#contract/defined.ts'
import type { Json } from '#contract/json.ts'
import { spelled } from './json.ts'
import { toldBy } from './status-words.ts'

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

/** `unseen`: nothing yet. `off`: prepared, not started. `unclear`: a live command's outcome is unknown. */
export type AirState = 'unseen' | 'off' | 'live' | 'paused' | 'stopped' | 'unclear'
type Known = Exclude<AirState, 'unseen' | 'unclear'>

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
      return Object.assign(onAir(next), { paused: true, pausedOn: now })
    case 'resume':
      return Object.assign(onAir(next), { paused: false })
    case 'stop':
      return Object.assign(next, { stopped: true, paused: false, stoppedOn: now })
  }
}

/** A pause or a resume says nothing of an end, or of not having begun, that was sent earlier: it would bring that about. */
function onAir(details: Record<string, Json>): Record<string, Json> {
  const { started, startedOn, stopped, stoppedOn, ...others } = details
  return {
    ...others,
    ...(started !== false && defined({ started, startedOn })),
    ...(stopped !== true && defined({ stopped, stoppedOn })),
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

/** Of flags as a command sends them; a record of the platform is read by `airStateOf`. */
export function stateOfFlags(details: Readonly<Record<string, Json>>): Known | undefined {
  const is = (name: string): Json | undefined => spelled(details, name)
  if (is('stopped') === true) return 'stopped'
  if (is('paused') === true) return 'paused'
  if (is('started') === true) return 'live'
  if (is('started') === false || is('stopped') === false) return 'off'
  return undefined
}

/** Parts of a word by what they say. `gone`: it speaks against being on air and proves nothing else. */
const stems: ReadonlyArray<readonly [RegExp, Known | 'gone']> = [
  [/^(?:started|running|resumed|streaming|broadcasting|onair|airing|live)$/, 'live'],
  [/^paused$/, 'paused'],
  [/^(?:stopped|ended)$/, 'stopped'],
  [/^(?:idle|off|offline|offair|ready|scheduled|created|planned|inactive|waiting|upcoming)$/, 'off'],
  [
    /^(?:fail|err|abort|crash|disconnect|lost$|cancel|archiv|delet|remov|expir|complet|finish|clos|conclud|terminat|done$|over$|reject|suspend|disabl|draft$|pend|unpublish)/,
    'gone',
  ],
]
const ofStreams = /^(?:stream|broadcast|event|video|show|channel|media)$/

/** A word that may mean the record alone (`active`) says nothing; the specification lists none. */
export function saidOnAir(word: string): Known | 'gone' | undefined {
  const { says, whole, negated } = toldBy(word.replaceAll(/\b(on|off)[\s_-]+air\b/gi, '$1air'), stems, ofStreams)
  // `live_ended` has ended.
  if (says.size > 1) says.delete('live')
  const [one] = says
  if (one === undefined || says.size > 1) return undefined
  if (one === 'gone') return one
  if (!whole) return undefined
  if (!negated) return one
  return one === 'live' ? 'off' : undefined
}

/** Of a word alone; undefined for one that is not known. */
export function stateOfWord(status: unknown): Known | undefined {
  const found = typeof status === 'string' ? saidOnAir(status) : undefined
  return found === 'gone' ? undefined : found
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
