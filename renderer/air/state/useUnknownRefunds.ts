import { onScopeDispose, ref, watch, type Ref } from 'vue'
import { isUnsettled, type Intent } from '#contract/models.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLedger } from '#kit/stores/ledger.ts'

const isRefund = ({ operation, state }: Intent): boolean => /refund|reverse|void/i.test(operation) && isUnsettled(state)

/** How many refunds of the chosen environment are unknown or not done yet in the ledger; undefined until it was read. */
export function useUnknownRefunds(): Ref<number | undefined> {
  const ledger = useLedger()
  const environments = useEnvironments()
  const count = ref<number>()

  async function read(): Promise<void> {
    const environment = environments.selected?.id
    if (environment === undefined) return
    const page = await ledger
      .list({ state: ['accepted', 'unknown'], product: 'Payments', environment, limit: 200 })
      .catch(() => undefined)
    if (page !== undefined && environments.selected?.id === environment)
      count.value = page.items.filter(isRefund).length
  }

  watch(
    () => environments.selected?.id,
    () => void read(),
    { immediate: true },
  )
  onScopeDispose(
    ledger.onChange((intent) => {
      if (intent.product === 'Payments') void read()
    }),
  )
  return count
}
