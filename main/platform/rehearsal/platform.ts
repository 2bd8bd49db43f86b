import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { FieldProblem } from '#contract/errors.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { Operation } from '../catalog/entry.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { authorize } from './auth.ts'
import type { Answer, Effect, Manner } from './call.ts'
import { effects } from './effects/index.ts'
import { plainEffect } from './generic.ts'
import { invalid, Refusal } from './refusal.ts'
import type { Route } from './route.ts'
import { studio } from './seed/index.ts'
import { createStore } from './store.ts'

interface Received {
  headers: IncomingHttpHeaders
  query: URLSearchParams
  body: Buffer
}

export interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

export function createPlatform(clock: Clock, log: Log, manner: Manner) {
  const seed = studio(clock.now())
  const store = createStore(seed)

  function apply({ operation, path }: Route, received: Received): Answer {
    const caller = authorize(operation, received.headers, store)
    const body = parseBody(operation, received)
    const reference = received.headers['x-client-reference']
    return effectOf(operation)({
      operation,
      store,
      caller,
      now: clock.now(),
      manner,
      path,
      body,
      fields: { ...Object.fromEntries(received.query), ...body, ...path },
      reference: typeof reference === 'string' && reference !== '' ? reference : undefined,
    })
  }

  return {
    /** Never throws; `route` may, and its refusal is answered. */
    answer(route: () => Route, received: Received): Reply {
      try {
        const found = route()
        const answer = apply(found, received)
        const content = (requestId: string): Json => manner.success(found.operation, answer, requestId)
        return answer.location === undefined
          ? reply(clock, 200, content)
          : reply(clock, 302, content, { location: answer.location })
      } catch (error) {
        if (error instanceof Refusal) return failure(clock, error.status, error.code, error.message, error.fields)
        log.write('error', 'The rehearsal platform failed on a request', { error: String(error) })
        return failure(clock, 500, 'server_error', 'The rehearsal platform failed on this request.')
      }
    },
    reset: (): void => store.load(seed),
  }
}

/** The envelope of the specification, section 2.1. */
export function success(clock: Clock, status: number, data: JsonObject): Reply {
  return reply(clock, status, (requestId) => ({ data, requestId }))
}

/** The specification does not show the shape of errors; this one is always the same. */
export function failure(
  clock: Clock,
  status: number,
  code: string,
  message: string,
  fields: readonly FieldProblem[] = [],
  headers: Record<string, string> = {},
): Reply {
  const error: JsonObject = {
    code,
    message,
    ...(fields.length === 0 ? {} : { fields: fields.map((field) => ({ ...field })) }),
  }
  return reply(clock, status, (requestId) => ({ error, requestId }), headers)
}

function reply(
  clock: Clock,
  status: number,
  content: (requestId: string) => Json,
  more: Record<string, string> = {},
): Reply {
  const requestId = `req_${randomUUID()}`
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    date: new Date(clock.now()).toUTCString(),
    'x-request-id': requestId,
    ...more,
  }
  return { status, headers, body: JSON.stringify(content(requestId)) }
}

function effectOf(operation: Operation): Effect {
  const special = Object.hasOwn(effects, operation.key) ? effects[operation.key] : undefined
  return special ?? plainEffect(operation)
}

function parseBody(operation: Operation, { headers, body }: Received): JsonObject {
  if (body.length > 0 && !/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new Refusal(400, 'invalid_request', 'A body is sent as application/json.')
  }
  const parsed = body.length === 0 ? {} : parseJson(body)
  if (!isObject(parsed)) throw new Refusal(400, 'invalid_request', 'The body must be a JSON object.')
  const checked = operation.body?.safeParse(parsed)
  if (checked?.success === false) throw invalid(...checked.error.issues.flatMap(problems))
  return parsed
}

function parseJson(body: Buffer): Json {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Json
  } catch {
    throw new Refusal(400, 'invalid_request', 'The body is not valid JSON.')
  }
}

function problems(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }]
  return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not a field of this operation' }))
}
