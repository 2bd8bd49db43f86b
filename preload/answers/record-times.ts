// When a record says that it was made or changed: by the stems of its names, in any spelling and notation.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { isDay, readInstant } from './dates.ts'
import { plain } from './json.ts'

/** A time in milliseconds. A day lasts from `from` to `to`; without a zone both are as in UTC. */
export interface Told {
  from: number
  to: number
  zoned: boolean
}

const ending =
  '(?:at|on|date|day|time|datetime|timestamp|stamp|ts|utc|gmt|ms|millis|milliseconds|sec|secs|seconds|unix|epoch|iso)'
/** `createdAt`, `date_created`, `insertTime`, `submitted`. Verbs and nouns alone may name anything, such as a person or a request. */
const made = [
  new RegExp(
    `^(?:${ending}|is|was|first)*(?:created|inserted|submitted|made|added|issued|requested|initiated|registered|placed)${ending}*$`,
  ),
  new RegExp(
    `^(?:create|creation|insert|insertion|submit|submission|add|issue|request|initiation|registration)${ending}+$`,
  ),
  new RegExp(`^${ending}+(?:ofcreation|creation|ofsubmission|ofrequest|ofissue)$`),
]
/** Asked only where none of the others is there. */
const happened = [
  new RegExp(`^(?:${ending}+|when|(?:occurred|happened|recorded|logged|posted|entered|booked)${ending}*)$`),
]
const changed = [
  new RegExp(`^(?:${ending}|last)*(?:updated|modified|changed|edited|touched)${ending}*$`),
  new RegExp(`^(?:last)?(?:update|modification|change|edit)${ending}+$`),
]
/** Holders of times: `timestamps: { created }`. Other records within a record have times of their own. */
const holders =
  /^(?:times|timing|timings|dates|audit|meta|metadata|timestamps|stamps|history|lifecycle|sys|system|systeminfo|auditinfo|attributes|fields)$/
const dayMs = 86_400_000
const clock = /^\d{1,2}:\d{2}/
const zone = /:\d{2}(?:[.,]\d+)?\s*(?:Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?)\s*(?:\([^)]*\))?$/i

/** Longer names say more than a time. */
const longestName = 40

/** Every time at which a record says that it was made. Names in `except`, as `plain` writes them, do not count. */
export function madeTimes(record: JsonObject, except: ReadonlySet<string>): Told[] {
  const surest = timesOf(record, made, except)
  return surest.length > 0 ? surest : timesOf(record, happened, except)
}

/** Every time at which a record says that it was last changed. */
export const changedTimes = (record: JsonObject, except: ReadonlySet<string>): Told[] =>
  timesOf(record, changed, except)

function timesOf(record: JsonObject, names: readonly RegExp[], except: ReadonlySet<string>): Told[] {
  const within = Object.entries(record).flatMap(([name, value]) =>
    isObject(value) && holders.test(plain(name)) ? [value] : [],
  )
  return [record, ...within].flatMap((holder) =>
    Object.entries(holder).flatMap(([name, value]) => {
      const own = plain(name)
      if (own.length > longestName || except.has(own) || !names.some((pattern) => pattern.test(own))) return []
      return timeIn(value, clockBeside(holder, own, except)) ?? []
    }),
  )
}

/** The time of day beside a day: `createdDate` and `createdTime`. */
function clockBeside(holder: JsonObject, name: string, except: ReadonlySet<string>): string | undefined {
  const wanted = name.replace(/date|day/, 'time')
  if (wanted === name || except.has(wanted)) return undefined
  const value = Object.entries(holder).find(([other]) => plain(other) === wanted)?.[1]
  return typeof value === 'string' && clock.test(value) ? value : undefined
}

function timeIn(value: Json, beside?: string): Told | undefined {
  if (isObject(value)) {
    const told = Object.entries(value).flatMap(([name, inner]) =>
      isObject(inner) ? [] : (timeIn(inner, clockBeside(value, plain(name), new Set())) ?? []),
    )
    return told.length === 1 ? told[0] : undefined
  }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim()
  if (isDay(text)) {
    if (beside !== undefined) return timeIn(`${text}T${beside}`)
    const day = readInstant(text)
    return day === undefined ? undefined : { from: day, to: day + dayMs - 1, zoned: false }
  }
  const instant = /^\d{16}$|^\d{19}$/.test(text) ? Number(text.slice(0, 13)) : readInstant(text)
  if (instant === undefined) return undefined
  return { from: instant, to: instant, zoned: /^[\d.]+$/.test(text) || zone.test(text) }
}
