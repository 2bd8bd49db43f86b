import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { DeskError } from '#contract/errors.ts'
import type { Environment } from '#contract/models.ts'
import { useEnvironments } from '../stores/environments.ts'
import { useOperation } from './useOperation.ts'

/** Switching the environment, always behind a dialog that names it. */
export function useSwitchEnvironment(): {
  wanted: ShallowRef<Environment | undefined>
  dialogOpen: Ref<boolean>
  busy: ComputedRef<boolean>
  error: ComputedRef<DeskError | undefined>
  ask: (environment: Environment) => void
  confirm: () => Promise<void>
} {
  const environments = useEnvironments()
  const wanted = shallowRef<Environment>()
  const dialogOpen = ref(false)
  const select = useOperation(async (id: Environment['id']) => {
    await environments.select(id)
    return id
  })
  return {
    wanted,
    dialogOpen,
    busy: select.busy,
    error: computed(() => select.error.value),
    ask(environment) {
      select.reset()
      wanted.value = environment
      dialogOpen.value = true
    },
    async confirm() {
      if (wanted.value && (await select.run(wanted.value.id))) dialogOpen.value = false
    },
  }
}
