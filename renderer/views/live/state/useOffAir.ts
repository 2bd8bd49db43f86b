import { computed, type ComputedRef } from 'vue'
import type { OnAir } from '#air/show/useOnAir.ts'

/** Whether the stream is seen to be off the air, so that nobody sees what is shown on it now. */
export const useOffAir = (air: () => Pick<OnAir, 'status' | 'fresh'>): ComputedRef<boolean> =>
  computed(() => {
    const { state } = air().status.value
    return air().fresh.value && (state === 'off' || state === 'stopped')
  })
