// Instants travel as ISO 8601 with milliseconds and Z; dates and times travel as they were written, since the specification names no zone for them.

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const datePattern = /^\d{4}-\d{2}-\d{2}$/
const timePattern = /^\d{2}:\d{2}:\d{2}$/

const two = (value: number) => String(value).padStart(2, '0')

/** Whether a text is an instant as the wire wants it, and a moment that exists. */
export function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return instantPattern.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text
}

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDate(text: string): boolean {
  return datePattern.test(text) && isInstant(`${text}T00:00:00.000Z`)
}

/** Whether a text is a time of day, HH:MM:SS. */
export function isTime(text: string): boolean {
  return timePattern.test(text) && isInstant(`2000-01-01T${text}.000Z`)
}

/** An instant from a date and a time in this machine's zone. */
export function localToInstant(date: string, time: string): string | undefined {
  if (!isDate(date) || !isTime(time)) return undefined
  const moment = new Date(`${date}T${time}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** Date and time of an instant in this machine's zone. */
export function instantToLocal(instant: string): { date: string; time: string } | undefined {
  const moment = new Date(instant)
  if (Number.isNaN(moment.getTime())) return undefined
  return {
    date: `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`,
  }
}

/** What a schedule would mean: read as this machine's time, and read as UTC; each with the other side of it. */
export interface Readings {
  asLocal: { local: string; utc: string }
  asUtc: { local: string; utc: string }
}

export function scheduleReadings(date: string, time: string): Readings | undefined {
  const local = localToInstant(date, time)
  if (local === undefined) return undefined
  const utc = new Date(`${date}T${time}Z`).toISOString()
  const shown = instantToLocal(utc)
  if (shown === undefined) return undefined
  return {
    asLocal: { local: `${date} ${time}`, utc: `${local.slice(0, 10)} ${local.slice(11, 19)}` },
    asUtc: { local: `${shown.date} ${shown.time}`, utc: `${date} ${time}` },
  }
}
