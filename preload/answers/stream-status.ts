// A stream's state, viewers, start and signals; nothing of it is specified.
import { defined } from '#contract/defined.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { airStateOf, type AirWords, type ReadAir } from './air-state.ts'
import { readRecord } from './answer.ts'
import { readInstant, zoneIn } from './dates.ts'
import { isFailedReading } from './outcome.ts'
import { plain, scalarText } from './roles.ts'

/** The read whose words a person explains; what they mean holds for every record of a stream. */
export const statusOperation = 'POST /api/video/stream/getStatus'

export interface StreamStatus extends ReadAir {
  viewers?: number
  /** Milliseconds since 1970. */
  startedAt?: number
  /** Milliseconds since 1970. */
  endedAt?: number
  /** Under the platform's own names. */
  signals: Array<{ name: string; text: string }>
}

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

const countName =
  /^(?:viewers?(?:count|number)?|(?:num|number(?:of)?|count)viewers|watching|watchers?(?:count)?|audience(?:size|count)?)$/

/** How exactly a name counts who watches now, 0 the most; undefined for one that counts something else. */
function viewersRank(bare: string): number | undefined {
  if (!/view|watch|audience/.test(bare)) return undefined
  if (/peak|max|high|most|total|all|unique|average|avg|mean|min|time|second|last|url|id$|limit|cap/.test(bare))
    return undefined
  if (/concurrent|simultaneous/.test(bare)) return 0
  if (/current|live|now|active|online/.test(bare)) return 1
  return countName.test(bare) ? 2 : undefined
}

/** The most exact count of who watches now; none where equally exact ones differ. */
function viewersOf(record: JsonObject): number | undefined {
  const named = Object.entries(record).flatMap(([name, value]) =>
    isObject(value) && /view|watch|audience/i.test(name)
      ? Object.entries(value).map(([inner, count]) => ({ bare: plain(name + inner), count: countOf(count) }))
      : [{ bare: plain(name), count: countOf(value) }],
  )
  for (const rank of [0, 1, 2]) {
    const counts = new Set(named.flatMap(({ bare, count }) => (viewersRank(bare) === rank ? (count ?? []) : [])))
    const [only] = counts
    if (only !== undefined) return counts.size === 1 ? only : undefined
  }
  return undefined
}

/** `now` is in milliseconds, by the platform's clock; `taught` is what a person said of the platform's words. */
export function readStreamStatus(data: Json | undefined, now = Date.now(), taught: AirWords = {}): StreamStatus {
  const failed = data !== undefined && isFailedReading(data, { resource: 'video/stream' })
  const record = (failed ? undefined : readRecord(data, 'video/stream')) ?? {}
  const zone = zoneIn(record)
  const viewers = viewersOf(record)
  const startedAt = readInstant(fieldNamed(record, startNames)?.value, zone)
  const endedAt = readInstant(fieldNamed(record, endNames)?.value, zone)
  return {
    ...airStateOf(record, now, taught),
    ...defined({ viewers, startedAt, endedAt }),
    signals: signalNames.flatMap((wanted) => {
      const found = fieldNamed(record, [wanted])
      const text = scalarText(found?.value)
      return found === undefined || text === undefined ? [] : [{ name: found.name, text }]
    }),
  }
}
