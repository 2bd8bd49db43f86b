// How a seed record is written: its identifier, when it was made, and its fields.
import type { JsonObject } from '#contract/json.ts'
import type { Seed, Stored } from '../store.ts'

const day = 86_400_000

/** The days around the start; every time of the seed hangs on it, so that the studio is never out of date. */
export interface Calendar {
  /** ISO 8601 instant, `days` from the start's UTC midnight. */
  at: (days: number, time?: string) => string
  /** YYYY-MM-DD. */
  date: (days: number) => string
}

/** One part of the studio. */
export type SeedPart = (calendar: Calendar) => Seed

/** A calendar around the day of `now`, in milliseconds. */
export function calendarAround(now: number): Calendar {
  const midnight = Math.floor(now / day) * day
  const date = (days: number) => new Date(midnight + days * day).toISOString().slice(0, 10)
  return { date, at: (days, time = '00:00') => `${date(days)}T${time}:00.000Z` }
}

/** A record as it stands since `createdAt`. */
export function record(id: string, status: string, createdAt: string, fields: JsonObject): Stored {
  return { ...fields, id, status, createdAt, updatedAt: createdAt }
}
