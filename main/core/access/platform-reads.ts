// How often programs with a grant may ask the platform, all of them together. They count as a person's requests, so one
// in a loop would take the room of the reads that the live desk lives on, and make the platform refuse a person's command.
import { DeskError } from '#contract/errors.ts'
import { stopwatch, type Clock } from '../ports.ts'

const minuteMs = 60_000

/** Requests that a call sends; what is not here sends none, or is read by the desk for everyone. */
const costs: Readonly<Record<string, number>> = {
  'platform.read': 1,
  'requests.read': 1,
  'live.refresh': 1,
  'connection.probe': 1,
  // Its checks read side by side.
  'show.check': 8,
}

export type PlatformReads = ReturnType<typeof createPlatformReads>

/** `most` in any 60 seconds. */
export function createPlatformReads({ clock, most }: { clock: Clock; most: () => number }) {
  let taken: Array<() => number> = []
  return {
    /** Throws DeskError `rate_limited` where too many were sent already; then this one does not count. */
    take(method: string): void {
      const cost = Object.hasOwn(costs, method) ? (costs[method] ?? 0) : 0
      if (cost === 0) return
      taken = taken.filter((ageMs) => ageMs() < minuteMs)
      const allowed = Math.max(cost, most())
      const over = taken.length + cost - allowed
      if (over > 0) {
        const freeAfter = minuteMs - (taken[over - 1]?.() ?? 0)
        throw new DeskError('rate_limited', `Programs may ask the platform ${allowed} times a minute.`, {
          facts: { reason: 'grant_reads_used', most: allowed },
          retryAfterMs: Math.max(1, Math.ceil(freeAfter)),
        })
      }
      for (let n = 0; n < cost; n += 1) taken.push(stopwatch(clock))
    },
  }
}
