// A stream's state, viewers, start and signals; nothing of it is specified.
import { defined } from '#contract/defined.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { readRecord } from './answer.ts'
import { readInstant } from './dates.ts'
import { isFailedReading } from './outcome.ts'
import { inOneLine, plain, scalarText } from './roles.ts'
import { stateOfFlags, stateOfWord, type AirState } from './transport.ts'

export interface StreamStatus {
  /** `unseen` where no known state is named. */
  state: AirState
  /** The platform's own word. */
  word?: string
  viewers?: number
  /** Milliseconds since 1970. */
  startedAt?: number
  /** Milliseconds since 1970. */
  endedAt?: number
  /** Under the platform's own names. */
  signals: Array<{ name: string; text: string }>
}

/** For a stream these say that nothing is on air. */
const offWords = /^(idle|off|offline|ready|scheduled|created|planned|inactive|waiting|upcoming)$/
const statusNames = ['status', 'streamstatus', 'state', 'streamstate', 'broadcaststatus']
const viewerNames = [
  'viewers',
  'viewercount',
  'currentviewers',
  'concurrentviewers',
  'liveviewers',
  'watching',
  'audience',
]
const startNames = ['startedon', 'startedat', 'starttime', 'livesince', 'startdate']
const endNames = ['stoppedon', 'stoppedat', 'endedon', 'endedat', 'endtime', 'finishedat']
const signalNames = [
  'health',
  'streamhealth',
  'quality',
  'connectionquality',
  'bitratekbps',
  'bitrate',
  'fps',
  'framerate',
  'droppedframes',
]

/** The first that has a value, by plain name. */
export function fieldNamed(record: JsonObject, names: readonly string[]): { name: string; value: Json } | undefined {
  let found: { name: string; value: Json } | undefined
  let best = names.length
  for (const [name, value] of Object.entries(record)) {
    const place = value === null || value === '' ? -1 : names.indexOf(plain(name))
    if (place < 0 || place >= best) continue
    best = place
    found = { name, value }
  }
  return found
}

/** Undefined for no whole number from 0. */
export function countOf(value: Json | undefined): number | undefined {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{1,15}$/.test(value.trim())
        ? Number(value)
        : undefined
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** Kilobits a second; undefined where none is named. */
export function bitrateOf(signals: StreamStatus['signals']): number | undefined {
  const numberOf = (wanted: string): number | undefined => {
    const text = signals.find(({ name }) => plain(name) === wanted)?.text
    const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
    return Number.isFinite(number) && number >= 0 ? number : undefined
  }
  const rate = numberOf('bitrate')
  // A rate without a unit in its name: nobody broadcasts 100,000 kbit/s, so such a number is bits a second.
  return numberOf('bitratekbps') ?? (rate !== undefined && rate >= 100_000 ? rate / 1_000 : rate)
}

/** From its word, else from its flags. */
export function airStateOf(record: JsonObject): { state: AirState; word?: string } {
  const word = scalarText(fieldNamed(record, statusNames)?.value)
  const known =
    stateOfWord(word) ??
    (word !== undefined && offWords.test(word.trim().toLowerCase()) ? 'off' : undefined) ??
    stateOfFlags(record)
  return { state: known ?? 'unseen', ...(word === undefined ? {} : { word: inOneLine(word) }) }
}

export function readStreamStatus(data: Json | undefined): StreamStatus {
  if (data !== undefined && isFailedReading(data, { resource: 'video/stream' })) return { state: 'unseen', signals: [] }
  const record = readRecord(data, 'video/stream') ?? {}
  const viewers = countOf(fieldNamed(record, viewerNames)?.value)
  const startedAt = readInstant(fieldNamed(record, startNames)?.value)
  const endedAt = readInstant(fieldNamed(record, endNames)?.value)
  return {
    ...airStateOf(record),
    ...defined({ viewers, startedAt, endedAt }),
    signals: signalNames.flatMap((wanted) => {
      const found = fieldNamed(record, [wanted])
      const text = scalarText(found?.value)
      return found === undefined || text === undefined ? [] : [{ name: found.name, text }]
    }),
  }
}
