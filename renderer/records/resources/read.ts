import type { ReadAnswer } from '#contract/models.ts'
import { readOnce } from '#kit/composables/useOperation.ts'
import { toRequest } from './request/request.ts'
import type { OperationKey, RequestParts } from './types.ts'

/** One read of the platform. @throws DeskError */
export const readPlatform = (operation: OperationKey, parts: RequestParts): Promise<ReadAnswer> =>
  readOnce(toRequest(operation, parts))
