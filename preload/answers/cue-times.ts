// Times of day and lengths of cues, as people and spreadsheets write them. Pure.

/** `HH:MM:SS`, `` for none, undefined for what is no time of day. */
export function timeOf(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (plain === '') return ''
  const found =
    /^(?:\d{4}-\d{2}-\d{2}[t ])?(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?\s*(am|pm|a\.\s?m\.|p\.\s?m\.)?$/.exec(
      plain,
    )
  if (found === null) return undefined
  const [, given = '', minutes = '', seconds = '00', half] = found
  let hours = Number(given)
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined
    hours = (hours % 12) + (half.startsWith('p') ? 12 : 0)
  }
  if (hours > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${minutes}:${seconds}`
}

const unit: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000 }
const longestMs = 86_400_000

/** Milliseconds, null for none, undefined for what is no length: `5` and `5 min`, `4:30`, `1:04:30`, `1h 5m`. */
export function lengthOf(text: string): number | null | undefined {
  const plain = text.trim().toLowerCase().replace(',', '.')
  if (plain === '') return null
  const ms = /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) * 60_000 : (clocked(plain) ?? worded(plain))
  return ms === undefined || ms > longestMs ? undefined : Math.round(ms)
}

function clocked(text: string): number | undefined {
  const found = /^(?:(\d{1,2}):)?(\d{1,4}):(\d{2})(?:\.\d+)?$/.exec(text)
  if (found === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = found
  if (Number(seconds) > 59 || (found[1] !== undefined && Number(minutes) > 59)) return undefined
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
}

function worded(text: string): number | undefined {
  const part = /\s*(\d+(?:\.\d+)?)\s*(h|m|s)[a-z]*\.?\s*/gy
  let ms = 0
  let end = 0
  for (const match of text.matchAll(part)) {
    ms += Number(match[1]) * (unit[match[2] ?? ''] ?? 0)
    end = match.index + match[0].length
  }
  return end > 0 && end === text.length ? ms : undefined
}

/** `0:04:30`, as `lengthOf` reads it again. */
export function shownLength(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
