// What an answer, or none, means for a read and for a write (spec, section 7).
import { defined } from '#contract/defined.ts'
import { DeskError, type DeskErrorShape, type ErrorCode } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { ReadAnswer } from '#contract/models.ts'
import { withoutTokens } from '../../keychain/opaque.ts'
import type { Operation } from '../catalog/entry.ts'
import { holdsSession } from '../catalog/sessions.ts'
import { identifier, readErrorBody, readRequestId } from './error-body.ts'
import { lazyAnswer } from './lazy-answer.ts'
import { parseBody } from './parse.ts'
import { pageHeadersOf } from './page-headers.ts'
import { longestWaitMs, retryAfterMs } from './retry-after.ts'
import type { Answer, Failure } from './send.ts'
import type { LargeAnswers, WriteOutcome } from './types.ts'
import { refusalReasons, sentenceOf, unknownMessage, type WireFault } from './error-messages.ts'

export interface Context {
  operation: Operation
  url: URL
  redact: (value: Json) => Json
  depth: number
  now: () => number
}

export interface Wait {
  waitMs: number
  askedMs: number | undefined
}

/** Whether another thread may read the body: a complete answer without a session. */
export function isReadElsewhere({ operation }: Context, { status, isCut }: Answer): boolean {
  return status >= 200 && status < 300 && !isCut && !holdsSession(operation)
}

/** `elsewhere` is the body where another thread has read it. Throws DeskError. */
export function readAnswer(
  context: Context,
  answer: Answer,
  wait: Wait | undefined,
  elsewhere?: Awaited<ReturnType<LargeAnswers['read']>>,
): ReadAnswer {
  const { status, durationMs } = answer
  const headers = holdsSession(context.operation) ? undefined : pageHeadersOf(answer.rawHeaders, context.redact)
  const about = {
    status,
    receivedAt: new Date(context.now()).toISOString(),
    durationMs,
    ...defined({ headers }),
  }
  if (status >= 300 && status < 400) {
    const location = readLocation(context, answer)
    return { ...about, data: null, ...requestIdOf(context, answer), ...defined({ location }) }
  }
  if (status < 200 || status >= 400) throw DeskError.fromShape(refusal(context, answer, wait).error)
  const parsed = elsewhere ?? parsedOf(context, answer)
  if ('problem' in parsed) {
    throw faultError('bad_response', parsed.problem, context, { status, ...requestIdOf(context, answer) })
  }
  if ('text' in parsed) {
    const { text, requestId = requestIdOf(context, answer).requestId } = parsed
    return lazyAnswer({ ...about, ...defined({ requestId }) }, text)
  }
  const redacted = context.redact(parsed.json)
  const data = holdsSession(context.operation) ? withoutTokens(redacted) : redacted
  return { ...about, data, ...requestIdOf(context, answer, data) }
}

export function writeOutcome(context: Context, answer: Answer, wait: Wait | undefined): WriteOutcome {
  const { status, durationMs } = answer
  if (status >= 200 && status < 300) {
    const parsed = parsedOf(context, answer)
    if ('problem' in parsed) return unknown(context, answer, 'bad_response', parsed.problem)
    const json = context.redact(parsed.json)
    return { outcome: 'confirmed', status, answer: json, ...requestIdOf(context, answer, json), durationMs }
  }
  if (status < 400) return unknown(context, answer, 'bad_response', { reason: 'answer_redirects' })
  if (status === 408) return unknown(context, answer, 'timed_out', { reason: 'platform_gave_up' })
  if (status >= 500) return unknown(context, answer, 'server_error', { reason: 'platform_failed', status })
  const { error, body } = refusal(context, answer, wait)
  const id = error.requestId === undefined ? {} : { requestId: error.requestId }
  if (status === 429) return { outcome: 'rate_limited', error, status, ...id }
  return { outcome: 'rejected', error, status, ...(body === null ? {} : { answer: body }), ...id, durationMs }
}

export function readFailure(context: Context, failure: Failure): DeskError {
  const { cause, fault } = failure
  if (cause === 'cancelled') return givenUp(context.operation, failure)
  const code = cause === 'unsendable' ? 'internal' : cause === 'cut' ? 'unreachable' : cause
  return faultError(code, fault, context, statusOf(failure))
}

export function givenUp({ key }: Operation, about: Pick<Failure, 'status'> = {}): DeskError {
  return new DeskError('cancelled', 'The read was given up.', { operation: key, ...statusOf(about) })
}

export function writeFailure(context: Context, failure: Failure): WriteOutcome {
  const { cause, durationMs, fault, stage } = failure
  if (cause === 'unreachable' || cause === 'unsendable')
    return { outcome: 'not_sent', error: readFailure(context, failure).toShape() }
  // No write is given up once it is on its way.
  const known = cause === 'cancelled' ? 'cut' : cause
  return {
    outcome: 'unknown',
    cause: known,
    error: unknownError(context, fault, statusOf(failure)),
    ...statusOf(failure),
    stage,
    durationMs,
  }
}

export function waitError({ key, product }: Operation, { waitMs, askedMs }: Wait): DeskError {
  return new DeskError('rate_limited', `The platform asks ${product} to wait ${Math.ceil(waitMs / 1_000)} s.`, {
    operation: key,
    facts: {
      product,
      ...(askedMs !== undefined && askedMs > longestWaitMs
        ? { reason: 'product_waits_long', askedMs }
        : { reason: 'product_waits' }),
    },
    retryAfterMs: waitMs,
  })
}

type About = Pick<DeskErrorShape, 'status' | 'requestId' | 'retryAfterMs' | 'fields'>

function faultError(code: ErrorCode, fault: WireFault, { operation }: Context, about: About): DeskError {
  return new DeskError(code, `${sentenceOf(fault)}.`, { operation: operation.key, facts: fault, ...about })
}

function refusal(context: Context, answer: Answer, wait: Wait | undefined): { error: DeskErrorShape; body: Json } {
  const { status } = answer
  const body = readLeniently(context, answer)
  const { code: named, message, fields } = readErrorBody(body)
  const about = { status, ...requestIdOf(context, answer, body), ...(fields.length > 0 && { fields }) }
  if (wait) return { error: { ...waitError(context.operation, wait).toShape(), ...about }, body }
  const code = status < 500 && named !== undefined ? named : codeOf(status)
  const later =
    status === 503 ? retryAfterMs(answer.header('retry-after'), answer.header('date'), context.now()) : undefined
  const fault = { reason: refusalReasons[code] ?? 'request_refused', status, ...defined({ said: message }) }
  const error = faultError(code, fault, context, { ...about, ...defined({ retryAfterMs: later }) })
  return { error: error.toShape(), body }
}

function unknown(
  context: Context,
  answer: Answer,
  cause: 'server_error' | 'bad_response' | 'timed_out',
  fault: WireFault,
): WriteOutcome {
  const { status, durationMs } = answer
  const body = cause === 'bad_response' ? null : readLeniently(context, answer)
  const about = { status, ...requestIdOf(context, answer, body) }
  const { message } = readErrorBody(body)
  const error = unknownError(context, message === undefined ? fault : { ...fault, said: message }, about)
  return { outcome: 'unknown', cause, error, ...about, durationMs }
}

function unknownError({ operation }: Context, fault: WireFault, about: About): DeskErrorShape {
  return new DeskError('unknown_outcome', unknownMessage(fault), {
    operation: operation.key,
    facts: fault,
    ...about,
  }).toShape()
}

function codeOf(status: number): ErrorCode {
  const byStatus: Record<number, ErrorCode> = {
    401: 'authentication_required',
    403: 'not_authorized',
    404: 'not_found',
    408: 'timed_out',
    409: 'conflict',
    429: 'rate_limited',
  }
  return byStatus[status] ?? (status >= 500 ? 'server_error' : 'invalid_request')
}

function parsedOf({ depth }: Context, { body, isCut }: Answer): ReturnType<typeof parseBody> {
  return isCut ? { problem: { reason: 'answer_cut' } } : parseBody(body, depth)
}

function readLeniently({ redact, depth }: Context, answer: Answer): Json {
  const parsed = parseBody(answer.body, depth)
  return 'json' in parsed ? redact(parsed.json) : null
}

function requestIdOf({ redact }: Context, answer: Answer, body: Json = null): { requestId?: string } {
  const header = answer.header('x-request-id') ?? answer.header('request-id')
  const id = readRequestId(body) ?? (header === undefined ? undefined : identifier(redact(header)))
  return id === undefined ? {} : { requestId: id }
}

function readLocation({ url, redact }: Context, answer: Answer): string | undefined {
  const header = answer.header('location')
  const target = header === undefined ? undefined : URL.parse(header, url.href)?.href
  const shown = target === undefined ? undefined : redact(target)
  return typeof shown === 'string' ? shown : undefined
}

function statusOf({ status }: Pick<Failure, 'status'>): { status?: number } {
  return status === undefined ? {} : { status }
}
