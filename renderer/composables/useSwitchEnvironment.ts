import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { DeskError } from '#contract/errors.ts'
import type { Environment } from '#contract/models.ts'
import { useEnvironments } from '../stores/environments.ts'
import { useShow } from '../stores/show.ts'
import { useOperation } from './useOperation.ts'

/** Switching the environment, always behind a dialog that names it. */
export function useSwitchEnvironment(): {
  wanted: ShallowRef<Environment | undefined>
  dialogOpen: Ref<boolean>
  busy: ComputedRef<boolean>
  /** Why the environment stays as it is: a show is on. */
  refusal: ComputedRef<string | undefined>
  error: ComputedRef<DeskError | undefined>
  ask: (environment: Environment) => void
  confirm: () => Promise<void>
} {
  const { t } = useI18n()
  const environments = useEnvironments()
  const show = useShow()
  const refusal = computed(() =>
    show.current === undefined ? undefined : t('frame.show.environmentStays', { title: show.current.title }),
  )
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
    refusal,
    error: computed(() =>
      refusal.value === undefined ? select.error.value : new DeskError('invalid_state', refusal.value),
    ),
    ask(environment) {
      select.reset()
      wanted.value = environment
      dialogOpen.value = true
    },
    async confirm() {
      if (wanted.value && refusal.value === undefined && (await select.run(wanted.value.id))) dialogOpen.value = false
    },
  }
}
