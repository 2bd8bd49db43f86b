import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Product } from '#contract/operation.ts'
import { formatCountdown } from '../../../composables/time.ts'
import { useLink } from '../../../composables/useLink.ts'
import { useConnection } from '../../../stores/connection.ts'
import { useLimits } from '../../../stores/limits.ts'
import { useOwnKey } from './useOwnKey.ts'

/** Why no live command of a product can leave just now; undefined where it can. What is armed is disarmed by it: nothing goes late. */
export function useReach(product: Product): ComputedRef<string | undefined> {
  const { t } = useI18n()
  const { link } = useLink()
  const connection = useConnection()
  const limits = useLimits()
  const key = useOwnKey(product)
  return computed(() => {
    if (link.value !== 'open') return t('live.refusal.link')
    if (connection.current?.state === 'unreachable') return t('live.refusal.offline')
    const gate = limits.gateOf(product)
    if (gate !== undefined) return t('live.refusal.gate', { left: formatCountdown(gate.leftMs) })
    return key.value === undefined ? undefined : t(`live.refusal.key.${key.value.kind}`)
  })
}
