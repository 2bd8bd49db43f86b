import type { Json } from '#contract/json.ts'
import { refusalIn } from '../client/classify.ts'
import type { WireExchange } from '../client/types.ts'
import type { Observation } from './form.ts'
import { readSample } from './sample.ts'
import { missedFields } from './required-hints.ts'

/** Undefined where the platform neither accepted the request nor said what it lacks. */
export function observationOf({
  operation,
  request,
  answer,
}: Pick<WireExchange, 'operation' | 'request' | 'answer'>): Observation | undefined {
  if (answer === undefined) return undefined
  const { status, body } = answer
  const query = (request.query ?? {}) as Json
  const sent = (request.body ?? {}) as Json
  const refused = refusalIn({ operation, request, answer }) !== undefined
  if (status === 400 || refused) {
    const refusal = readSample(body)
    const missed = refusal === undefined ? [] : missedFields(refusal, operation.method === 'GET' ? query : sent)
    return missed.length === 0 ? undefined : { missed }
  }
  if (status < 200 || status > 299) return undefined
  const seen = body.length === 0 ? undefined : readSample(body)
  // A body that is no JSON comes from something in between, such as a proxy.
  if (body.length > 0 && seen === undefined) return undefined
  const open = operation.body === undefined && operation.method !== 'GET'
  return { taken: { query, ...(open && { body: sent }) }, answer: seen }
}
