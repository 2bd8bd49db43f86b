// Turns what came back into what it means for a read and for a write (design, sections 4 and 5; spec, section 7).
import { DeskError } from '#contract/errors.ts'
import type { DeskErrorShape, ErrorCode } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { ReadAnswer } from '#contract/models.ts'
import { withoutTokens } from '../../keychain/opaque.ts'
import type { Operation } from '../catalog/entry.ts'
import { holdsSession } from '../catalog/sessions.ts'
import { identifier, readErrorBody, readRequestId } from './error-body.ts'
import { lazyAnswer } from './lazy-answer.ts'
import { parseBody } from './parse.ts'
import { longestWaitMs, retryAfterMs } from './retry-after.ts'
import type { Answer, Failure } from './send.ts'
import type { LargeAnswers, WriteOutcome } from './types.ts'
import { refusedMessage, unknownMessage, waitMessage } from './error-messages.ts'

export interface Context {
  operation: Operation
  url: URL
  redact: (value: Json) => Json
  /** Deepest nesting of an answer. */
  depth: number
  now: () => number
}

/** The wait that a 429 began: as the gate keeps it, and as the platform asked. */
export interface Wait {
  waitMs: number
  askedMs: number | undefined
}

/** Whether an answer's body may be read away from main's thread: JSON that came whole, and in which no session stands. */
export function isReadElsewhere({ operation }: Context, { status, isCut }: Answer): boolean {
  return status >= 200 && status < 300 && !isCut && !holdsSession(operation)
}

/**
 * A read's whole answer; a redirect is one, with the place it points to. `elsewhere` is its body where another thread has read it. Throws
 * DeskError.
 */
export function readAnswer(
  context: Context,
  answer: Answer,
  wait: Wait | undefined,
  elsewhere?: Awaited<ReturnType<LargeAnswers['read']>>,
): ReadAnswer {
  const { status, durationMs } = answer
  const about = { status, receivedAt: new Date(context.now()).toISOString(), durationMs }
  if (status >= 300 && status < 400) {
    const location = readLocation(context, answer)
    return { ...about, data: null, ...requestIdOf(context, answer), ...(location === undefined ? {} : { location }) }
  }
  if (status < 200 || status >= 400) throw DeskError.fromShape(refusal(context, answer, wait).error)
  const parsed = elsewhere ?? parsedOf(context, answer)
  if ('problem' in parsed) {
    throw new DeskError('bad_response', `The read was not completed. ${parsed.problem}.`, {
      facts: { said: parsed.problem },
      operation: context.operation.key,
      status,
      ...requestIdOf(context, answer),
    })
  }
  if ('text' in parsed) {
    const { text, requestId = requestIdOf(context, answer).requestId } = parsed
    return lazyAnswer({ ...about, ...(requestId === undefined ? {} : { requestId }) }, text)
  }
  const redacted = context.redact(parsed.json)
  const data = holdsSession(context.operation) ? withoutTokens(redacted) : redacted
  return { ...about, data, ...requestIdOf(context, answer, data) }
}

/** How a write ended, by its whole answer. */
export function writeOutcome(context: Context, answer: Answer, wait: Wait | undefined): WriteOutcome {
  const { status, durationMs } = answer
  if (status >= 200 && status < 300) {
    const parsed = parsedOf(context, answer)
    if ('problem' in parsed) return unknown(context, answer, 'bad_response', parsed.problem)
    const json = context.redact(parsed.json)
    return { outcome: 'confirmed', status, answer: json, ...requestIdOf(context, answer, json), durationMs }
  }
  if (status < 400)
    return unknown(context, answer, 'bad_response', 'The platform answered with a redirect, which is not followed')
  if (status === 408) return unknown(context, answer, 'timed_out', 'The platform gave up waiting for the request')
  if (status >= 500) return unknown(context, answer, 'server_error', `The platform failed (${status})`)
  const { error, body } = refusal(context, answer, wait)
  const id = error.requestId === undefined ? {} : { requestId: error.requestId }
  if (status === 429) return { outcome: 'rate_limited', error, status, ...id }
  return { outcome: 'rejected', error, status, ...(body === null ? {} : { answer: body }), ...id, durationMs }
}

/** A read that got no whole answer. */
export function readFailure({ operation }: Context, failure: Failure): DeskError {
  const { cause, reason } = failure
  const about = { operation: operation.key, ...statusOf(failure) }
  switch (cause) {
    case 'unsendable':
      return new DeskError('internal', `${reason}.`, { ...about, facts: { reason: 'not_put_together' } })
    case 'unreachable':
      return new DeskError('unreachable', `The platform can't be reached. ${reason}.`, {
        ...about,
        facts: { reason: 'not_reached', said: reason },
      })
    case 'cut':
      return new DeskError('unreachable', `The read was not completed. ${reason}.`, {
        ...about,
        facts: { reason: 'read_cut' },
      })
    case 'cancelled':
      return givenUp(operation, failure)
    case 'timed_out':
      return new DeskError('timed_out', `The read was not completed. ${reason}.`, {
        ...about,
        facts: { reason: 'read_timed_out' },
      })
    case 'bad_response':
    case 'too_large':
      return new DeskError(cause, `The read was not completed. ${reason}.`, {
        ...about,
        facts: { reason: cause === 'too_large' ? 'answer_too_large' : 'answer_unreadable', said: reason },
      })
  }
}

/** The error of a read that the person gave up. */
export function givenUp({ key }: Operation, about: Pick<Failure, 'status'> = {}): DeskError {
  return new DeskError('cancelled', 'The read was given up.', {
    facts: { reason: 'read_given_up' },
    operation: key,
    ...statusOf(about),
  })
}

/** A write that got no whole answer: certainly not sent, or of unknown outcome. */
export function writeFailure(context: Context, failure: Failure): WriteOutcome {
  const { cause, durationMs, reason, stage } = failure
  if (cause === 'unreachable' || cause === 'unsendable')
    return { outcome: 'not_sent', error: readFailure(context, failure).toShape() }
  // No write is given up once it is on its way.
  const known = cause === 'cancelled' ? 'cut' : cause
  return {
    outcome: 'unknown',
    cause: known,
    error: unknownError(context, known, reason, statusOf(failure)),
    ...statusOf(failure),
    stage,
    durationMs,
  }
}

/** The error of a request that met a closed gate, or a 429. */
export function waitError({ key, product }: Operation, { waitMs, askedMs }: Wait): DeskError {
  return new DeskError('rate_limited', waitMessage(product, waitMs), {
    facts:
      askedMs !== undefined && askedMs > longestWaitMs
        ? { reason: 'asked_to_wait_long', product, askedMs }
        : { reason: 'asked_to_wait', product },
    operation: key,
    retryAfterMs: waitMs,
  })
}

function refusal(context: Context, answer: Answer, wait: Wait | undefined): { error: DeskErrorShape; body: Json } {
  const { status } = answer
  const body = readLeniently(context, answer)
  const said = readErrorBody(body)
  const about = {
    status,
    ...requestIdOf(context, answer, body),
    ...(said.fields.length > 0 ? { fields: said.fields } : {}),
  }
  const facts = said.message === undefined ? {} : { said: said.message }
  if (wait) {
    const error = waitError(context.operation, wait).toShape()
    return { error: { ...error, ...about, facts: { ...error.facts, ...facts } }, body }
  }
  const code = status < 500 && said.code !== undefined ? said.code : codeOf(status)
  const later =
    status === 503 ? retryAfterMs(answer.header('retry-after'), answer.header('date'), context.now()) : undefined
  const error = new DeskError(code, refusedMessage(code, status, said.message), {
    facts,
    operation: context.operation.key,
    ...about,
    ...(later === undefined ? {} : { retryAfterMs: later }),
  })
  return { error: error.toShape(), body }
}

function unknown(
  context: Context,
  answer: Answer,
  cause: 'server_error' | 'bad_response' | 'timed_out',
  reason: string,
): WriteOutcome {
  const { status, durationMs } = answer
  const body = cause === 'bad_response' ? null : readLeniently(context, answer)
  const about = { status, ...requestIdOf(context, answer, body) }
  return {
    outcome: 'unknown',
    cause,
    error: unknownError(context, cause, reason, about, readErrorBody(body).message),
    ...about,
    durationMs,
  }
}

function unknownError(
  { operation }: Context,
  cause: 'cut' | 'timed_out' | 'server_error' | 'bad_response' | 'too_large',
  reason: string,
  about: { status?: number; requestId?: string },
  said?: string,
): DeskErrorShape {
  return new DeskError('unknown_outcome', unknownMessage(reason, said), {
    facts: { reason: `ended_${cause}`, ...(said !== undefined && { said }) },
    operation: operation.key,
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
  return isCut ? { problem: 'The answer breaks off: its packed bytes end in the middle' } : parseBody(body, depth)
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
