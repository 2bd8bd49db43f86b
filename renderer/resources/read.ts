import { DeskError } from '#contract/errors.ts'
import type { ReadAnswer } from '#contract/models.ts'
import { useRead } from '../composables/useOperation.ts'
import { toRequest } from './request.ts'
import type { OperationKey, RequestParts } from './types.ts'

/** One read of the platform. @throws DeskError */
export async function readPlatform(operation: OperationKey, parts: RequestParts): Promise<ReadAnswer> {
  const { run, error } = useRead()
  const answer = await run(toRequest(operation, parts))
  if (answer === undefined) throw error.value ?? new DeskError('internal', 'The read ended without an answer.')
  return answer
}
