// When the scheduler looks again. One timer for everything, and it notices by itself that the machine slept.
import type { Clock } from '../ports.ts'

/** A turn that comes so much later than it was planned means that the machine slept. */
const sleptMs = 10_000
/** A clock that was set back by more than this is another clock. */
const backMs = 1_000

/** Calls `turn` at the planned time. */
export function createBeat(clock: Clock, turn: () => void) {
  let planned: { at: number; cancel: () => void } | undefined
  let last = -Infinity

  function drop(): void {
    planned?.cancel()
    planned = undefined
  }

  return {
    /** Leaves an earlier time as it is. */
    plan(at: number): void {
      if (planned !== undefined && planned.at <= at) return
      drop()
      planned = { at, cancel: clock.after(Math.max(0, Math.ceil(at - clock.now())), turn) }
    },

    /** A turn begins: nothing is planned from here on. Answers whether time leapt since the last one. */
    begin(): 'leapt' | 'passed' {
      const now = clock.now()
      const leapt = (planned !== undefined && now > planned.at + sleptMs) || now < last - backMs
      last = now
      drop()
      return leapt ? 'leapt' : 'passed'
    },

    stop: drop,
  }
}
