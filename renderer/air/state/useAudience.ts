import { computed, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { OnAir } from '../show/useOnAir.ts'
import { useAudienceStore } from '../stores/audience.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { nobody, trendOf, withViewers } from '../model/audience.ts'

/** Follows the viewers of the chosen stream while it is on air: the highest number read, and where it is going. */
export function useAudience(
  air: OnAir,
  count: MaybeRefOrGetter<number | undefined>,
  at: MaybeRefOrGetter<string | undefined>,
) {
  const store = useAudienceStore()
  const environments = useEnvironments()
  /** A later start of the same stream is another broadcast. */
  const broadcast = computed(() =>
    [environments.selected?.id, air.stream.value?.id, air.status.value.startedAt].join('/'),
  )
  const audience = computed(() => (store.kept?.broadcast === broadcast.value ? store.kept.audience : nobody))
  watch(
    [broadcast, () => toValue(count), () => toValue(at), air.live] as const,
    ([, viewers, readAt, live]) => {
      if (!live || viewers === undefined || readAt === undefined) return
      const next = withViewers(audience.value, { at: Date.parse(readAt), count: viewers })
      if (next !== audience.value) store.kept = { broadcast: broadcast.value, audience: next }
    },
    { immediate: true },
  )
  return {
    highest: computed(() => audience.value.highest),
    since: computed(() => audience.value.since),
    trend: computed(() => (air.live.value ? trendOf(audience.value) : undefined)),
  }
}
