import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref } from 'vue'
import { useNow } from './useNow.ts'
import { formatCountdown } from './time.ts'

/**
 * Time left until an instant (milliseconds since 1970, or ISO 8601); `text` is `0:14`, empty once it is over. Counted by this machine's
 * clock, by which the desk says its own times; to a time that the platform named, `now` is `usePlatformNow()`.
 */
export function useCountdown(until: MaybeRefOrGetter<number | string | undefined>, now: Readonly<Ref<number>> = useNow().now): {
  leftMs: ComputedRef<number>
  text: ComputedRef<string>
} {
  const leftMs = computed(() => {
    const at = toValue(until)
    if (at === undefined) return 0
    return Math.max(0, (typeof at === 'number' ? at : Date.parse(at)) - now.value)
  })
  return { leftMs, text: computed(() => (leftMs.value > 0 ? formatCountdown(leftMs.value) : '')) }
}
