import { computed, onScopeDispose, toValue, watch, type MaybeRefOrGetter } from 'vue'
import { watchKey } from '#contract/watch-key.ts'
import { paceSeconds, type Pace, type Watch } from '#contract/live.ts'
import { useLive } from '../stores/live.ts'

/** A value is late once it is older than two of its intervals, in milliseconds. */
const lateAfterMs = (pace: Pace, quick: boolean): number => 2_000 * paceSeconds[pace][quick ? 'onAir' : 'visible']
/** The same while a show is on, for what is read once and not watched. */
export const staleAfterMs = { list: lateAfterMs('list', true) } as const

export type Watched = ReturnType<typeof useWatch>

/** Keeps a read fresh while the component is mounted; undefined watches nothing. */
export function useWatch(request: MaybeRefOrGetter<Watch | undefined>) {
  const live = useLive()
  const wanted = computed(() => toValue(request))
  const key = computed(() => (wanted.value === undefined ? undefined : watchKey(wanted.value)))
  let release: (() => void) | undefined
  watch(
    [key, () => wanted.value?.pace],
    () => {
      release?.()
      release = wanted.value && live.addWatch(wanted.value)
    },
    { immediate: true },
  )
  onScopeDispose(() => release?.())
  const value = computed(() => (key.value === undefined ? undefined : live.values.get(key.value)))
  return {
    value,
    operation: computed(() => wanted.value?.operation),
    data: computed(() => value.value?.answer?.data),
    /** When it was received; ISO 8601. */
    at: computed(() => value.value?.answer?.receivedAt),
    error: computed(() => value.value?.error),
    waiting: computed(() => value.value?.waiting),
    staleAfterMs: computed(() => lateAfterMs(wanted.value?.pace ?? 'status', live.budget?.quick !== false)),
    /** The platform asked the desk to read more rarely. */
    slowed: computed(() => (live.budget?.slowdown ?? 1) > 1),
    /** Never rejects: the failure is in `error`. */
    refresh: async (): Promise<void> => {
      if (key.value !== undefined) await live.refreshOne(key.value).catch(() => undefined)
    },
  }
}
