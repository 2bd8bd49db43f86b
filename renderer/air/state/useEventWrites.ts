import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { Intent } from '#contract/models.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { eventOperations } from '#answers/broadcast/destinations.ts'

const mostWrites = 500
const isEvent = ({ operation }: Intent): boolean => (eventOperations as readonly string[]).includes(operation)

/** The ledger's writes to published events of the chosen environment, newest first. */
export function useEventWrites(): ShallowRef<Intent[]> {
  const ledger = useLedger()
  const environments = useEnvironments()
  const writes = shallowRef<Intent[]>([])

  watch(
    () => environments.selected?.id,
    async (environment) => {
      writes.value = []
      if (environment === undefined) return
      // Without the ledger the platform's own list still shows, and the next change is heard of.
      const filter = { query: '/video/event/', product: 'Livestream' as const, environment }
      const page = await ledger.listAll(filter, mostWrites).catch(() => undefined)
      if (page !== undefined && environments.selected?.id === environment) writes.value = page.items.filter(isEvent)
    },
    { immediate: true },
  )
  onScopeDispose(
    ledger.onChange((intent) => {
      if (!isEvent(intent) || intent.environment !== environments.selected?.id) return
      const at = writes.value.findIndex(({ id }) => id === intent.id)
      writes.value = at < 0 ? [intent, ...writes.value].slice(0, mostWrites) : writes.value.with(at, intent)
    }),
  )
  return writes
}
