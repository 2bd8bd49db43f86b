import { computed, onScopeDispose, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { watchKey } from '#contract/watch-key.ts'
import type { LiveValue, Watch, WatchWait } from '#contract/live.ts'
import { useLive } from '../stores/live.ts'

/** How old a value of each pace may be before it counts as stale, while it is read at its quick pace. Milliseconds. */
export const staleAfterMs = { status: 12_000, tally: 12_000, figures: 60_000, list: 180_000 } as const
/** While no show is on everything is read so many times more rarely. */
const calm = 2.5

export interface Watched {
  /** The platform's body as it came last; undefined until the first answer. */
  data: ComputedRef<Json | undefined>
  /** When it was received; ISO 8601. */
  at: ComputedRef<string | undefined>
  /** Why the last read failed; what was known stays in `data`. */
  error: ComputedRef<DeskErrorShape | undefined>
  waiting: ComputedRef<WatchWait | undefined>
  value: ComputedRef<LiveValue | undefined>
  staleAfterMs: ComputedRef<number>
  /** Whether the desk reads more rarely than planned, since the platform asked it to wait: why a value is stale then. */
  slowed: ComputedRef<boolean>
  /** Reads it now. Never rejects: why it could not be read stands in `error`, and a lost link is told by the frame. */
  refresh: () => Promise<void>
}

/** Keeps a read fresh while the component stands; undefined watches nothing. */
export function useWatch(request: MaybeRefOrGetter<Watch | undefined>): Watched {
  const live = useLive()
  const wanted = computed(() => toValue(request))
  const key = computed(() => (wanted.value === undefined ? undefined : watchKey(wanted.value)))
  let release: (() => void) | undefined
  watch(
    [key, () => wanted.value?.pace],
    () => {
      release?.()
      release = wanted.value && live.hold(wanted.value)
    },
    { immediate: true },
  )
  onScopeDispose(() => release?.())
  const value = computed(() => (key.value === undefined ? undefined : live.values.get(key.value)))
  return {
    value,
    data: computed(() => value.value?.answer?.data),
    at: computed(() => value.value?.answer?.receivedAt),
    error: computed(() => value.value?.error),
    waiting: computed(() => value.value?.waiting),
    staleAfterMs: computed(
      () => staleAfterMs[wanted.value?.pace ?? 'status'] * (live.budget?.quick === false ? calm : 1),
    ),
    slowed: computed(() => (live.budget?.slowdown ?? 1) > 1),
    refresh: async () => {
      if (key.value !== undefined) await live.refreshOne(key.value).catch(() => undefined)
    },
  }
}
