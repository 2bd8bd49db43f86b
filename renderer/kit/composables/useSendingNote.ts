import { computed, onMounted, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { Connection, Environment } from '#contract/models.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { useCatalog } from '../stores/catalog.ts'
import { useConnection } from '../stores/connection.ts'
import { useEnvironments } from '../stores/environments.ts'

export interface SendingNote {
  kind: 'now' | 'when_reachable' | 'when_resumed' | 'refused_offline' | 'unknown_reachability'
  key: string
}

/** Decides as the ledger does: only queueable operations wait, and a pause stops only the queue. */
export function sendingNote(
  { kind, risk, queueable }: Pick<OperationInfo, 'kind' | 'risk' | 'queueable'>,
  environment: Pick<Environment, 'baseUrl' | 'configured'>,
  connection: Pick<Connection, 'state' | 'sending'> | undefined,
): SendingNote {
  if (!environment.configured) return { kind: 'refused_offline', key: 'common.sending.noAddress' }
  // The rehearsal platform has no address before it runs.
  const state = environment.baseUrl === '' ? 'unreachable' : (connection?.state ?? 'unknown')
  if (!queueable) {
    if (state === 'reachable') return { kind: 'now', key: 'common.sending.now' }
    if (state === 'unknown') return { kind: 'unknown_reachability', key: 'common.sending.unknown' }
    return { kind: 'refused_offline', key: `common.sending.refused.${kind === 'read' ? 'read' : risk}` }
  }
  if (connection?.sending === 'paused')
    return {
      kind: 'when_resumed',
      key: state === 'unreachable' ? 'common.sending.whenResumedOffline' : 'common.sending.whenResumed',
    }
  if (state === 'reachable') return { kind: 'now', key: 'common.sending.now' }
  return state === 'unreachable'
    ? { kind: 'when_reachable', key: 'common.sending.whenReachable' }
    : { kind: 'unknown_reachability', key: 'common.sending.unknownQueued' }
}

export function useSendingNote(operation: MaybeRefOrGetter<string | undefined>): ComputedRef<SendingNote | undefined> {
  const catalog = useCatalog()
  const connection = useConnection()
  const environments = useEnvironments()
  onMounted(() => void catalog.ensure())
  return computed(() => {
    const entry = catalog.byKey.get(toValue(operation) ?? '')
    return entry && environments.selected && sendingNote(entry, environments.selected, connection.current)
  })
}
