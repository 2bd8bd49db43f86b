// How old a value is, although clocks may be set back and the monotonic clock may stop during sleep.

/** Timestamps may be this far ahead before they count as being from the future. */
const toleranceMs = 2_000
const mostKept = 500
/** When this page first saw a timestamp, by the monotonic clock. */
const firstSeen = new Map<string, number>()
/** When this page first saw a deadline, by the monotonic clock, and how long was left then. */
const deadlines = new Map<number, { mono: number; leftMs: number }>()

function remember<K, V>(known: Map<K, V>, key: K, value: V): V {
  known.set(key, value)
  const oldest = known.size > mostKept ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  return value
}

/** Milliseconds since an instant (ISO 8601), by wall clock or since this page first saw it, whichever is longer. */
export function ageOf(at: string, now = Date.now()): number {
  const mono = performance.now()
  const since = firstSeen.get(at) ?? remember(firstSeen, at, mono)
  return Math.max(0, now - Date.parse(at), mono - since)
}

/** Whether a value is no older than `limitMs`. One from the future is not fresh: the clock was set back. */
export function isFresh(at: string, limitMs: number, now = Date.now()): boolean {
  return Date.parse(at) - now <= toleranceMs && ageOf(at, now) <= limitMs
}

/**
 * Milliseconds until an instant (milliseconds since 1970), by wall clock or since this page first saw it, whichever is
 * sooner.
 */
export function leftUntil(at: number, now = Date.now()): number {
  const mono = performance.now()
  const first = deadlines.get(at) ?? remember(deadlines, at, { mono, leftMs: at - now })
  return Math.max(0, Math.min(at - now, first.leftMs - (mono - first.mono)))
}
