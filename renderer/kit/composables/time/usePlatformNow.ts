import { computed, ref, watch, type ComputedRef } from 'vue'
import { useConnection } from '../../stores/connection.ts'
import { useNow } from '../../base/useNow.ts'

/** The offset is measured with every answer, to a second at best; smaller changes would skip or repeat seconds. */
const exactMs = 1_000
const offsetMs = ref(0)

function settle(measured: number | undefined): void {
  if (Math.abs((measured ?? 0) - offsetMs.value) >= exactMs) offsetMs.value = measured ?? 0
}

/** The time by the platform's clock in milliseconds since 1970, for instants that the platform named. */
export function usePlatformNow(): ComputedRef<number> {
  const connection = useConnection()
  const { now } = useNow()
  watch(() => connection.current?.clockOffsetMs, settle, { immediate: true })
  return computed(() => now.value - offsetMs.value)
}
