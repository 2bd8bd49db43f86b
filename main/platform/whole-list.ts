import type { Expectation, Reading } from '#answers/answer.ts'
import { readWhole, type Whole } from '#answers/whole.ts'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Operation } from './catalog/entry.ts'
import type { Asker, PlatformClient } from './client/types.ts'

export interface ListRead {
  request: OperationRequest
  environment: EnvironmentId
  answers: Expectation
  by?: Asker
  signal?: AbortSignal
  /** Whether what was read so far says enough. */
  isEnough?: (reading: Reading) => boolean
}

/** A list and the pages behind it, as far as they are understood. Throws what the client's `read` throws. */
export function readWholeList(
  client: Pick<PlatformClient, 'read' | 'preview'>,
  operations: ReadonlyMap<string, Operation>,
  { request, environment, answers, by = 'person', signal, isEnough }: ListRead,
): Promise<Whole<ReadAnswer>> {
  const [method, path] = request.operation.split(' ') as [Operation['method'], string]
  const operation = operations.get(request.operation) ?? { method, path }
  return readWhole((page) => client.read(page, environment, by, signal), request, {
    operation,
    answers,
    signal,
    isEnough,
    origin: () => URL.parse(client.preview(request, environment).url)?.origin,
  })
}
