import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../ports.ts'
import type { Entry } from './intent-store.ts'

/** One timer per entry at most. */
export interface EntryTimers {
  /** Runs at a time in milliseconds; an earlier plan of the entry is dropped. */
  at(entry: Entry, time: number, run: () => void): void
  cancel(entry: Entry): void
  /** Cancels all and takes no more. */
  stop(): void
}

export function createTimers(clock: Clock, log: Log): EntryTimers {
  const timers = new Map<Entry, () => void>()
  let stopped = false

  function cancel(entry: Entry): void {
    timers.get(entry)?.()
    timers.delete(entry)
  }

  return {
    at(entry, time, run) {
      cancel(entry)
      if (stopped) return
      const ring = () => {
        timers.delete(entry)
        quietly(log, run)
      }
      timers.set(entry, clock.after(Math.max(0, time - clock.now()), ring))
    },
    cancel,
    stop() {
      stopped = true
      for (const entry of [...timers.keys()]) cancel(entry)
    },
  }
}

/** Runs a step that nobody waits for; what it throws is logged, and the step comes again by itself. */
export function quietly(log: Log, run: () => void): void {
  try {
    run()
  } catch (error) {
    log.write('warn', 'A step of the queue failed and will be tried again.', {
      reason: messageOf(error),
    })
  }
}
