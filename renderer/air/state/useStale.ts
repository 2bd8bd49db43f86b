import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import { useAge } from '#kit/composables/time/useAge.ts'
import { useLink } from '#kit/composables/useLink.ts'
import type { Watched } from '#kit/composables/useWatch.ts'

/** Whether a value may be outdated: it is too old for its pace, or the desk's backend is gone. */
export function useStale(
  watched: MaybeRefOrGetter<Pick<Watched, 'at' | 'staleAfterMs'> | undefined>,
): ComputedRef<boolean> {
  const at = (): string | undefined => toValue(watched)?.at.value
  const { stale } = useAge(at, () => toValue(watched)?.staleAfterMs.value)
  const { link } = useLink()
  return computed(() => at() !== undefined && (link.value !== 'open' || stale.value))
}
