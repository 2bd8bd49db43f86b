import type { IncomingMessage, ServerResponse } from 'node:http'
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Fault, RehearsalState } from '#contract/models.ts'
import type { Operation } from '../catalog/entry.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { ownManner, type Manner } from './call.ts'
import { createDelays } from './delays.ts'
import { createFaults, type AppliedFaults } from './faults.ts'
import { readBody, send, sendHalf } from './http.ts'
import { openListener } from './listener.ts'
import { createPlatform, failure, success, type Reply } from './platform.ts'
import { createRouter, type Route } from './route.ts'

export type Rehearsal = Awaited<ReturnType<typeof startRehearsal>>

/** Throws where the port is taken. */
export async function startRehearsal(options: {
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  log: Log
  port?: number
  manner?: Manner
}) {
  const { operations, clock, log, port = 0, manner = ownManner } = options
  const route = createRouter(operations)
  const platform = createPlatform(clock, log, manner)
  const faults = createFaults(notify)
  const delays = createDelays(clock)
  const listeners = createListeners<[RehearsalState]>()
  let running = true

  const listener = await openListener({ serve, port, clock, log, onPort: notify })

  function state(): RehearsalState {
    return { running: running && listener.hasPort(), faults: faults.list() }
  }
  function notify(): void {
    listeners.emit(state())
  }
  function changed(): RehearsalState {
    listener.set(running && !faults.offline())
    notify()
    return state()
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    handle(request, response).catch((error: unknown) => {
      log.write('error', 'The rehearsal platform could not answer', { error: String(error) })
      response.destroy()
    })
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (body === 'cut') return void response.destroy()
    const url = new URL(`http://127.0.0.1${request.url?.startsWith('/') === true ? request.url : '/'}`)
    const find = () => route(request.method ?? '', url.pathname)
    const applied = faults.apply(attempt(find)?.operation.key)
    // The wait goes on when the caller is gone: a slow platform commits all the same.
    if (applied.delayMs > 0 && !(await delays.wait(applied.delayMs))) return
    if (body === 'too_large') return send(response, failure(clock, 413, 'too_large', 'A body may have 1 MiB at most.'))
    finish(response, applied, () => platform.answer(find, { headers: request.headers, query: url.searchParams, body }))
  }

  function finish(response: ServerResponse, { ending }: AppliedFaults, apply: () => Reply): void {
    switch (ending?.kind) {
      case 'drop_before_commit':
        return void response.destroy()
      case 'drop_after_commit':
        apply()
        return void response.destroy()
      case 'truncate':
        return sendHalf(response, apply())
      case 'wrong_json':
        return send(response, { ...apply(), status: 200, body: '{"data":{"id":"' })
      case 'status':
        return send(response, practisedStatus(clock, ending.status ?? 503))
      case 'rate_limit':
        return send(response, rateLimited(clock, ending.retryAfterSeconds))
      case 'latency':
      case 'offline':
      case undefined:
        return send(response, apply())
    }
  }

  let closing: Promise<void> | undefined
  return {
    baseUrl: `http://127.0.0.1:${listener.port}`,
    state,
    /** Throws DeskError `invalid_input` for an operation that is not in the catalog. */
    setFault(fault: Fault, on: boolean): RehearsalState {
      if (fault.operation !== undefined && !operations.has(fault.operation)) {
        throw new DeskError('invalid_input', `There is no operation ${fault.operation}.`, {
          facts: { reason: 'unknown_operation', operation: fault.operation },
          fields: [{ path: 'fault.operation', message: 'Not in the catalog', reason: 'not_in_catalog' }],
        })
      }
      faults.set(fault, on)
      return changed()
    },
    /** Restores the seed and clears all faults. */
    reset(): RehearsalState {
      platform.reset()
      faults.clear()
      return changed()
    },
    /** Also hears when a fault is used up. Answers how to stop listening. */
    onChange: listeners.add,
    /** Resolves once the socket is open, or closed while offline. */
    settled: () => listener.settled(),
    /** Cuts every connection; may be called twice. */
    close(): Promise<void> {
      running = false
      delays.end()
      return (closing ??= listener.close())
    },
  }
}

function practisedStatus(clock: Clock, status: number): Reply {
  if (status < 400) return success(clock, status, { id: '', status: 'practised' })
  const code = codes[status] ?? (status < 500 ? 'invalid_request' : 'server_error')
  return failure(clock, status, code, `Practised fault: the platform answers ${status}.`)
}

const codes: Readonly<Record<number, string>> = {
  401: 'authentication_required',
  403: 'not_authorized',
  404: 'not_found',
  429: 'rate_limited',
}

function rateLimited(clock: Clock, seconds: number | undefined): Reply {
  const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': String(seconds) }
  return failure(clock, 429, 'rate_limited', 'Practised fault: a product limit is exceeded.', [], headers)
}

function attempt(find: () => Route): Route | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}
