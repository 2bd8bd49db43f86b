// The figures of each stream since the view opened. They outlive the page of a stream: opening another one leaves a gap, not a loss.
import { inject, onScopeDispose, provide, shallowReactive, watch, type InjectionKey } from 'vue'
import type { Watched } from '#kit/composables/useWatch.ts'
import { figuresIn, withSample, type Sample } from '../model/analytics.ts'

interface Kept {
  samples: readonly Sample[]
  /** The time of the newest read or failure, as the backend wrote it. */
  stamp: string
  /** When that was, by both clocks. */
  wall: number
  mono: number
}
type Observations = Map<string, Kept>
const key: InjectionKey<Observations> = Symbol('observations')
/** Beyond these, the stream that was updated longest ago is dropped. */
const mostStreams = 12
/** The two clocks may differ by this much on their own. */
const driftMs = 2_000

export function provideObservations(): void {
  provide(key, shallowReactive(new Map()))
}

/** Keeps each read of a watched answer, and each failure as a gap. */
export function useObservation(name: () => string, watched: Watched): { samples: () => readonly Sample[] } {
  const all = inject(key, () => shallowReactive(new Map<string, Kept>()), true)

  /** Where the clock was set back since, the points move with it, so that the line goes on. */
  function keptOf(id: string): Kept | undefined {
    const kept = all.get(id)
    if (kept === undefined) return undefined
    const back = kept.wall + performance.now() - kept.mono - Date.now()
    return back <= driftMs
      ? kept
      : { ...kept, samples: kept.samples.map(({ at, values }) => ({ at: at - back, values })) }
  }

  function put(id: string, stamp: string, at: number, values: Sample['values']): void {
    const before = keptOf(id)?.samples ?? []
    all.delete(id)
    all.set(id, { samples: withSample(before, { at, values }), stamp, wall: Date.now(), mono: performance.now() })
    const [oldest] = all.keys()
    if (all.size > mostStreams && oldest !== undefined) all.delete(oldest)
  }

  watch(
    [name, watched.value] as const,
    ([id, value]) => {
      if (value === undefined) return
      const take = (stamp: string | undefined, values: () => Sample['values']): void => {
        const kept = keptOf(id)
        if (stamp === undefined || stamp === kept?.stamp) return
        const at = Date.parse(stamp)
        if (at > (kept?.samples.at(-1)?.at ?? 0)) put(id, stamp, at, values())
      }
      const { answer, failedAt } = value
      take(answer?.receivedAt, () => figuresIn(answer?.data))
      // A failure before the answer is no gap after it.
      if (answer === undefined || failedAt === undefined || Date.parse(failedAt) > Date.parse(answer.receivedAt))
        take(failedAt, () => null)
    },
    { immediate: true },
  )
  // Nothing is read while the page is closed, so the line ends here.
  onScopeDispose(() => {
    const id = name()
    const kept = all.get(id)
    if (kept !== undefined) put(id, kept.stamp, Date.now(), null)
  })
  return { samples: () => all.get(name())?.samples ?? [] }
}
