import type { Expectation } from '#answers/answer.ts'
import { expectationOf } from '#answers/names.ts'
import type { Facts } from '#contract/errors.ts'
import { isSecretReference, type OperationRequest } from '#contract/operation.ts'
import type { EvidenceCode } from '#contract/reasons.ts'
import type { ConfirmWith, Operation } from '../catalog/entry.ts'
import type { Entry } from './intent-store.ts'
import { requestValue, type IntentRequest } from './identity.ts'

export interface ConfirmingRead {
  request: OperationRequest
  /** It asks for one record, so that "not found" means that record. */
  namesRecord: boolean
  answers: Expectation
}

interface NoRead {
  missing: { code: EvidenceCode; facts?: Facts }
}

/** The read that shows whether a write was applied, or why there is none. */
export function confirmingRead(
  { operation, intent }: Entry,
  operations: ReadonlyMap<string, Operation>,
): ConfirmingRead | NoRead {
  return readFor(intent.request, operation.confirmWith, operations)
}

/** A read with values from a write's request, or why there is none. */
export function readFor(
  request: IntentRequest,
  by: Pick<ConfirmWith, 'read' | 'send'> | undefined,
  operations: ReadonlyMap<string, Operation>,
): ConfirmingRead | NoRead {
  const read = by && operations.get(by.read)
  if (by === undefined || read === undefined) return { missing: { code: 'no_confirming_read' } }
  const { send = {} } = by
  const path = filled(request, send.path)
  const absent = read.pathParams.find((name) => path[name] === undefined)
  if (absent !== undefined) return { missing: { code: 'read_needs_value', facts: { name: absent } } }
  const query = filled(request, send.query)
  const body = filled(request, send.body)
  const limit = Number(query.limit ?? body.limit)
  return {
    request: {
      operation: read.key,
      ...(read.pathParams.length > 0 && {
        path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)])),
      }),
      ...(Object.keys(query).length > 0 && { query }),
      ...(Object.keys(body).length > 0 && { body }),
    },
    namesRecord: read.pathParams.length > 0 || Object.keys(query).length > 0 || Object.keys(body).length > 0,
    answers: {
      resource: read.resource,
      expect: expectationOf(read.key),
      sentLimit: Number.isNaN(limit) ? undefined : limit,
    },
  }
}

function filled(
  request: IntentRequest,
  places: Readonly<Record<string, string>> | undefined,
): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(places ?? {}).flatMap(([name, place]) => {
      const value = requestValue(request, place)
      return value === undefined || value === null || typeof value === 'object' || isSecretReference(value)
        ? []
        : [[name, value]]
    }),
  )
}
