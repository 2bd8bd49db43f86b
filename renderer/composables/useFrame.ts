import { ref } from 'vue'
import type { Ref } from 'vue'

const paletteOpen = ref(false)
const shortcutsOpen = ref(false)
const operationKey = ref<string>()
const showPane = ref<'show' | 'reports'>()

/** What stands open above the views; shared by the frame and whatever opens it. */
export function useFrame(): {
  paletteOpen: Ref<boolean>
  shortcutsOpen: Ref<boolean>
  /** Route key of the operation whose card is open. */
  operationKey: Ref<string | undefined>
  /** What of show mode is open: entering or leaving it, or the reports of earlier shows. */
  showPane: Ref<'show' | 'reports' | undefined>
} {
  return { paletteOpen, shortcutsOpen, operationKey, showPane }
}
