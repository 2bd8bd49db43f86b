import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import type { EnvironmentId } from '#contract/models.ts'
import { useShow } from '#kit/stores/show.ts'

export const useWithheld = defineStore('withheld', () => {
  const show = useShow()
  const chosen = ref(new Map<string, 'leave' | 'null'>())
  const keyOf = (environment: EnvironmentId | undefined, destination: string): string =>
    `${environment ?? ''} ${destination}`

  watch(
    () => show.current?.id,
    () => (chosen.value = new Map()),
  )

  return {
    of: (environment: EnvironmentId | undefined, destination: string) =>
      chosen.value.get(keyOf(environment, destination)),
    /** Without a choice the person is asked again. */
    choose(environment: EnvironmentId | undefined, destination: string, how: 'leave' | 'null' | undefined): void {
      const next = new Map(chosen.value)
      if (how === undefined) next.delete(keyOf(environment, destination))
      else next.set(keyOf(environment, destination), how)
      chosen.value = next
    },
  }
})
