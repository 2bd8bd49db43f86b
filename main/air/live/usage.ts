// The requests to one environment within the last minute, and whether the desk may read once more by itself.
import type { OperationRequest } from '#contract/operation.ts'
import type { Asker, Departure } from '../../platform/client/types.ts'
import { runningTime, type Clock } from '../../core/ports.ts'
import type { Allowance } from './allowance.ts'

const minuteMs = 60_000
/** The part of the desk's share that is planned; the rest is for the first reads of a newly opened view. */
const planned = 0.9

export type Usage = ReturnType<typeof createUsage>

/** A read of the desk counts from its beginning, though it is sent only once its credential is there. */
export function createUsage(clock: Clock) {
  let sent: Array<{ at: number; by: Asker }> = []
  const unsent = new Set<OperationRequest>()
  let lastBegun = -Infinity

  function recent(): typeof sent {
    const now = runningTime(clock)
    // After the clock was set back, later requests count for a minute from now.
    if ((sent.at(-1)?.at ?? 0) > now) sent = sent.map(({ at, by }) => ({ at: Math.min(at, now), by }))
    const first = sent.findIndex(({ at }) => at >= now - minuteMs)
    if (first !== 0) sent = first === -1 ? [] : sent.slice(first)
    return sent
  }

  const own = () => recent().filter(({ by }) => by === 'desk')
  const room = ({ perMinute, reserve }: Allowance): number =>
    perMinute - Math.max(reserve, recent().length - own().length)
  const until = (at: number) => at + minuteMs + 1 - runningTime(clock)

  return {
    counts: () => ({ used: recent().length, usedByItself: own().length }),

    begin(request: OperationRequest): void {
      unsent.add(request)
      lastBegun = runningTime(clock)
    },
    end: (request: OperationRequest): void => void unsent.delete(request),

    left({ request, by }: Departure): void {
      recent()
      unsent.delete(request)
      sent.push({ at: runningTime(clock), by })
    },

    /** Reads a minute that the desk plans for itself: at least one, and fewer where a person used more than the reserve. */
    plannedPerMinute: (allowance: Allowance): number => Math.max(1, planned * room(allowance)),

    /**
     * How long the desk's next read has to wait, in milliseconds. Once half of its share is used, the rest is spread until more comes free;
     * `urgent` reads are not.
     */
    waitMs(allowance: Allowance, urgent: boolean): number {
      const mine = own()
      const taken = mine.length + unsent.size
      const free = room(allowance) - taken
      if (free <= 0) return Math.max(1, until(recent()[0]?.at ?? runningTime(clock)))
      if (urgent || taken < (allowance.perMinute - allowance.reserve) / 2) return 0
      const gap = Math.max(0, ...mine.map(({ at }, earlier) => until(at) / (free + earlier)))
      return Math.max(0, Math.min(gap, lastBegun + gap - runningTime(clock)))
    },
  }
}
