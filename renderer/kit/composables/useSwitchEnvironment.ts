import { computed, ref, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { DeskError } from '#contract/errors.ts'
import type { Environment } from '#contract/models.ts'
import { useEnvironments } from '../stores/environments.ts'
import { useShow } from '../stores/show.ts'
import { useOperation } from './useOperation.ts'

export function useSwitchEnvironment() {
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
      refusal.value === undefined
        ? select.error.value
        : new DeskError('invalid_state', 'The environment stays while a show is on.', {
            facts: { reason: 'show_keeps_environment', title: show.current?.title ?? '' },
          }),
    ),
    ask: (environment: Environment): void => {
      select.reset()
      wanted.value = environment
      dialogOpen.value = true
    },
    confirm: async (): Promise<void> => {
      if (wanted.value && refusal.value === undefined && (await select.run(wanted.value.id))) dialogOpen.value = false
    },
  }
}
