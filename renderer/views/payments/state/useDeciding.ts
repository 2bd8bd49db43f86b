// A refund whose answer was lost: the person looks at what the platform has, then says what it was. Sending again looks once more.
import { computed, ref } from 'vue'
import { isObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { Pressed } from '../../../composables/pressed.ts'
import { sentAgain, useAim } from '../../../composables/useAim.ts'
import { useOperation } from '../../../composables/useOperation.ts'
import { useLedger } from '../../../stores/ledger.ts'
import { amountIn } from '../model/amounts.ts'
import { markOf } from '../model/refund.ts'
import type { Looking } from './useRefundable.ts'

export type Refusal = 'not_read' | 'changed' | 'too_much'

export function useDeciding(intent: () => Intent, looking: Looking) {
  const ledger = useLedger()
  const refusal = ref<Refusal>()
  const amount = computed(() => {
    const { body } = intent().request
    return isObject(body) ? amountIn(body.amount, body.currency, looking.standing.value?.unit, 'amount') : undefined
  })

  /** Undefined where it may go again. Looks first. */
  async function refusalToSend(): Promise<Refusal | undefined> {
    const before = looking.standing.value
    const mark = before && markOf(before)
    if (!(await looking.look())) return 'not_read'
    const now = looking.standing.value
    if (now?.remaining === undefined) return 'not_read'
    if (markOf(now) !== mark) return 'changed'
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
