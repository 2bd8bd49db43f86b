import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { useNow } from './useNow.ts'
import { formatCountdown } from './time.ts'

/** Time left until an instant (milliseconds since 1970, or ISO 8601); `text` is `0:14`, empty once it is over. */
export function useCountdown(until: MaybeRefOrGetter<number | string | undefined>): {
  leftMs: ComputedRef<number>
  text: ComputedRef<string>
} {
  const { now } = useNow()
  const leftMs = computed(() => {
    const at = toValue(until)
    if (at === undefined) return 0
    return Math.max(0, (typeof at === 'number' ? at : Date.parse(at)) - now.value)
  })
  return { leftMs, text: computed(() => (leftMs.value > 0 ? formatCountdown(leftMs.value) : '')) }
}
