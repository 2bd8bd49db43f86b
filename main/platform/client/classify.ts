// What an answer, or none, means for a read and for a write (spec, section 7).
import { identifier, readErrorBody, readRequestId, type ErrorBody } from '#answers/error-body.ts'
import { askedOf, outcomeOf, type Asked } from '#answers/outcome.ts'
import { defined } from '#contract/defined.ts'
import { DeskError, type DeskErrorShape, type ErrorCode } from '#contract/errors.ts'
import { isObject, type Json } from '#contract/json.ts'
import type { TaughtWords } from '#contract/live.ts'
import type { ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { withoutTokens } from '../../core/keychain/opaque.ts'
import type { Operation } from '../catalog/entry.ts'
import { holdsSession } from '../catalog/sessions.ts'
import { lazyAnswer } from './lazy-answer.ts'
import { parseBody } from './parse.ts'
import { pageHeadersOf } from './page-headers.ts'
import { longestWaitMs, retryAfterMs } from './retry-after.ts'
import type { Answer, Failure } from './send.ts'
import type { ReadElsewhere, ReadFailure, WireExchange, WriteOutcome } from './types.ts'
import { refusalReasons, sentenceOf, unknownMessage, type WireFault } from './error-messages.ts'

export interface Context {
  operation: Operation
  request: OperationRequest
  taught: TaughtWords | undefined
  /** The status that the record was known to have before a write. */
  before?: string | undefined
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
  elsewhere?: ReadElsewhere,
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
    const { text, failure, requestId = requestIdOf(context, answer).requestId } = parsed
    if (failure !== undefined) throw failedRead(context, failure, { status, ...defined({ requestId }) })
    return lazyAnswer({ ...about, ...defined({ requestId }) }, text)
  }
  const redacted = context.redact(parsed.json)
  const failure = readFailureIn(status, redacted, askedFor(context))
  if (failure !== undefined) throw failedRead(context, failure, { status, ...requestIdOf(context, answer, redacted) })
  const data = holdsSession(context.operation) ? withoutTokens(redacted) : redacted
  return { ...about, data, ...requestIdOf(context, answer, data) }
}

export function writeOutcome(context: Context, answer: Answer, wait: Wait | undefined): WriteOutcome {
  const { status, durationMs } = answer
  if (status >= 200 && status < 300) {
    const parsed = parsedOf(context, answer)
    if ('problem' in parsed) return unknown(context, answer, 'bad_response', parsed.problem)
    return saidOutcome(context, answer, context.redact(parsed.json))
  }
  if (status < 400) return unknown(context, answer, 'bad_response', { reason: 'answer_redirects' })
  if (status === 408) return unknown(context, answer, 'timed_out', { reason: 'platform_gave_up' })
  if (status >= 500) return unknown(context, answer, 'server_error', { reason: 'platform_failed', status })
  const { error, body } = refusal(context, answer, wait)
  const id = error.requestId === undefined ? {} : { requestId: error.requestId }
  if (status === 429) return { outcome: 'rate_limited', error, status, ...id }
  return { outcome: 'rejected', error, status, ...(body === null ? {} : { answer: body }), ...id, durationMs }
}

/** What a 2xx itself says of a write; the status alone says nothing. */
function saidOutcome(context: Context, answer: Answer, json: Json): WriteOutcome {
  const { status, durationMs } = answer
  const about = { status, answer: json, ...requestIdOf(context, answer, json), durationMs }
  const said = outcomeOf({ status, body: json }, askedFor(context))
  switch (said.kind) {
    case 'done':
      return { outcome: 'confirmed', ...about }
    case 'accepted':
      return { outcome: 'accepted', ...about, ...defined({ word: said.word }) }
    case 'refused': {
      const error = saidNo(context, readErrorBody(json), about, said.word, 'invalid_request')
      return { outcome: 'rejected', error: error.toShape(), ...about }
    }
    case 'unclear': {
      const { word } = said
      if (context.operation.risk === 'edit')
        return { outcome: 'confirmed', ...about, ...(!holdsSession(context.operation) && { unclear: word ?? true }) }
      const { message } = readErrorBody(json)
      const fault = { reason: 'answer_unclear' as const, ...defined({ word, said: message }) }
      const error = unknownError(context, fault, { status, ...requestIdOf(context, answer, json) })
      return { outcome: 'unknown', cause: 'unclear_answer', error, ...about, ...defined({ word }) }
    }
  }
}

/** What the outcome of this request is judged by. */
export function askedFor({
  operation,
  request,
  taught,
  before,
}: Pick<Context, 'operation' | 'request' | 'taught' | 'before'>): Asked {
  const { path, query, body } = request
  const sent = operation.kind === 'read' ? { ...path, ...query, ...(isObject(body) ? body : {}) } : body
  return askedOf(operation, { sent: sent as Json | undefined, taught, before })
}

/** Undefined for a good reading. */
export function readFailureIn(status: number, body: Json, asked: Asked): ReadFailure | undefined {
  const { kind } = outcomeOf({ status, body }, asked)
  if (kind === 'accepted') return 'not_ready'
  return kind === 'refused' ? readErrorBody(body) : undefined
}

/** What a whole answer of 2xx refuses with, for those who see it raw: only its code and status may be used. */
export function refusalIn({
  operation,
  request,
  answer,
}: Pick<WireExchange, 'operation' | 'request' | 'answer'>): ErrorBody | undefined {
  if (answer === undefined || answer.isCut === true || answer.body.length > mostReadRaw) return undefined
  const { status, body } = answer
  if (status < 200 || status >= 300) return undefined
  const parsed = parseBody(body, rawDepth)
  if ('problem' in parsed) return undefined
  const asked = askedFor({ operation, request, taught: undefined })
  return outcomeOf({ status, body: parsed.json }, asked).kind === 'refused' ? readErrorBody(parsed.json) : undefined
}
const mostReadRaw = 256 * 1024
const rawDepth = 64

function failedRead(context: Context, failure: ReadFailure, about: About): DeskError {
  return failure === 'not_ready'
    ? faultError('server_error', { reason: 'answer_not_ready' }, context, about)
    : saidNo(context, failure, about, undefined, 'server_error')
}

/** A refusal inside a 2xx, by the code or the status that it names itself. */
function saidNo(
  context: Context,
  { code: named, status: inner, message, fields }: ErrorBody,
  { status, requestId }: About,
  word: string | undefined,
  otherwise: ErrorCode,
): DeskError {
  const code = named ?? (inner === undefined ? otherwise : codeOf(inner))
  const reason = refusalReasons[code] ?? 'request_refused'
  const fault = {
    reason: code === 'server_error' ? 'answer_says_failed' : reason,
    ...defined({ status, said: message ?? word }),
  } as WireFault
  return faultError(code, fault, context, { ...defined({ status, requestId }), ...(fields.length > 0 && { fields }) })
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
