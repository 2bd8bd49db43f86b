import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useAge } from '../../../composables/useAge.ts'
import { useLink } from '../../../composables/useLink.ts'
import type { Watched } from '../../../composables/useWatch.ts'

/** Whether a value is as it was rather than as it is: too old for its pace, or the desk's backend is gone. */
export function useStale({ at, staleAfterMs }: Pick<Watched, 'at' | 'staleAfterMs'>): ComputedRef<boolean> {
  const { stale } = useAge(at, staleAfterMs)
  const { link } = useLink()
  return computed(() => at.value !== undefined && (link.value !== 'open' || stale.value))
}
