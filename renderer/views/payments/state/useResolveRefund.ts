// A refund whose answer was lost: the person compares with the platform and says how it ended. Sending it again checks the charge first.
import { computed, ref } from 'vue'
import { isObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { sentAgain, useAim } from '#kit/composables/useAim.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { amountIn } from '../model/amounts.ts'
import { fingerprintOf } from '../model/refund.ts'
import type { RefundCheck } from './useRefundable.ts'

type Refusal = 'not_read' | 'changed' | 'too_much'

export function useResolveRefund(intent: () => Intent, check: RefundCheck) {
  const ledger = useLedger()
  const refusal = ref<Refusal>()
  const amount = computed(() => {
    const { body } = intent().request
    return isObject(body) ? amountIn(body.amount, body.currency, check.refundable.value?.unit, 'amount') : undefined
  })

  async function refusalToSend(): Promise<Refusal | undefined> {
    const before = check.refundable.value
    const fingerprint = before && fingerprintOf(before)
    if (!(await check.run())) return 'not_read'
    const now = check.refundable.value
    if (now?.remaining === undefined) return 'not_read'
    if (fingerprintOf(now) !== fingerprint) return 'changed'
    if (amount.value?.ok !== true || amount.value.money.currency !== now.remaining.currency) return 'not_read'
    return amount.value.money.minor > now.remaining.minor ? 'too_much' : undefined
  }

  const act = useOperation(async (what: 'done' | 'not_done' | Pressed) => {
    const { id } = intent()
    if (what === 'done' || what === 'not_done') return ledger.resolve(id, what === 'done' ? 'confirmed' : 'rejected')
    refusal.value = await refusalToSend()
    return refusal.value === undefined ? ledger.retry(id, what) : undefined
  })
  const aim = useAim(() => [sentAgain(intent())], { environment: () => intent().environment })

  return { act, aim, amount, refusal }
}
