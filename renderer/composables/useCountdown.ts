import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref } from 'vue'
import { leftUntil } from './age.ts'
import { useNow } from './useNow.ts'
import { formatCountdown } from './time.ts'

/**
 * Time left until an instant (milliseconds since 1970, or ISO 8601); `text` is `0:14`, empty once it is over. The desk's own times are
 * counted from when the page met them, so that a clock set back keeps nothing closed; to a time that the platform named, `platformNow`
 * is `usePlatformNow()`.
 */
export function useCountdown(
  until: MaybeRefOrGetter<number | string | undefined>,
  platformNow?: Readonly<Ref<number>>,
): {
  leftMs: ComputedRef<number>
  text: ComputedRef<string>
} {
  const { now } = useNow()
  const leftMs = computed(() => {
    const given = toValue(until)
    const at = typeof given === 'string' ? Date.parse(given) : given
    if (at === undefined || Number.isNaN(at)) return 0
    return platformNow === undefined ? leftUntil(at, now.value) : Math.max(0, at - platformNow.value)
  })
  return { leftMs, text: computed(() => (leftMs.value > 0 ? formatCountdown(leftMs.value) : '')) }
}
