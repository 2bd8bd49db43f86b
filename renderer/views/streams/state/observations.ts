// What was seen of each stream's figures since the view opened. It outlives the page of a stream, so that a look at another one leaves a
// gap and not a loss.
import { inject, onScopeDispose, provide, shallowReactive, watch } from 'vue'
import type { InjectionKey } from 'vue'
import type { Watched } from '../../../composables/useWatch.ts'
import { figuresIn, withSample } from '../model/analytics.ts'
import type { Sample } from '../model/analytics.ts'

type Observations = Map<string, readonly Sample[]>
const key: InjectionKey<Observations> = Symbol('observations')
/** Streams whose readings are kept; the one that was looked at longest ago goes first. */
const mostStreams = 12

export function provideObservations(): void {
  provide(key, shallowReactive(new Map()))
}

/** Writes down each reading of a watched answer, and each failure as a gap. */
export function useObservation(name: () => string, watched: Watched): { samples: () => readonly Sample[] } {
  const all = inject(key, () => shallowReactive(new Map<string, readonly Sample[]>()), true)

  function put(id: string, sample: Sample): void {
    const before = all.get(id) ?? []
    all.delete(id)
    all.set(id, withSample(before, sample))
    const [oldest] = all.keys()
    if (all.size > mostStreams && oldest !== undefined) all.delete(oldest)
  }

  watch(
    [name, watched.value] as const,
    ([id, value]) => {
      if (value === undefined) return
      const last = all.get(id)?.at(-1)?.at ?? 0
      const answered = value.answer === undefined ? undefined : Date.parse(value.answer.receivedAt)
      if (value.answer !== undefined && answered !== undefined && answered > last) put(id, { at: answered, values: figuresIn(value.answer.data) })
      const failed = value.failedAt === undefined ? undefined : Date.parse(value.failedAt)
      if (failed !== undefined && failed > Math.max(last, answered ?? 0)) put(id, { at: failed, values: null })
    },
    { immediate: true },
  )
  // Nothing is read while nobody looks: the line must not run on across that time.
  onScopeDispose(() => {
    const id = name()
    if (all.has(id)) put(id, { at: Date.now(), values: null })
  })
  return { samples: () => all.get(name()) ?? [] }
}
