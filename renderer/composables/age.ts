// How old a value is, whatever the clock of this machine does meanwhile: a clock that is set back makes nothing younger, one that stands
// still in sleep nothing either.

/** A time is read to the second, and said a moment before it is compared. */
const aheadMs = 2_000
const mostKept = 500
/** When this page met a time first, by the monotonic clock. */
const met = new Map<string, number>()

/** Milliseconds since an instant (ISO 8601), by wall clock or since this page met it: whichever is longer. Never negative. */
export function ageOf(at: string, now = Date.now()): number {
  const mono = performance.now()
  const since = met.get(at) ?? mono
  if (!met.has(at)) {
    met.set(at, mono)
    const oldest = met.size > mostKept ? met.keys().next().value : undefined
    if (oldest !== undefined) met.delete(oldest)
  }
  return Math.max(0, now - Date.parse(at), mono - since)
}

/** Whether a value of this time is no older than `limitMs`. One from the future is not: the clock was set back since. */
export function isFresh(at: string, limitMs: number, now = Date.now()): boolean {
  return Date.parse(at) - now <= aheadMs && ageOf(at, now) <= limitMs
}
