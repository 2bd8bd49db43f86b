// Checks a request before anything of it is saved, at a submit and at an edit.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { refuseSecretsInAddress } from '../../core/keychain/address.ts'
import type { Operation } from '../catalog/entry.ts'
import type { PlatformClient } from '../client/types.ts'
import { refuseAmounts } from './amounts.ts'
import { unknownOperation } from './errors.ts'
import type { IntentRequest } from './identity.ts'

export interface RequestParts {
  client: PlatformClient
  operations: ReadonlyMap<string, Operation>
  /** Masks known secrets; answers the same object where nothing was masked. */
  redact: (value: Json) => Json
}

/** Throws DeskError `invalid_input`, with the fields to blame where there are some. */
export function writeOperation(request: OperationRequest, { client, operations, redact }: RequestParts): Operation {
  client.check(request)
  const operation = operations.get(request.operation)
  if (operation === undefined) throw unknownOperation(request.operation)
  if (operation.kind === 'read')
    throw new DeskError('invalid_input', `${operation.key} only reads: use platform.read.`, {
      operation: operation.key,
      facts: { reason: 'operation_reads' },
      fields: [{ path: 'operation', message: 'This operation only reads', reason: 'operation_reads' }],
    })
  refuseSecretsInAddress(request, operation.key, redact)
  refuseAmounts(operation, request.body as Json | undefined)
  return operation
}

export const keptRequest = ({ path, query, body }: Omit<OperationRequest, 'operation'>): IntentRequest => ({
  ...(path && { path }),
  ...(query && { query }),
  ...(body !== undefined && { body: body as Json }),
})
