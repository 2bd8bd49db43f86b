// A time that a wrong clock can't move: what the platform said, plus how long the desk ran since. Deletions by age
// use it.
import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../ports.ts'

const firstTickMs = 60_000
const longestTickMs = 3_600_000
/** The clock agrees up to this difference. */
const agreeMs = 86_400_000

export interface ProvenTime {
  /**
   * For deciding that something is old enough to delete: never later than proven or than the clock. Milliseconds
   * since 1970.
   */
  now(): number
  /**
   * For saving when something happened: never earlier than proven, so that a clock that was set back does not make it
   * old.
   */
  stamp(): number
  agrees(): boolean
  /** The platform has just said its time. */
  confirm(time: number): void
  stop(): void
}

/** `kept` is the proven time of the last run; without it `newest`, the time of the newest record, counts. */
export function createProvenTime(parts: {
  clock: Clock
  log: Log
  kept: number | undefined
  newest: number | undefined
  keep: (time: number) => void
}): ProvenTime {
  const { clock, log } = parts
  let proven = parts.kept ?? Math.min(clock.now(), parts.newest ?? Infinity)
  let wall = clock.now()
  let span = firstTickMs
  let cancel = clock.after(span, tick)

  function set(time: number): void {
    proven = time
    wall = clock.now()
    try {
      parts.keep(Math.round(time))
    } catch (error) {
      log.write('debug', 'The elapsed time could not be kept; it is kept at the next turn.', {
        reason: messageOf(error),
      })
    }
  }

  // A timer follows the running time, not the clock. Being late after a sleep proves nothing more.
  function tick(): void {
    const ran = span
    span = Math.min(span * 10, longestTickMs)
    cancel = clock.after(span, tick)
    set(proven + ran)
  }

  const reached = (): number => proven + Math.min(span, Math.max(0, clock.now() - wall))

  return {
    now: () => Math.min(clock.now(), reached()),
    stamp: () => Math.max(clock.now(), reached()),
    agrees: () => Math.abs(clock.now() - reached()) < agreeMs,
    confirm(time) {
      if (Math.abs(time - reached()) >= firstTickMs) set(time)
    },
    stop: () => cancel(),
  }
}
