// The scheduler's one timer, which notices sleep and a clock that was set back.
import type { Clock } from '../../core/ports.ts'

/** A turn that comes so late means that the machine slept. */
const sleptMs = 10_000
const backMs = 1_000

/** Calls `turn` at the planned time. */
export function createWakeTimer(clock: Clock, turn: () => void) {
  let planned: { at: number; cancel: () => void } | undefined
  let last = -Infinity

  function drop(): void {
    planned?.cancel()
    planned = undefined
  }

  return {
    /** An earlier plan stays. */
    plan(at: number): void {
      if (planned !== undefined && planned.at <= at) return
      drop()
      planned = { at, cancel: clock.after(Math.max(0, Math.ceil(at - clock.now())), turn) }
    },

    /** Begins a turn and drops its plan. Returns whether time leapt since the last turn. */
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
