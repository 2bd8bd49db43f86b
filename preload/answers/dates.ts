// Instants as platforms write them: ISO 8601, with a space, without a zone, days alone, seconds or milliseconds since 1970, RFC 2822.
import type { Json } from '#contract/json.ts'

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

/** Milliseconds since 1970; UTC without a zone. Ambiguous (`11/12/2026`) and impossible days are no dates. */
export function readInstant(value: Json | undefined): number | undefined {
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
      time[4],
      fraction(time[3]),
    )
  const first = dayFirst.exec(text)
  if (first !== null)
    return instant(Number(first[3]), monthNumber(first[2]), Number(first[1]), [first[4], first[5], first[6]], first[7])
  const second = monthFirst.exec(text)
  if (second !== null)
    return instant(
      Number(second[3]),
      monthNumber(second[1]),
      Number(second[2]),
      [second[4], second[5], second[6]],
      second[7],
    )
  return undefined
}

/** A day without a time is shown as written. */
export function isDay(value: Json | undefined): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.trim())
}

function instant(
  year: number,
  monthOfYear: number,
  day: number,
  time: ReadonlyArray<string | undefined>,
  zone = 'Z',
  ms = 0,
): number | undefined {
  const [hour = 0, minute = 0, second = 0] = time.map((part) => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const midnight = new Date(Date.UTC(year, monthOfYear - 1, day))
  // Date.UTC overflows into the next month, and reads years under 100 as 19xx.
  if (midnight.getUTCMonth() !== monthOfYear - 1 || midnight.getUTCDate() !== day || midnight.getUTCFullYear() !== year)
    return undefined
  const away = offset(zone)
  return away === undefined ? undefined : midnight.getTime() + ((hour * 60 + minute - away) * 60 + second) * 1_000 + ms
}

/** Minutes east of UTC. */
function offset(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  if (sign === undefined) return 0
  if (Number(hours) > 15 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const fraction = (digits: string | undefined): number =>
  digits === undefined ? 0 : Number(digits.padEnd(3, '0').slice(0, 3))
const monthNumber = (name: string | undefined): number => months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
