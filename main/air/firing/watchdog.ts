// Notices, once a second, that the machine slept, that its clock was set, or that nothing moves.
import { mostMovedMs } from '../../platform/ledger/decision.ts'
import { stopwatch, type Clock } from '../../core/ports.ts'

const everyMs = 1_000
const longestMs = 60_000

export interface Watchdog {
  /** Whether wall clock and running time came apart since it looked last. */
  moved(): boolean
  /** Something moved: it counts anew. */
  progress(): void
  stop(): void
}

/** `waits`: a person is awaited, which is no standstill. */
export function createWatchdog(
  clock: Clock,
  { waits, alarm }: { waits: () => boolean; alarm: (because: 'clock_moved' | 'no_progress') => void },
): Watchdog {
  const gap = (): number => clock.now() - (clock.monotonic?.() ?? clock.now())
  let last = gap()
  let still = stopwatch(clock)
  let cancel = clock.after(everyMs, look)

  const moved = (): boolean => Math.abs(gap() - last) > mostMovedMs

  function look(): void {
    cancel = clock.after(everyMs, look)
    if (moved()) return alarm('clock_moved')
    // A clock that is corrected little by little is no jump.
    last = gap()
    if (waits()) still = stopwatch(clock)
    else if (still() >= longestMs) alarm('no_progress')
  }

  return {
    moved,
    progress: () => void (still = stopwatch(clock)),
    stop: () => cancel(),
  }
}
