import type { JsonObject } from '#contract/json.ts'
import type { Seed, Stored } from '../store.ts'

const day = 86_400_000

/** Every time of the seed is relative to the start, so that it is never out of date. */
export interface Calendar {
  /** ISO 8601, so many days from UTC midnight of the start. */
  at: (days: number, time?: string) => string
  /** YYYY-MM-DD. */
  date: (days: number) => string
}

export type SeedPart = (calendar: Calendar) => Seed

export function calendarAround(now: number): Calendar {
  const midnight = Math.floor(now / day) * day
  const date = (days: number) => new Date(midnight + days * day).toISOString().slice(0, 10)
  return { date, at: (days, time = '00:00') => `${date(days)}T${time}:00.000Z` }
}

export function record(id: string, status: string, createdAt: string, fields: JsonObject): Stored {
  return { ...fields, id, status, createdAt, updatedAt: createdAt }
}
