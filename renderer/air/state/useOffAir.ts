import { computed, type ComputedRef } from 'vue'
import type { OnAir } from '../show/useOnAir.ts'

/** Whether the stream is seen to be off the air, so that nobody sees what is shown on it now. */
export const useOffAir = ({ status, fresh }: Pick<OnAir, 'status' | 'fresh'>): ComputedRef<boolean> =>
  computed(() => {
    const { state } = status.value
    return fresh.value && (state === 'off' || state === 'stopped')
  })
