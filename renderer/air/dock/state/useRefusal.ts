import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Product } from '#contract/operation.ts'
import { formatCountdown } from '#kit/composables/time/time.ts'
import { useLink } from '#kit/composables/useLink.ts'
import { useConnection } from '#kit/stores/connection.ts'
import { useLimits } from '#kit/stores/limits.ts'

/** Why no command of a product can be sent now. It also disarms what is armed, so that nothing is sent late. */
export function useRefusal(product: Product): ComputedRef<string | undefined> {
  const { t } = useI18n()
  const { link } = useLink()
  const connection = useConnection()
  const limits = useLimits()
  return computed(() => {
    if (link.value !== 'open') return t('dock.lost.command')
    if (connection.current?.state === 'unreachable') return t('live.refusal.offline')
    const gate = limits.gateOf(product)
    return gate === undefined ? undefined : t('live.refusal.gate', { left: formatCountdown(gate.leftMs) })
  })
}
