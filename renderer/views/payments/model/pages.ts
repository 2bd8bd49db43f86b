import type { OperationInfo, OperationRequest } from '#contract/operation.ts'
import type { JsonObject } from '#contract/json.ts'
import type { FieldChoice } from '#contract/live.ts'
import type { ReadAnswer } from '#contract/models.ts'
import type { ReadingReason } from '#answers/answer.ts'
import { readWhole } from '#answers/whole.ts'
import { refundResource } from './lines.ts'

const pageSize = 100

export interface Pages {
  rows: JsonObject[]
  /** How many there are, where the platform says it. */
  total?: number
  /** Whether nothing says that there are more. */
  complete: boolean
  /** Whether the platform said, or showed, where the list ends. */
  stated: boolean
  /** Why the rows may not be the refunds, or not all of them. */
  doubt?: { reason: ReadingReason; at: string }
}

export interface Asked {
  request: OperationRequest & { body: JsonObject }
  operation: Pick<OperationInfo, 'method' | 'path' | 'paging'>
  origin?: string | undefined
}

/**
 * Reads pages until one brings nothing: neither a short page nor a total that is reached proves the end of refunds, since
 * platforms cap pages, and a total may count the page alone. Throws what `read` throws.
 */
export async function readAllPages(
  read: (request: OperationRequest) => Promise<Pick<ReadAnswer, 'data' | 'status' | 'headers'>>,
  { request, operation, origin }: Asked,
  idOf: (row: JsonObject) => string | undefined,
  choice?: Pick<FieldChoice, 'list'>,
  onProgress: (count: number) => void = () => undefined,
): Promise<Pages> {
  const { reading } = await readWhole(
    read,
    { ...request, body: { ...request.body, limit: pageSize, offset: 0 } },
    {
      operation,
      origin: () => origin,
      answers: { resource: refundResource, choice },
      probes: true,
      idOf,
      onRows: onProgress,
    },
  )
  const { rows, total, complete, stated, certainty, reason, at } = reading
  return {
    rows,
    complete,
    // A page with nothing on it is an end that was seen.
    stated: stated || (complete && rows.length === 0),
    ...(total === undefined ? {} : { total }),
    ...(certainty === 'clear' ? {} : { doubt: { reason, at } }),
  }
}
