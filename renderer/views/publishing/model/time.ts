// Instants are sent as ISO 8601 with milliseconds and Z. Dates and times are sent as written: the specification names no zone for them.

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const datePattern = /^\d{4}-\d{2}-\d{2}$/
const timePattern = /^\d{2}:\d{2}:\d{2}$/

const two = (value: number) => String(value).padStart(2, '0')

export function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return instantPattern.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text
}

export function isDate(text: string): boolean {
  return datePattern.test(text) && isInstant(`${text}T00:00:00.000Z`)
}

export function isTime(text: string): boolean {
  return timePattern.test(text) && isInstant(`2000-01-01T${text}.000Z`)
}

export function localToInstant(date: string, time: string): string | undefined {
  if (!isDate(date) || !isTime(time)) return undefined
  const moment = new Date(`${date}T${time}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

export function instantToLocal(instant: string): { date: string; time: string } | undefined {
  const moment = new Date(instant)
  if (Number.isNaN(moment.getTime())) return undefined
  return {
    date: `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`,
  }
}

/** What a schedule means as this machine's time, and as UTC. */
export interface ScheduleMeanings {
  asLocal: { local: string; utc: string }
  asUtc: { local: string; utc: string }
}

export function scheduleMeanings(date: string, time: string): ScheduleMeanings | undefined {
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
