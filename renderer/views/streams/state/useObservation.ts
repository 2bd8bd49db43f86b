// What was seen of each stream's figures since the view opened. It outlives the page of a stream, so that a look at another one leaves a
// gap and not a loss.
import { inject, onScopeDispose, provide, shallowReactive, watch } from 'vue'
import type { InjectionKey } from 'vue'
import type { Watched } from '../../../composables/useWatch.ts'
import { figuresIn, withSample } from '../model/analytics.ts'
import type { Sample } from '../model/analytics.ts'

interface Kept {
  samples: readonly Sample[]
  /** The time of the reading or failure that came last, as it was told. */
  told: string
  /** When that was, by both clocks. */
  wall: number
  mono: number
}
type Observations = Map<string, Kept>
const key: InjectionKey<Observations> = Symbol('observations')
/** Streams whose readings are kept; the one that was looked at longest ago goes first. */
const mostStreams = 12
/** By less than this the two clocks differ by themselves. */
const driftMs = 2_000

export function provideObservations(): void {
  provide(key, shallowReactive(new Map()))
}

/** Writes down each reading of a watched answer, and each failure as a gap. */
export function useObservation(name: () => string, watched: Watched): { samples: () => readonly Sample[] } {
  const all = inject(key, () => shallowReactive(new Map<string, Kept>()), true)

  /** What is kept of a stream. Where the clock was set back since, its points move with it: the line goes on from where it was. */
  function keptOf(id: string): Kept | undefined {
    const kept = all.get(id)
    if (kept === undefined) return undefined
    const back = kept.wall + performance.now() - kept.mono - Date.now()
    return back <= driftMs
      ? kept
      : { ...kept, samples: kept.samples.map(({ at, values }) => ({ at: at - back, values })) }
  }

  function put(id: string, told: string, at: number, values: Sample['values']): void {
    const before = keptOf(id)?.samples ?? []
    all.delete(id)
    all.set(id, { samples: withSample(before, { at, values }), told, wall: Date.now(), mono: performance.now() })
    const [oldest] = all.keys()
    if (all.size > mostStreams && oldest !== undefined) all.delete(oldest)
  }

  watch(
    [name, watched.value] as const,
    ([id, value]) => {
      if (value === undefined) return
      const take = (told: string | undefined, values: () => Sample['values']): void => {
        const kept = keptOf(id)
        if (told === undefined || told === kept?.told) return
        const at = Date.parse(told)
        if (at > (kept?.samples.at(-1)?.at ?? 0)) put(id, told, at, values())
      }
      const { answer, failedAt } = value
      take(answer?.receivedAt, () => figuresIn(answer?.data))
      // One that failed before the answer came is no gap after it.
      if (answer === undefined || failedAt === undefined || Date.parse(failedAt) > Date.parse(answer.receivedAt))
        take(failedAt, () => null)
    },
    { immediate: true },
  )
  // Nothing is read while nobody looks: the line must not run on across that time.
  onScopeDispose(() => {
    const id = name()
    const kept = all.get(id)
    if (kept !== undefined) put(id, kept.told, Date.now(), null)
  })
  return { samples: () => all.get(name())?.samples ?? [] }
}
