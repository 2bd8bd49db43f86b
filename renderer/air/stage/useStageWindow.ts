import { ref } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import { useFrame } from '#kit/composables/useFrame.ts'
import { useShow } from '#kit/stores/show.ts'
import { openStageWindow } from './open-window.ts'

const blocked = ref(false)
const failed = ref<DeskError>()

/** The window of the stage: the shell opens it, where there is one, otherwise the browser. */
export function useStageWindow() {
  const show = useShow()
  const { stageOpen } = useFrame()

  /** Where it can't be opened, the dialog says why. */
  async function open(screen?: string): Promise<void> {
    blocked.value = false
    failed.value = undefined
    try {
      if (window.showdesk !== undefined) await show.openStage(screen)
      else if (!openStageWindow(window)) blocked.value = stageOpen.value = true
    } catch (error) {
      failed.value = asDeskError(error)
      stageOpen.value = true
    }
  }
  return { open, blocked, failed }
}
