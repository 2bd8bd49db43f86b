// Times and dates in the words of the chosen locale. UTC is always written with 24 hours.
import { hourCycle, keptFormats, locale } from '../../base/locale.ts'
import { formatNumber } from '../locale/numbers.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

const shapes = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  short: { hour: '2-digit', minute: '2-digit' },
  instant: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  thisYear: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = keptFormats((key) => {
  const [tag = 'en', shape = 'instant', cycle, zone] = key.split(' ')
  const options: Intl.DateTimeFormatOptions = { ...shapes[shape as keyof typeof shapes], hourCycle: cycle as 'h12' }
  // An hour of one digit is written so on a clock of twelve: 8:45 PM.
  if (cycle === 'h12' && 'hour' in options) options.hour = 'numeric'
  return new Intl.DateTimeFormat(tag, zone === 'UTC' ? { ...options, timeZone: 'UTC' } : options)
})
const relatives = keptFormats((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }))

function written(at: Date, shape: keyof typeof shapes, utc = false): string {
  if (Number.isNaN(at.getTime())) return ''
  const text = formats(`${locale.value} ${shape} ${utc ? 'h23 UTC' : hourCycle.value}`).format(at)
  return text.replaceAll('\u202f', '\u00a0')
}

/** `0:14`, `12:05`, `1:02:03`; rounded up, so that it never shows 0:00 while it waits. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}

/** `01:23:45`, always as wide; `-` before the start. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1_000)
  return `${ms < 0 ? '-' : ''}${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor((seconds % 3_600) / 60))}:${pad(seconds % 60)}`
}

/** `3 s`, `4 min`, `2 h`, `5 d`: units that all languages of the desk share. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${formatNumber(Math.floor(seconds / 86_400))} d`
}

/** `in 5 min`, `3 hr. ago`, `tomorrow`: how far an instant is from now, negative in the past. */
export function formatRelative(ms: number): string {
  const [size, unit] = relativeUnits.find(([size]) => Math.abs(ms) >= size) ?? [1_000, 'second' as const]
  return relatives(locale.value).format(Math.trunc(ms / size), unit)
}
const relativeUnits = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const

/** `20:14:05` or `8:14:05 PM` in the local zone, or `20:14:05` in UTC. */
export const formatClock = (at: Date, utc = false): string => written(at, 'clock', utc)

/** `20:14:05`, and `Nov 22, 00:14:05` on another day than today. */
export const formatClockOn = (at: Date, now: Date): string =>
  calendarDays(at) === calendarDays(now) ? formatClock(at) : `${formatDay(at)}, ${formatClock(at)}`

/** `20:45` or `8:45 PM`. */
export const formatShortClock = (at: Date): string => written(at, 'short')

/** `Nov 21, 2026` in the local zone, or in UTC. */
export const formatDate = (at: Date, utc = false): string => written(at, 'date', utc)

/** `Nov 21`. */
export const formatDay = (at: Date): string => written(at, 'day')

/** `Sat, Nov 21`. */
export const formatWeekday = (at: Date): string => written(at, 'weekday')

/** `Nov 21, 2026, 20:14:05` in the local zone, or with ` UTC` behind it in UTC. */
export const formatInstant = (at: Date, utc = false): string => `${written(at, 'instant', utc)}${utc ? ' UTC' : ''}`

/** What a table shows: `today 20:45`, `tomorrow 20:45`, `Nov 21, 20:45`, `Nov 21, 2026, 20:45`. */
export function formatMoment(at: Date, now = new Date()): string {
  const days = calendarDays(at) - calendarDays(now)
  if (Math.abs(days) <= 1) return `${relatives(locale.value).format(days, 'day')} ${written(at, 'short')}`
  return written(at, at.getFullYear() === now.getFullYear() ? 'thisYear' : 'moment')
}

/** Whole days since 1970 by the local calendar. */
const calendarDays = (at: Date): number =>
  Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000)

/** Local time, and the instant as ISO 8601 in UTC. */
export const formatBothZones = (at: Date): string =>
  Number.isNaN(at.getTime()) ? '' : `${formatInstant(at)} \u00b7 ${at.toISOString()}`

/** `42 ms`, `1.3 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${formatNumber(ms / 1_000, 1)} s`
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min${seconds % 60 === 0 ? '' : ` ${seconds % 60} s`}`
}

/** `2026-11-21` in the local zone, for files and date fields. */
export const isoDate = (at: Date): string => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

/** `2026-11-21T20:14` in the local zone, as a date and time field takes it. */
export const isoMinute = (at: Date): string => `${isoDate(at)}T${pad(at.getHours())}:${pad(at.getMinutes())}`

/** `2026-11-21 20:14:05` in the local zone, for names that are sent. */
export const isoInstant = (at: Date): string => `${isoMinute(at).replace('T', ' ')}:${pad(at.getSeconds())}`
