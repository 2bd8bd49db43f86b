// Votes per minute: the desk's own figure from two totals of the platform.

export interface Sample {
  at: number
  total: number
}

export interface Rate {
  /** Undefined where the total went down. */
  perMinute: number | undefined
  from: Sample
  to: Sample
}

const windowMs = 60_000
/** Closer together, one vote would look like a rush. */
const leastMs = 8_000

/** What is older than the window goes, but for the one before the newest. */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1)
  // The clock was set back: older samples would stay for as long.
  if (last !== undefined && next.at <= last.at) return next.at < last.at - windowMs ? [next] : [...samples]
  const kept = [...samples, next]
  const firstInside = kept.findIndex(({ at }) => at >= next.at - windowMs)
  return kept.slice(Math.max(0, Math.min(firstInside, kept.length - 2)))
}

/** Newest against the oldest of the last minute; undefined until far enough apart. */
export function rateOf(samples: readonly Sample[]): Rate | undefined {
  const to = samples.at(-1)
  const from = samples[0]
  if (to === undefined || from === undefined || to.at - from.at < leastMs) return undefined
  const votes = to.total - from.total
  return { perMinute: votes < 0 ? undefined : (votes * 60_000) / (to.at - from.at), from, to }
}

/** `0`, `7`, `1.5`: whole from 10 on. */
export function formatRate(perMinute: number): string {
  return perMinute >= 10 || Number.isInteger(perMinute) ? String(Math.round(perMinute)) : perMinute.toFixed(1)
}
