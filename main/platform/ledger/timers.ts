import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { Entry } from './intent-store.ts'

export type EntryTimers = ReturnType<typeof createTimers>

/** One timer per entry at most. */
export function createTimers(clock: Clock, log: Log) {
  const timers = new Map<Entry, () => void>()
  let stopped = false

  function cancel(entry: Entry): void {
    timers.get(entry)?.()
    timers.delete(entry)
  }

  return {
    /** `time` in milliseconds; replaces an earlier timer of the entry. */
    at(entry: Entry, time: number, run: () => void): void {
      cancel(entry)
      if (stopped) return
      timers.set(
        entry,
        clock.after(Math.max(0, time - clock.now()), () => {
          timers.delete(entry)
          quietly(log, run)
        }),
      )
    },
    cancel,
    stop(): void {
      stopped = true
      for (const entry of [...timers.keys()]) cancel(entry)
    },
  }
}

/** Logs what a step throws that will run again by itself. */
export function quietly(log: Log, run: () => void): void {
  try {
    run()
  } catch (error) {
    log.write('warn', 'A step of the queue failed and will be tried again.', { reason: messageOf(error) })
  }
}
