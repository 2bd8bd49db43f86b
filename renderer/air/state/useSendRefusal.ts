import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Product } from '#contract/operation.ts'
import { formatCountdown } from '#kit/composables/time/time.ts'
import { useLink } from '#kit/composables/useLink.ts'
import { useConnection } from '#kit/stores/connection.ts'
import { useLimits } from '#kit/stores/limits.ts'
import { useNarrow } from './useNarrow.ts'
import { useMissingKey } from './useMissingKey.ts'

/** Why no live command of a product can be sent now. It also disarms what is armed, so that nothing is sent late. */
export function useSendRefusal(product: Product): ComputedRef<string | undefined> {
  const { t } = useI18n()
  const narrow = useNarrow()
  const { link } = useLink()
  const connection = useConnection()
  const limits = useLimits()
  const key = useMissingKey(product)
  return computed(() => {
    if (link.value !== 'open') return t(narrow ? 'live.refusal.lost' : 'live.refusal.link')
    if (connection.current?.state === 'unreachable') return t('live.refusal.offline')
    const gate = limits.gateOf(product)
    if (gate !== undefined) return t('live.refusal.gate', { left: formatCountdown(gate.leftMs) })
    return key.value === undefined ? undefined : t(`live.refusal.key.${key.value.kind}`)
  })
}
