// The platform's 429 says more than "wait with this product": the desk as a whole reads too often. So it reads more slowly for a while.
import type { Gate } from '#contract/models.ts'
import type { Clock } from '../ports.ts'

const most = 8
/** Several products that close within this time are one complaint. */
const sameMs = 5_000
/** A minute without a complaint takes half of it back. */
const easeMs = 60_000

export type Slowdown = ReturnType<typeof createSlowdown>

/** How many times slower than planned the desk reads one environment by itself: 1, 2, 4 or 8. */
export function createSlowdown(clock: Clock) {
  let factor = 1
  let raisedAt = -Infinity
  let easeAt = 0
  let closed = new Set<string>()

  return {
    /** The environment's gates as they are closed now. */
    observe(gates: readonly Gate[]): void {
      const now = clock.now()
      const names = new Set(gates.map(({ product, credential }) => `${product} ${credential}`))
      const more = [...names].some((name) => !closed.has(name))
      const fewer = [...closed].some((name) => !names.has(name))
      // An opened gate has to prove itself as well.
      if (more || fewer) easeAt = now + easeMs
      closed = names
      if (!more || Math.abs(now - raisedAt) < sameMs) return
      factor = Math.min(most, factor * 2)
      raisedAt = now
    },

    factor(): number {
      const now = clock.now()
      // A clock that was set back.
      easeAt = Math.min(easeAt, now + easeMs)
      while (factor > 1 && now >= easeAt) {
        factor /= 2
        easeAt += easeMs
      }
      return factor
    },
  }
}
