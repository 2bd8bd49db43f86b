// When an environment can't be reached: the desk asks by itself whether it answers again, and the queue waits for that news. Where it does not ask,
// one intent is tried after 1, 2, 4 … 30 s, the others wait behind it.
import type { EnvironmentId } from '#contract/models.ts'
import type { Clock } from '../ports.ts'

const firstMs = 1_000
const longestMs = 30_000

/** The n-th wait (from 0) of a back-off: 1, 2, 4 … 30 s. */
export const backoffMs = (failures: number): number => Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10))

export interface Offline {
  /** Whether the environment's queue stands still. */
  paused(environment: EnvironmentId): boolean
  /** Whether any environment's queue does. */
  any(): boolean
  /** When one will be tried, in milliseconds; undefined while that hangs on news. */
  until(environment: EnvironmentId): number | undefined
  failed(environment: EnvironmentId): void
  /** It answers; true where it was paused. */
  answered(environment: EnvironmentId): boolean
  /** The probe ended without telling anything: the next one is tried. */
  undecided(environment: EnvironmentId): void
  /** Tries the paused environments for which that makes sense now. */
  probeAll(sensible: (environment: EnvironmentId) => boolean): void
  probe(environment: EnvironmentId): void
  stop(): void
}

/**
 * `onProbe` sends one queued intent of the environment and answers whether there was one to send; `asked` says whether the desk asks the
 * environment by itself, so that no intent needs to be tried.
 */
export function createOffline(
  clock: Clock,
  onProbe: (environment: EnvironmentId) => boolean,
  asked: (environment: EnvironmentId) => boolean = () => false,
): Offline {
  const paused = new Map<EnvironmentId, { failures: number; until: number; cancel: () => void; probing: boolean }>()

  function probe(environment: EnvironmentId): void {
    const pause = paused.get(environment)
    if (pause === undefined || pause.probing) return
    pause.cancel()
    pause.probing = true
    if (!onProbe(environment)) paused.delete(environment)
  }

  function plan(environment: EnvironmentId, failures: number): void {
    const wait = backoffMs(failures)
    const cancel = clock.after(wait, () => (asked(environment) ? plan(environment, failures) : probe(environment)))
    paused.set(environment, { failures, until: clock.now() + wait, cancel, probing: false })
  }

  return {
    paused: (environment) => paused.has(environment),
    any: () => paused.size > 0,
    until: (environment) => (asked(environment) ? undefined : paused.get(environment)?.until),
    failed(environment) {
      const before = paused.get(environment)
      // A second attempt that was on the way when the first failed says nothing new.
      if (before !== undefined && !before.probing) return
      const failures = before === undefined ? 0 : before.failures + 1
      plan(environment, failures)
    },
    answered(environment) {
      paused.get(environment)?.cancel()
      return paused.delete(environment)
    },
    undecided(environment) {
      const pause = paused.get(environment)
      if (pause?.probing !== true) return
      pause.probing = false
      probe(environment)
    },
    probe,
    probeAll: (sensible) => [...paused.keys()].filter(sensible).forEach(probe),
    stop() {
      for (const pause of paused.values()) pause.cancel()
      paused.clear()
    },
  }
}
