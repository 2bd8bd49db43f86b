import { defined } from '#contract/defined.ts'
import type { Json } from '#contract/json.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { KeptRequest } from '#contract/requests.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { headersOf, requestIdOf, type Judged } from './exchange.ts'
import { maskJson } from './json-mask.ts'
import type { Described, NotedRead } from './types.ts'

export function notedRead(request: OperationRequest, judged: Judged, redactor: Redactor): NotedRead {
  const { ended, outcome, error, described } = judged
  const { first, last, attempts } = ended
  const status = last.answer?.status ?? last.failure?.status
  const requestId = requestIdOf(judged, redactor)
  return {
    at: new Date(first.at).toISOString(),
    operation: last.operation.key,
    product: last.operation.product,
    environment: last.environment,
    outcome,
    ...defined({ status, requestId }),
    durationMs: last.durationMs,
    ...(last.answer && { bytes: last.answer.body.length }),
    attempts,
    ...(error && { error: error.code, message: [error.message, error.facts?.['said']].filter(Boolean).join(' ') }),
    request: keptRequest(request, redactor),
    ...(described && {
      answer: () => ofDisk(described(), redactor),
      head: () => ({
        about: described().about,
        headers: headersOf(last, redactor),
        ...(ended.answer?.location !== undefined && { location: ended.answer.location }),
        ...(error && { error }),
      }),
    }),
  }
}

/** Names that a screen needs to tell records apart are masked in a file. */
function ofDisk({ about, content }: Described, redactor: Redactor): string | Buffer {
  return about.kind === 'json' && typeof content === 'string' ? maskJson(content, redactor) : content
}

function keptRequest({ path, query, body }: OperationRequest, redactor: Redactor): KeptRequest {
  const kept = { ...(path && { path }), ...(query && { query }), ...(body === undefined ? {} : { body: body as Json }) }
  return redactor.json(kept) as KeptRequest
}
