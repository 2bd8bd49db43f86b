import type { Json } from '#contract/json.ts'
import type { WireExchange } from '../platform/client/types.ts'
import type { Lesson } from './form.ts'
import { readHead } from './sample.ts'
import { missedFields } from './required-hints.ts'

/** What an exchange teaches; undefined where the platform neither took the request nor said what it misses in it. */
export function lessonOf({
  operation,
  request,
  answer,
}: Pick<WireExchange, 'operation' | 'request' | 'answer'>): Lesson | undefined {
  if (answer === undefined) return undefined
  const { status, body } = answer
  const query = (request.query ?? {}) as Json
  const sent = (request.body ?? {}) as Json
  if (status === 400) {
    const said = readHead(body)
    const missed = said === undefined ? [] : missedFields(said, operation.method === 'GET' ? query : sent)
    return missed.length === 0 ? undefined : { missed }
  }
  if (status < 200 || status > 299) return undefined
  const seen = body.length === 0 ? undefined : readHead(body)
  // A page of whatever stands between the desk and the platform takes no request.
  if (body.length > 0 && seen === undefined) return undefined
  const open = operation.body === undefined && operation.method !== 'GET'
  return { taken: { query, ...(open && { body: sent }) }, answer: seen }
}
