import type { Clock } from '../../core/ports.ts'

export type Throttle = ReturnType<typeof createThrottle>

/** Runs at most once in `ms`; the last request is never lost. */
export function createThrottle(clock: Clock, ms: number, run: () => void) {
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
    /** Runs now, or at the end of the pause since the last run. */
    request(): void {
      if (stopped) return
      if (cancel === undefined) now()
      else due = true
    },
    stop(): void {
      stopped = true
      cancel?.()
    },
  }
}
