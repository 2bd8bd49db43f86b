// While an environment can't be reached its queue waits until reachability says that it answers. Where reachability does not probe it,
// one intent is tried after 1, 2, 4 … 30 s.
import type { EnvironmentId } from '#contract/models.ts'
import { backoff, type Clock } from '../../core/ports.ts'

/** 1, 2, 4 … 30 s. */
export const backoffMs = backoff(1_000, 30_000)

export type Offline = ReturnType<typeof createOffline>

/** `onProbe` sends one queued intent and returns whether there was one; `asked` says whether reachability probes the environment. */
export function createOffline(
  clock: Clock,
  onProbe: (environment: EnvironmentId) => boolean,
  asked: (environment: EnvironmentId) => boolean = () => false,
) {
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
    paused: (environment: EnvironmentId): boolean => paused.has(environment),
    any: (): boolean => paused.size > 0,
    /** When one is tried, in milliseconds; undefined while reachability probes. */
    until: (environment: EnvironmentId): number | undefined =>
      asked(environment) ? undefined : paused.get(environment)?.until,
    failed(environment: EnvironmentId): void {
      const before = paused.get(environment)
      // An attempt that was under way when the first failed shows nothing new.
      if (before !== undefined && !before.probing) return
      plan(environment, before === undefined ? 0 : before.failures + 1)
    },
    answered(environment: EnvironmentId): void {
      paused.get(environment)?.cancel()
      paused.delete(environment)
    },
    /** The attempt showed nothing, so the next one is tried. */
    undecided(environment: EnvironmentId): void {
      const pause = paused.get(environment)
      if (pause?.probing !== true) return
      pause.probing = false
      probe(environment)
    },
    probe,
    probeAll: (sensible: (environment: EnvironmentId) => boolean): void =>
      [...paused.keys()].filter(sensible).forEach(probe),
    stop(): void {
      for (const pause of paused.values()) pause.cancel()
      paused.clear()
    },
  }
}
