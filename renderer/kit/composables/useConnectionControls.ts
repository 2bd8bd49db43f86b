import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Connection } from '#contract/models.ts'
import { useConnection } from '../stores/connection.ts'
import { useEnvironments } from '../stores/environments.ts'
import { useAnnounce } from './useAnnounce.ts'
import { useOperation } from './useOperation.ts'

export function useConnectionControls() {
  const { t } = useI18n()
  const connection = useConnection()
  const environments = useEnvironments()
  const { announce } = useAnnounce()

  const ask = useOperation(async () => {
    configure.reset()
    await connection.probe()
    // An answer that changes nothing on screen is announced too.
    announce(t('frame.connection.asked', { state: t(`frame.connection.${connection.current?.state ?? 'unknown'}`) }))
  })
  const configure = useOperation((change: Partial<Pick<Connection, 'sending' | 'probing'>>) => {
    ask.reset()
    return connection.configure(change)
  })

  return {
    current: computed(() => connection.current),
    address: computed(() => environments.selected?.baseUrl ?? ''),
    asking: ask.busy,
    error: computed(() => ask.error.value ?? configure.error.value),
    ask: () => void ask.run(),
    configure: (change: Partial<Pick<Connection, 'sending' | 'probing'>>) => void configure.run(change),
  }
}
