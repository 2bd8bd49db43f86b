// Whether private values are masked just now: the frame sets it while a show is on, what shows them reads it.
import { ref } from 'vue'
import type { Ref } from 'vue'

const masked = ref(false)

/** One for the whole desk. `masked` is set by the frame alone. */
export function usePrivacy(): { masked: Ref<boolean> } {
  return { masked }
}
