import { ref } from 'vue'
import type { Ref } from 'vue'

const paletteOpen = ref(false)
const shortcutsOpen = ref(false)
const showPane = ref<'show' | 'reports'>()

/** What stands open above the views; shared by the frame and whatever opens it. */
export function useFrame(): {
  paletteOpen: Ref<boolean>
  shortcutsOpen: Ref<boolean>
  /** What of show mode is open: entering or leaving it, or the reports of earlier shows. */
  showPane: Ref<'show' | 'reports' | undefined>
} {
  return { paletteOpen, shortcutsOpen, showPane }
}
