// Which keys arm tasks. Only the frame sets it, from the settings.
import { shallowRef } from 'vue'
import type { ArmKeys } from '#contract/settings.ts'

const keys = shallowRef<ArmKeys>({})

export function useArmKeys() {
  return { keys }
}
