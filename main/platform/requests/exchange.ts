import { defined } from '#contract/defined.ts'
import { randomUUID } from 'node:crypto'
import type { DeskError, DeskErrorShape } from '#contract/errors.ts'
import type { ReadAnswer } from '#contract/models.ts'
import type { Exchange } from '#contract/requests.ts'
import { textWithoutTokens } from '../../core/keychain/opaque.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { identifierNames } from '../catalog/identifiers.ts'
import { holdsSession } from '../catalog/sessions.ts'
import type { PlatformClient, WireExchange } from '../client/types.ts'
import type { Answers } from './answers.ts'
import { headerOf, plainHeaders, shownHeaders } from './headers.ts'
import { isDocument } from './sniff.ts'
import type { Described } from './types.ts'

export type Ended = {
  first: WireExchange
  last: WireExchange
  attempts: number
} & ({ answer: ReadAnswer; error?: undefined } | { answer?: undefined; error: DeskError })

export interface Judged {
  ended: Ended
  outcome: Exchange['outcome']
  /** None for a document, which need not be JSON. */
  error?: DeskErrorShape
  described?: () => Described
}

export function judge(ended: Ended, answers: Answers, known?: Described): Judged {
  const { last } = ended
  const described = known === undefined ? describedOf(last, answers) : () => known
  const body = described && { described }
  if (ended.error === undefined) return { ended, outcome: 'answered', ...body }
  const error = ended.error.toShape()
  if (last.answer === undefined)
    return { ended, outcome: last.failure?.cause === 'bad_response' ? 'refused' : 'failed', error }
  // Given up between two tries: the last one's answer does not count.
  if (error.code === 'cancelled') return { ended, outcome: 'failed', error }
  if (
    error.code === 'bad_response' &&
    last.answer.status < 300 &&
    last.answer.isCut !== true &&
    body !== undefined &&
    isDocument(body.described().about)
  )
    return { ended, outcome: 'answered', ...body }
  return { ended, outcome: 'refused', error, ...body }
}

/** At its first call, and once. */
function describedOf({ operation, answer }: WireExchange, answers: Answers): (() => Described) | undefined {
  if (answer === undefined) return undefined
  let known: Described | undefined
  const body = () => (holdsSession(operation) ? textWithoutTokens(answer.body) : answer.body)
  return () =>
    (known ??= answers.describe(
      body(),
      headerOf(answer.headers, 'content-type'),
      answer.isCut,
      identifierNames(operation),
    ))
}

export interface ExchangeParts {
  client: Pick<PlatformClient, 'gate'>
  redactor: Redactor
  answers: Answers
}

export function exchangeOf(id: string, judged: Judged, parts: ExchangeParts): Exchange {
  const { ended, outcome, error, described } = judged
  const requestId = requestIdOf(judged, parts.redactor)
  return {
    id,
    ...wireParts(ended.last, parts),
    at: new Date(ended.first.at).toISOString(),
    outcome,
    attempts: ended.attempts,
    ...defined({ requestId }),
    ...(described && { body: parts.answers.add(described()) }),
    ...(ended.answer?.location === undefined ? {} : { location: ended.answer.location }),
    ...(error && { error }),
  }
}

export function unsentExchange(
  about: Pick<Exchange, 'operation' | 'environment' | 'durationMs'> & { begun: number; error: DeskErrorShape },
): Exchange {
  const { begun, ...rest } = about
  return { ...rest, id: randomUUID(), at: new Date(begun).toISOString(), outcome: 'failed', attempts: 0, headers: [] }
}

export function wireParts(
  wire: WireExchange,
  { client, redactor }: ExchangeParts,
): Pick<Exchange, 'operation' | 'environment' | 'status' | 'durationMs' | 'headers' | 'gate'> {
  const { operation, environment, answer, failure, durationMs } = wire
  const status = answer?.status ?? failure?.status
  const gate = client.gate(operation.key, environment)
  return {
    operation: operation.key,
    environment,
    ...defined({ status }),
    durationMs,
    headers: headersOf(wire, redactor),
    ...(gate && { gate }),
  }
}

export function headersOf({ operation, answer, failure }: WireExchange, redactor: Redactor): Exchange['headers'] {
  return (holdsSession(operation) ? plainHeaders : shownHeaders)(answer?.headers ?? failure?.headers ?? [], redactor)
}

export function requestIdOf({ ended: { answer, error, last } }: Judged, redactor: Redactor): string | undefined {
  const said = answer?.requestId ?? error?.details.requestId
  if (said !== undefined) return said
  const id = headerOf(last.answer?.headers ?? last.failure?.headers ?? [], 'x-request-id')
  return id === undefined || !/^[\x21-\x7e]{1,200}$/.test(id) ? undefined : redactor.text(id)
}
