// A time that is never later than what was proven: what a wrong clock of the machine says deletes nothing. Proven is what the platform said,
// and since then what the desk really ran; a jump of the clock proves nothing until the platform agrees. Kept over restarts.
import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../ports.ts'

const firstTickMs = 60_000
const longestTickMs = 3_600_000
/** So far the clock and what was proven may be apart and still agree. */
const agreeMs = 86_400_000

export interface ProvenTime {
  /** For deciding that something is old enough to go: never later than proven, nor than the machine's clock. Milliseconds since 1970. */
  now(): number
  /** For saying when something happened whose age decides about it later: never earlier than proven, so that a clock set back does not make it old. */
  stamp(): number
  /** Whether the machine's clock agrees with what was proven, within a day. */
  agrees(): boolean
  /** The platform has just said its time. */
  confirm(time: number): void
  stop(): void
}

/**
 * `kept` is what was proven at the last start; without it `newest`, the time of the newest thing in the profile, is believed, and the
 * clock where there is none. `keep` writes it down now and then.
 */
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

  // A timer rings by what ran, not by what the clock was set to; it may ring late after a sleep, which proves no more.
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
