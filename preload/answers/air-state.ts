// Whether a record is on air, from its word, its flags and their times (specification, section 2.3) taken together.
// What disagrees is not known: nothing is called on air, or off, over a contradiction.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { readInstant, zoneIn } from './dates.ts'
import { inOneLine, plain, scalarText } from './roles.ts'
import { partsOf } from './status-words.ts'
import { saidOnAir, type AirState } from './transport.ts'

type Known = Exclude<AirState, 'unseen' | 'unclear'>
/** What a person said that the platform's own words mean, by `wordKey`. */
export type AirWords = Readonly<Record<string, Known>>

/** A show starts a little early; a start further ahead is only planned. */
const earlyMs = 15 * 60_000
/** Clocks differ by so much. */
const skewMs = 60_000
const deepest = 2

/** `state`, `streamStatus`, `broadcast_status`, `lifeCycleStatus`; a status of health, privacy or recording is another matter. */
const wordName = /^(?:live)?(?:stream|broadcast|live|onair|air|lifecycle|show|event)?(?:status|state)$/
/** Within a status that is an object, also these. */
const innerName = /^(?:name|value|code|text|label|type|current|phase)$/
/** Objects that hold flags and words of the record itself; `details` is the specification's. */
const holderName = /^(?:details|stream|livestream|broadcast|live)$/
const startName = /^(?:actual)?(?:start(?:ed)?|live|onair|went(?:live|onair)|begun|began)(?:on|at|since|time|date)$/
const plannedName = /^(?:scheduled|planned|expected)start(?:on|at|time|date)?$|^(?:scheduled|planned)(?:for|at|on)$/
const stopName = /^(?:actualend|(?:actual)?(?:stopped|ended|finished))(?:on|at|time|date)$/

/** A word as it is compared: without case, dashes, underscores and spaces. */
export const wordKey = (word: string): string => partsOf(word).join(' ')

/** `true`, `1`, `"true"`, `"yes"` and their opposites; undefined for anything else. */
export function flagOf(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 1 || (typeof value === 'string' && /^(?:true|yes|1|on)$/i.test(value))) return true
  return value === 0 || (typeof value === 'string' && /^(?:false|no|0|off)$/i.test(value)) ? false : undefined
}

export interface ReadAir {
  state: AirState
  /** The platform's own. */
  word?: string
  /** Nobody knows what it means; where it is known, something else contradicts it. */
  isUnknownWord?: true
}

/** What one field leaves possible. */
type Allowed = ReadonlySet<'live' | 'paused' | 'none'>
const only = (...left: Array<'live' | 'paused' | 'none'>): Allowed => new Set(left)

interface Seen {
  words: Array<{ text: string; isSpecific: boolean }>
  flags: Map<string, Set<boolean>>
  starts: number[]
  planned: number[]
  pauses: number[]
  stops: number[]
  /** Flags that a person has to explain, as words. */
  vague: string[]
}

/** Everything about being on air, also within a status that is an object. */
function seenIn(record: JsonObject, zone: Json | undefined, seen: Seen, deep: number, inStatus = false): Seen {
  for (const [name, value] of Object.entries(record)) {
    if (value === null || value === '') continue
    const own = plain(name)
    if (wordName.test(own) || (inStatus && innerName.test(own))) {
      if (isObject(value) && deep < deepest) seenIn(value, zone, seen, deep + 1, true)
      const text = scalarText(value)
      // A bare number or truth value is a code that only the platform can read.
      if (text !== undefined) seen.words.push({ text, isSpecific: typeof value === 'string' })
      continue
    }
    const flag = flagOf(value)
    if (flag !== undefined) {
      const about = flagName(name)
      if (about === 'vague') seen.vague.push(`${name}: ${String(flag)}`)
      else if (about !== undefined) seen.flags.set(about, (seen.flags.get(about) ?? new Set()).add(flag))
      continue
    }
    if (isObject(value) && holderName.test(own) && deep < deepest) {
      seenIn(value, zone, seen, deep + 1)
      continue
    }
    const at = readInstant(value, zone)
    if (at === undefined) continue
    if (startName.test(own)) seen.starts.push(at)
    else if (plannedName.test(own)) seen.planned.push(at)
    else if (stopName.test(own)) seen.stops.push(at)
    else if (own === 'pausedon' || own === 'pausedat') seen.pauses.push(at)
  }
  return seen
}

/** What a flag is about, by its own name. `active` and `online` may mean the record, or the viewer. */
function flagName(name: string): string | undefined {
  const bare = partsOf(name)
    .filter((part) => !/^(?:is|has|currently|now)$/.test(part))
    .join('')
  if (/^(?:started|paused|stopped)$/.test(bare)) return bare
  if (/^(?:live|onair|broadcasting|streaming|airing)$/.test(bare)) return 'live'
  return /^(?:ended|finished|offair|offline)$/.test(bare)
    ? 'over'
    : /^(?:active|online|up)$/.test(bare)
      ? 'vague'
      : undefined
}

/**
 * From its word, its flags and their times together; `unseen` where they disagree or nothing is understood. `now` is in
 * milliseconds, by the platform's clock. `taught` wins over what the desk thinks of a word.
 */
export function airStateOf(record: JsonObject, now = Date.now(), taught: AirWords = {}): ReadAir {
  const seen = seenIn(
    record,
    zoneIn(record),
    { words: [], flags: new Map(), starts: [], planned: [], pauses: [], stops: [], vague: [] },
    0,
  )
  if (seen.words.length === 0) seen.words.push(...seen.vague.map((text) => ({ text, isSpecific: false })))
  const words = seen.words.map(({ text, isSpecific }) => ({
    text,
    says: own(taught, wordKey(text)) ?? (isSpecific ? saidOnAir(text) : undefined),
  }))
  const shown = (words.find(({ says }) => says !== undefined && says !== 'gone') ?? words[0])?.text
  const state = judged(
    seen,
    words.flatMap(({ says }) => says ?? []),
    now,
  )
  return {
    state,
    ...(shown === undefined ? {} : { word: inOneLine(shown) }),
    ...(state === 'unseen' && shown !== undefined && words.every(({ says }) => says === undefined)
      ? { isUnknownWord: true as const }
      : {}),
  }
}

const own = (words: AirWords, key: string): Known | undefined => (Object.hasOwn(words, key) ? words[key] : undefined)

function judged(
  { flags, starts, planned, pauses, stops }: Seen,
  words: ReadonlyArray<Known | 'gone'>,
  now: number,
): AirState {
  const is = (name: string, value: boolean): boolean => flags.get(name)?.has(value) === true
  const started = starts.length === 0 ? undefined : Math.max(...starts)
  const sinceStart = stops.filter((at) => started === undefined || at >= started)
  const ended = sinceStart.filter((at) => at <= now + skewMs)
  const hasStopped = is('stopped', true) || (ended.length > 0 && !is('stopped', false))
  const facts: Allowed[] = []
  const proofs: Allowed[] = []
  for (const word of words) {
    // What is paused is often called live too.
    const fact = word === 'live' ? only('live', 'paused') : word === 'paused' ? only('paused') : only('none')
    ;(word === 'gone' ? facts : proofs).push(fact)
  }
  // A stop leaves `started` as it was.
  if (is('started', true) && !hasStopped) proofs.push(only('live', 'paused'))
  if (is('started', false) && !hasStopped) proofs.push(only('none'))
  if (is('paused', true) && !hasStopped) proofs.push(only('paused'))
  if (is('paused', false)) facts.push(only('live', 'none'))
  if (is('live', true)) proofs.push(only('live', 'paused'))
  if (is('live', false) || is('over', true)) proofs.push(only('none'))
  if (hasStopped) proofs.push(only('none'))
  // Contradictions of one name with itself, and of a flag with its time.
  // An end that lies ahead is strange enough not to be called on air.
  if (sinceStart.length > 0) facts.push(only('none'))
  if (is('stopped', true) && is('stopped', false)) facts.push(only('live'), only('none'))
  if (is('stopped', true) && started !== undefined && stops.length > 0 && sinceStart.length === 0)
    facts.push(only('live'))
  const begins = starts.length > 0 ? started : planned.length > 0 ? Math.min(...planned) : undefined
  if (begins !== undefined && begins > now + earlyMs) facts.push(only('none'))
  const pausedAt = pauses.length === 0 ? undefined : Math.max(...pauses)
  if (
    words.length === 0 &&
    !flags.has('paused') &&
    pausedAt !== undefined &&
    pausedAt >= (started ?? pausedAt) &&
    !hasStopped
  )
    facts.push(only('paused', 'none'))
  if (proofs.length === 0) return 'unseen'
  const left = (['live', 'paused', 'none'] as const).filter((one) =>
    [...facts, ...proofs].every((fact) => fact.has(one)),
  )
  const [one] = left
  if (one === undefined) return 'unseen'
  if (one !== 'none') return one
  return hasStopped || words.includes('stopped') ? 'stopped' : 'off'
}
