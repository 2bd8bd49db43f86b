import { openStates, type EnvironmentId, type Intent } from '#contract/models.ts'
import type { OperationInfo } from '#contract/operation.ts'
import type { Json } from '#contract/json.ts'
import { mentions } from '../request/request.ts'

const open = new Set<Intent['state']>(openStates)

/** Unsettled writes of the same operation to the same record, newest first: sending again could do it twice. */
export function pendingIntents(
  intents: readonly Intent[],
  entry: OperationInfo | undefined,
  environment: EnvironmentId | undefined,
  id: string | undefined,
): Intent[] {
  if (entry === undefined || entry.kind === 'read') return []
  return intents.filter(
    (intent) =>
      intent.operation === entry.key &&
      intent.environment === environment &&
      open.has(intent.state) &&
      (id === undefined || mentions(intent.request as Json, id)),
  )
}
