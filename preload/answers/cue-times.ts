// Times of day and lengths of cues, as people and spreadsheets write them. Pure.

const daySeconds = 86_400
const minute = 60_000
const hour = 60 * minute

/** `HH:MM:SS`, `` for none, undefined for what is no time of day. */
export function timeOf(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (plain === '') return ''
  const found =
    /^(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4},?[t ]\s*)?(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?)?\s*(am|pm|a\.\s?m\.|p\.\s?m\.|uhr|h|hs|hrs?\.?|horas)?$/.exec(
      plain,
    )
  // A number alone is no hour.
  if (found === null || (found[2] === undefined && found[4] === undefined)) return ofDay(plain)
  const [, given = '', minutes = '00', seconds = '00', word = ''] = found
  let hours = Number(given)
  if (/^[ap]/.test(word)) {
    if (hours < 1 || hours > 12) return undefined
    hours = (hours % 12) + (word.startsWith('p') ? 12 : 0)
  }
  if (hours > 23 || Number(minutes) > 59 || Number(seconds) > 59) return ofDay(plain)
  return `${String(hours).padStart(2, '0')}:${minutes}:${seconds}`
}

/** As a spreadsheet keeps a time: a part of a day, with or without the number of the day before it. */
function ofDay(plain: string): string | undefined {
  const found = /^(?:0|[2-7]\d{4})?[.,](\d+)$/.exec(plain)
  if (found === null) return undefined
  const seconds = Math.round(Number(`0.${found[1]}`) * daySeconds)
  if (seconds >= daySeconds) return undefined
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** By their words in full and cut, where sheets come from. */
const units: ReadonlyArray<readonly [RegExp, number]> = [
  [/^(?:h|hs|hrs?|hours?|horas?|std|stunden?|heures?|or[ae]|uur)$/, 3_600_000],
  [/^(?:m|mins?|minut[eo]s?|minuten|minuti|'|\u2032|\u2019)$/, 60_000],
  [/^(?:s|secs?|seconds?|segs?|segundos?|sek|sekunden?|secondes?|second[io]|''|"|\u2033|\u201d)$/, 1_000],
]
const longestMs = 86_400_000

const sizeOf = (word: string): number | undefined => units.find(([pattern]) => pattern.test(word))?.[1]

/** Milliseconds of the unit that a heading ends with or has in brackets: `Duration (s)`, `Minutes`. */
export function unitIn(heading: string): number | undefined {
  const word = /[([]\s*([^)\]]+?)[\s.]*[)\]]/.exec(heading)?.[1] ?? /(\p{L}+)[\s.]*$/u.exec(heading)?.[1]
  return word === undefined ? undefined : sizeOf(word.toLowerCase())
}

/**
 * Milliseconds, null for none, undefined for what is no length: `5` and `5 min`, `4:30`, `1:04:30`, `1h 05m`, `PT5M`, and as
 * spreadsheets keep it: a part of a day such as `0.003472`, or a time of their first day such as `12:05:00 AM`.
 */
export const lengthOf = (text: string): number | null | undefined => lengthIn(text, minute)

/** As `lengthOf`; `unit` is that of a number alone, in milliseconds. */
export function lengthIn(text: string, unit: number): number | null | undefined {
  const plain = text.trim().toLowerCase()
  const point = plain.replace(',', '.')
  if (plain === '') return null
  const ms = /^\d*\.?\d+$/.test(point)
    ? unit === minute
      ? bare(point)
      : Number(point) * unit
    : (clocked(point, unit) ?? worded(point.replace(/^pt(?=\d)/, '')) ?? ofFirstDay(plain))
  return ms === undefined || ms > longestMs ? undefined : Math.round(ms)
}

function ofFirstDay(plain: string): number | undefined {
  const isFirst = /\b(?:1899|1900|1904)\b/.test(plain) || /[ap]\.?\s?m\.?$/.test(plain)
  const time = isFirst ? timeOf(plain) : undefined
  return time === undefined ? undefined : clocked(time, minute)
}

/** Minutes, unless it is less than one, is written finer than hundredths and makes no whole seconds as minutes. */
function bare(plain: string): number {
  const value = Number(plain)
  const decimals = plain.split('.')[1]?.length ?? 0
  const seconds = value * 60
  const isWhole = Math.round(seconds) >= 1 && Math.abs(seconds - Math.round(seconds)) <= 30 / 10 ** decimals + 1e-9
  if (value >= 1 || decimals < 3 || isWhole) return value * 60_000
  return Math.round(value * daySeconds) * 1_000
}

/** With two parts hours and minutes where `unit` or a word behind them says so, else minutes and seconds. */
function clocked(text: string, unit: number): number | undefined {
  const found = /^(?:(\d{1,2}):)?(\d{1,4}):(\d{2})(?:\.\d+)?\s*([a-z]+)?\.?$/.exec(text)
  if (found === null) return undefined
  const size = found[4] === undefined ? unit : sizeOf(found[4])
  if (size === undefined) return undefined
  if (found[1] === undefined && size === hour) return clocked(`${found[2]}:${found[3]}:00`, minute)
  const [, hours = '0', minutes = '0', seconds = '0'] = found
  if (Number(seconds) > 59 || (found[1] !== undefined && Number(minutes) > 59)) return undefined
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
}

/** `1h05` has minutes behind the hours, and `5m30` seconds. */
function worded(text: string): number | undefined {
  const part = /\s*(?:(?:y|und|and|et|e)\s+)?(\d+(?:\.\d+)?)\s*([a-z]+|''|['"\u2019\u201d\u2032\u2033])?\.?\s*/gy
  let ms = 0
  let end = 0
  let last = Infinity
  for (const match of text.matchAll(part)) {
    const [whole, amount, word] = match
    const size: number | undefined = word === undefined ? last / 60 : sizeOf(word)
    // Larger ones come first; a number alone follows hours or minutes.
    if (size === undefined || size >= last || !Number.isFinite(size) || size < 1_000) return undefined
    ms += Number(amount) * size
    last = size
    end = match.index + whole.length
  }
  return end > 0 && end === text.length ? ms : undefined
}

/** `0:04:30`, as `lengthOf` reads it again. */
export function shownLength(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
