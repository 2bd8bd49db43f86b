// After a 429 the desk reads everything more slowly for a while, not only the product that complained.
import type { Gate } from '#contract/models.ts'
import { runningTime, type Clock } from '../../core/ports.ts'

const most = 8
/** Gates that close within this time are one complaint. */
const sameMs = 5_000
/** A minute without a complaint halves the slowdown. */
const easeMs = 60_000

export type Slowdown = ReturnType<typeof createSlowdown>

/** How many times slower the desk reads one environment by itself: 1, 2, 4 or 8. */
export function createSlowdown(clock: Clock) {
  let factor = 1
  let raisedAt = -Infinity
  let easeAt = 0
  let closed = new Set<string>()

  return {
    /** Takes the environment's closed gates. */
    observe(gates: readonly Gate[]): void {
      const now = runningTime(clock)
      const names = new Set(gates.map(({ product, credential }) => `${product} ${credential}`))
      const more = [...names].some((name) => !closed.has(name))
      const fewer = [...closed].some((name) => !names.has(name))
      // The minute also begins when a gate opens.
      if (more || fewer) easeAt = now + easeMs
      closed = names
      if (!more || Math.abs(now - raisedAt) < sameMs) return
      factor = Math.min(most, factor * 2)
      raisedAt = now
    },

    factor(): number {
      const now = runningTime(clock)
      // In case the clock was set back.
      easeAt = Math.min(easeAt, now + easeMs)
      while (factor > 1 && now >= easeAt) {
        factor /= 2
        easeAt += easeMs
      }
      return factor
    },
  }
}
