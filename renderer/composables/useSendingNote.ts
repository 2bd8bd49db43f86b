import { computed, onMounted, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import type { Connection, Environment } from '#contract/models.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { useCatalog } from '../stores/catalog.ts'
import { useConnection } from '../stores/connection.ts'
import { useEnvironments } from '../stores/environments.ts'

/** What becomes of an operation that is sent now; `key` is the message that says it. */
export interface SendingNote {
  kind: 'now' | 'when_reachable' | 'when_resumed' | 'refused_offline' | 'unknown_reachability'
  key: string
}

/** Judges as the ledger does: only what may wait is queued, and a pause keeps back the queue, not what must go now. */
export function sendingNote(
  { kind, risk, queueable }: Pick<OperationInfo, 'kind' | 'risk' | 'queueable'>,
  environment: Pick<Environment, 'baseUrl' | 'configured'>,
  connection: Pick<Connection, 'state' | 'sending'> | undefined,
): SendingNote {
  if (!environment.configured) return { kind: 'refused_offline', key: 'common.sending.noAddress' }
  // The rehearsal platform has an address once it runs.
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

/** What a send button says of an operation, by its route key; undefined while that is not known. */
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
