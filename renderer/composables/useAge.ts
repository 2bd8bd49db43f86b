import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { ageOf, isFresh } from './age.ts'
import { useNow } from './useNow.ts'

/** How old a value is (`at` is ISO 8601), once a second; and whether it is older than it may be, or from the future. */
export function useAge(
  at: MaybeRefOrGetter<string | undefined>,
  limitMs?: MaybeRefOrGetter<number | undefined>,
): { ageMs: ComputedRef<number>; stale: ComputedRef<boolean> } {
  const { now } = useNow()
  const ageMs = computed(() => {
    const from = toValue(at)
    return from === undefined ? 0 : ageOf(from, now.value)
  })
  const stale = computed(() => {
    const [from, limit] = [toValue(at), toValue(limitMs)]
    return from !== undefined && limit !== undefined && !isFresh(from, limit, now.value)
  })
  return { ageMs, stale }
}
