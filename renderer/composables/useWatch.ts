import { computed, onScopeDispose, toValue, watch, type MaybeRefOrGetter } from 'vue'
import { watchKey } from '#contract/watch-key.ts'
import type { Watch } from '#contract/live.ts'
import { useLive } from '#stores/live.ts'

/** Milliseconds after which a value of each pace is stale, while it is read at its quick pace. */
export const staleAfterMs = { status: 12_000, tally: 12_000, figures: 60_000, list: 180_000 } as const
/** Without a show everything is read this much more rarely. */
const calm = 2.5

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
    staleAfterMs: computed(
      () => staleAfterMs[wanted.value?.pace ?? 'status'] * (live.budget?.quick === false ? calm : 1),
    ),
    /** The platform asked the desk to read more rarely. */
    slowed: computed(() => (live.budget?.slowdown ?? 1) > 1),
    /** Never rejects: the failure is in `error`. */
    refresh: async (): Promise<void> => {
      if (key.value !== undefined) await live.refreshOne(key.value).catch(() => undefined)
    },
  }
}
