// How old a value is, whatever the clock of this machine does meanwhile: a clock that is set back makes nothing younger, one that stands
// still in sleep nothing either.

/** A time is read to the second, and said a moment before it is compared. */
const aheadMs = 2_000
const mostKept = 500
/** When this page met a time first, by the monotonic clock. */
const met = new Map<string, number>()
/** The instants that something waits for: when this page met each first, by the monotonic clock, and how long was left. */
const awaited = new Map<number, { mono: number; leftMs: number }>()

function remember<K, V>(known: Map<K, V>, key: K, value: V): V {
  known.set(key, value)
  const oldest = known.size > mostKept ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  return value
}

/** Milliseconds since an instant (ISO 8601), by wall clock or since this page met it: whichever is longer. Never negative. */
export function ageOf(at: string, now = Date.now()): number {
  const mono = performance.now()
  const since = met.get(at) ?? remember(met, at, mono)
  return Math.max(0, now - Date.parse(at), mono - since)
}

/** Whether a value of this time is no older than `limitMs`. One from the future is not: the clock was set back since. */
export function isFresh(at: string, limitMs: number, now = Date.now()): boolean {
  return Date.parse(at) - now <= aheadMs && ageOf(at, now) <= limitMs
}

/**
 * Milliseconds until an instant (milliseconds since 1970), by wall clock or counted from when this page met it: whichever is sooner. A
 * clock that is set back makes no wait longer.
 */
export function leftUntil(at: number, now = Date.now()): number {
  const mono = performance.now()
  const first = awaited.get(at) ?? remember(awaited, at, { mono, leftMs: at - now })
  return Math.max(0, Math.min(at - now, first.leftMs - (mono - first.mono)))
}
