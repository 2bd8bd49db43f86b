import { computed, toValue, type MaybeRefOrGetter, type Ref } from 'vue'
import { leftUntil } from './age.ts'
import { useNow } from '../../base/useNow.ts'
import { formatCountdown } from './time.ts'

/**
 * Time left until an instant (milliseconds since 1970, or ISO 8601). For a time that the platform named pass
 * `usePlatformNow()`; others are counted from when the page first saw them, so that a clock that is set back lengthens
 * no wait.
 */
export function useCountdown(
  until: MaybeRefOrGetter<number | string | undefined>,
  platformNow?: Readonly<Ref<number>>,
) {
  const { now } = useNow()
  const leftMs = computed(() => {
    const given = toValue(until)
    const at = typeof given === 'string' ? Date.parse(given) : given
    if (at === undefined || Number.isNaN(at)) return 0
    return platformNow === undefined ? leftUntil(at, now.value) : Math.max(0, at - platformNow.value)
  })
  return { leftMs, text: computed(() => (leftMs.value > 0 ? formatCountdown(leftMs.value) : '')) }
}
