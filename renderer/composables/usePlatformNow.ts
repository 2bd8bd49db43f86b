import { computed, ref, watch } from 'vue'
import type { ComputedRef } from 'vue'
import { useConnection } from '../stores/connection.ts'
import { useNow } from './useNow.ts'

/** It is measured anew with every answer, a second exact at best: by less than that nothing is moved, or seconds would be skipped and said twice. */
const exactMs = 1_000
const offsetMs = ref(0)

function settle(measured: number | undefined): void {
  if (Math.abs((measured ?? 0) - offsetMs.value) >= exactMs) offsetMs.value = measured ?? 0
}

/**
 * The time by the platform's clock in milliseconds since 1970, once a second: this machine's less what it is known to be ahead, or this
 * machine's where nothing is known. For what counts to or from a time that the platform named; the desk's own times count by `useNow`.
 */
export function usePlatformNow(): ComputedRef<number> {
  const connection = useConnection()
  const { now } = useNow()
  watch(() => connection.current?.clockOffsetMs, settle, { immediate: true })
  return computed(() => now.value - offsetMs.value)
}
