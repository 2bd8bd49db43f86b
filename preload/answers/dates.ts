// Instants as platforms write them: ISO 8601, with a space, without a zone, days alone, seconds or milliseconds since 1970, RFC 2822.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { plain } from './json.ts'
import { partsOf } from './status-words.ts'

/** Between 2001 and 2286 a number of seconds has ten digits and one of milliseconds thirteen. */
const seconds = /^\d{10}(?:\.\d+)?$/
const millis = /^\d{13}(?:\.\d+)?$/
const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]+(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i
const month = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const clock =
  '(?:,? +(?:at +)?(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?: *(Z|UTC|GMT|[+-]\\d{2}:?\\d{2}|(?:GMT|UTC)[+-]\\d{4}))?(?: +\\([^)]*\\))?)?'
/** `Sun, 22 Nov 2026 20:00:00 +0100`. */
const dayFirst = new RegExp(`^(?:[a-z]{3,9},? +)?(\\d{1,2}) ${month},? +(\\d{4})${clock}$`, 'i')
/** `Sun Nov 22 2026 20:00:00 GMT+0100 (...)`, `November 22, 2026`. */
const monthFirst = new RegExp(`^(?:[a-z]{3,9},? +)?${month} +(\\d{1,2}),? +(\\d{4})${clock}$`, 'i')
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const longest = 80

/**
 * Milliseconds since 1970. A local time is one of `zone`, where the record names one (`zoneIn`), else UTC. Ambiguous
 * (`11/12/2026`) and impossible days are no dates; neither is a local time that its zone skips or repeats.
 */
export function readInstant(value: Json | undefined, zone?: Json): number | undefined {
  if (isObject(value)) return readWithin(value, zone)
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const text = String(value).trim()
  if (text === '' || text.length > longest) return undefined
  if (millis.test(text)) return Math.floor(Number(text))
  if (seconds.test(text)) return Math.round(Number(text) * 1_000)
  const [, year, monthOfYear, day, ...time] = iso.exec(text) ?? []
  if (year !== undefined)
    return instant(
      Number(year),
      Number(monthOfYear),
      Number(day),
      [time[0], time[1], time[2]],
      time[4] ?? (time[0] === undefined ? undefined : zone),
      fraction(time[3]),
    )
  const first = dayFirst.exec(text)
  if (first !== null)
    return instant(
      Number(first[3]),
      monthNumber(first[2]),
      Number(first[1]),
      [first[4], first[5], first[6]],
      first[7] ?? (first[4] === undefined ? undefined : zone),
    )
  const second = monthFirst.exec(text)
  if (second !== null)
    return instant(
      Number(second[3]),
      monthNumber(second[1]),
      Number(second[2]),
      [second[4], second[5], second[6]],
      second[7] ?? (second[4] === undefined ? undefined : zone),
    )
  return undefined
}

const timePart =
  /^(?:at|on|date|time|datetime|timestamp|since|until|epoch|created|updated|modified|started|ended|expires?|due)$/
const unitPart = /^(?:ms|millis|milliseconds|s|secs?|seconds|unix|utc)$/
/** Names in small letters alone: `createdat`, `starttime`. */
const timeEnd = /(?:ed|s)(?:at|on)$|(?:start|end|begin|due|event|publish|schedule|birth|show|air)(?:date|time)$/

/** Whether a field's name says that it is a date or a time. */
export function namesTime(name: string): boolean {
  const parts = partsOf(name).filter((part) => !unitPart.test(part))
  return timePart.test(parts.at(-1) ?? '') || timeEnd.test(plain(name))
}

/** Digits alone: an instant only where the field's name says so; else a telephone number, or an identifier. */
export const isCounted = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(value))

/** A day without a time is shown as written. */
export function isDay(value: Json | undefined): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.trim())
}

function instant(
  year: number,
  monthOfYear: number,
  day: number,
  time: ReadonlyArray<string | undefined>,
  zone: Json = 'Z',
  ms = 0,
): number | undefined {
  const [hour = 0, minute = 0, second = 0] = time.map((part) => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const midnight = new Date(Date.UTC(year, monthOfYear - 1, day))
  // Date.UTC overflows into the next month, and reads years under 100 as 19xx.
  if (midnight.getUTCMonth() !== monthOfYear - 1 || midnight.getUTCDate() !== day || midnight.getUTCFullYear() !== year)
    return undefined
  const local = midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1_000 + ms
  if (typeof zone !== 'string') return undefined
  const away = offset(zone)
  return away === undefined ? inZone(local, zone) : local - away * 60_000
}

const zoneName = /^(?:event|schedule|start)?(?:timezone|tz|timezonename|timezoneid|tzid|tzname|ianatimezone|zone)$/

/** The zone that a record names for its local times, as it stands; what is no zone makes them unknown. */
export function zoneIn(record: JsonObject): Json | undefined {
  const found = Object.entries(record).find(
    ([name, value]) => value !== null && value !== '' && zoneName.test(plain(name)),
  )
  return found?.[1]
}

/** `{ dateTime: "2026-11-22T20:00:00", timeZone: "Europe/Vienna" }`. */
function readWithin(value: JsonObject, zone: Json | undefined): number | undefined {
  const inner = Object.entries(value).find(([name]) => /^(?:datetime|date|iso)$/.test(plain(name)))?.[1]
  return isObject(inner) ? undefined : readInstant(inner, zoneIn(value) ?? zone)
}

const clocks = new Map<string, Intl.DateTimeFormat | undefined>()

/** What a zone's clocks show, as if it were UTC; undefined for no zone of the world. */
function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  if (clocks.has(zone)) return clocks.get(zone)
  let clock: Intl.DateTimeFormat | undefined
  try {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    clock = undefined
  }
  if (clocks.size >= mostZones) clocks.clear()
  clocks.set(zone, clock)
  return clock
}
const mostZones = 100

/** Of the instants that a zone's clocks show as `local`, the only one. */
function inZone(local: number, zone: string): number | undefined {
  const clock = zone.length > longest ? undefined : clockOf(zone)
  if (clock === undefined) return undefined
  const shownAt = (at: number): number => {
    const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month: monthOfYear = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, monthOfYear - 1, day, hour, minute, second)
  }
  const whole = Math.floor(local / 1_000) * 1_000
  const dayMs = 86_400_000
  const found = new Set(
    [whole - dayMs, whole + dayMs].map((near) => whole - (shownAt(near) - near)).filter((at) => shownAt(at) === whole),
  )
  const [only] = found
  return only === undefined || found.size > 1 ? undefined : only + (local - whole)
}

/** Minutes east of UTC; undefined for a zone's name. */
function offset(zone: string): number | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return 0
  const [, sign, hours, minutes = '0'] = /^(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})?$/i.exec(zone) ?? []
  if (sign === undefined) return undefined
  if (Number(hours) > 15 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const fraction = (digits: string | undefined): number =>
  digits === undefined ? 0 : Number(digits.padEnd(3, '0').slice(0, 3))
const monthNumber = (name: string | undefined): number => months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
