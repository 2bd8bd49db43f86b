// Viewers over time, from what was read.
import type { Audience, ViewersRead } from '../stores/audience.ts'

/** A trend compares with the reading closest to this long ago. */
const spanMs = 120_000
const leastMs = 20_000

export const nobody: Audience = { recent: [] }

/** Adds a reading; one that is no later than the newest changes nothing. */
export function withViewers(audience: Audience, read: ViewersRead): Audience {
  const newest = audience.recent.at(-1)
  if (newest !== undefined && read.at <= newest.at) return audience
  const highest = audience.highest === undefined || read.count > audience.highest.count ? read : audience.highest
  // One reading before the span is kept, to compare with.
  const from = audience.recent.findLastIndex(({ at }) => at <= read.at - spanMs)
  return {
    recent: [...audience.recent.slice(Math.max(0, from)), read],
    highest,
    since: audience.since ?? read.at,
  }
}

/** How many more are watching than about two minutes ago; undefined while too little was read. */
export function trendOf({ recent }: Audience): number | undefined {
  const [first] = recent
  const last = recent.at(-1)
  if (first === undefined || last === undefined || last.at - first.at < leastMs) return undefined
  return last.count - first.count
}
