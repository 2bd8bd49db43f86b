// Whether private values are masked. Only the frame sets it, while a show is on.
import { ref } from 'vue'

const masked = ref(false)

export function usePrivacy() {
  return { masked }
}
