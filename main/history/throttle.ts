import type { Clock } from '../ports.ts'

export interface Throttle {
  /** Runs now, or once the pause since the last run is over. */
  tell(): void
  stop(): void
}

/** Runs at most once every `ms`, the last word never lost. */
export function createThrottle(clock: Clock, ms: number, run: () => void): Throttle {
  let cancel: (() => void) | undefined
  let due = false
  let stopped = false

  function now(): void {
    due = false
    cancel = clock.after(ms, () => {
      cancel = undefined
      if (due) now()
    })
    run()
  }

  return {
    tell() {
      if (stopped) return
      if (cancel === undefined) now()
      else due = true
    },
    stop() {
      stopped = true
      cancel?.()
    },
  }
}
