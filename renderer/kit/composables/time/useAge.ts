import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import { ageOf, isFresh } from './age.ts'
import { useNow } from '../../base/useNow.ts'

/** The age of a value (ISO 8601), updated each second, and whether it is too old or from the future. */
export function useAge(at: MaybeRefOrGetter<string | undefined>, limitMs?: MaybeRefOrGetter<number | undefined>) {
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
