import { computed, onMounted } from 'vue'
import { formatCountdown } from '#kit/composables/time/time.ts'
import { outsideHost } from '#kit/composables/origin.ts'
import { useCredentials } from '#kit/stores/credentials.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { useLimits } from '#kit/stores/limits.ts'
import { gateItem, keychainItem, ledgerItems, outsideItems, type StatusItem } from './status-items.ts'

/** All items that lead elsewhere, the quiet ones too. Those that come and go most are last, so that they move no other. */
export function useStatusItems() {
  const credentials = useCredentials()
  const environments = useEnvironments()
  const ledger = useLedger()
  const limits = useLimits()
  onMounted(() => void credentials.ensure())
  const keychain = computed(() => {
    const { selected } = environments
    const status = selected && credentials.status[selected.id]
    return status ? [keychainItem(status.backend, status.credentials.apiKey.state, selected.id === 'rehearsal')] : []
  })
  return computed<StatusItem[]>(() => [
    ...ledgerItems(ledger.counts),
    ...outsideItems(outsideHost(environments.selected)),
    ...keychain.value,
    ...limits.closed.map((gate) => gateItem(gate.product, gate.credential, formatCountdown(gate.leftMs))),
  ])
}
