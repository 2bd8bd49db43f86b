// What is checked of a request before anything of it is written: a submit and an edit alike.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { refuseSecretsInAddress } from '../keychain/address.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import { refuseAmounts } from './amounts.ts'
import type { IntentRequest } from './identity.ts'

export interface RequestParts {
  client: PlatformClient
  operations: ReadonlyMap<string, Operation>
  /** Masks known secrets; answers the same object where nothing was masked. */
  redact: (value: Json) => Json
}

/** The writing operation of a request. Throws DeskError `invalid_input`, with fields where some are to blame. */
export function writeOperation(request: OperationRequest, { client, operations, redact }: RequestParts): Operation {
  client.check(request)
  const operation = operations.get(request.operation)
  if (operation === undefined)
    throw new DeskError('invalid_input', `There is no operation "${request.operation}".`, {
      operation: request.operation,
    })
  if (operation.kind === 'read') {
    throw new DeskError('invalid_input', `${operation.key} only reads: use platform.read.`, {
      operation: operation.key,
      fields: [{ path: 'operation', message: 'Reads do not go through the ledger' }],
    })
  }
  refuseSecretsInAddress(request, operation.key, redact)
  refuseAmounts(operation, request.body as Json | undefined)
  return operation
}

/** A request as an intent keeps it. */
export const keptRequest = ({ path, query, body }: Omit<OperationRequest, 'operation'>): IntentRequest => ({
  ...(path && { path }),
  ...(query && { query }),
  ...(body !== undefined && { body: body as Json }),
})
