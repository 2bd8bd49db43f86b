// The third environment: the whole platform inside the desk, over real HTTP on a loopback port, for rehearsing shows and for tests.
// Nothing is written to disk; a restart or a reset brings the same small studio back.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { CredentialRule, Fault, RehearsalDialect, RehearsalState } from '#contract/models.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { Clock, Log } from '../ports.ts'
import { openDoorway } from './listener.ts'
import { createFaults } from './faults.ts'
import type { Trouble } from './faults.ts'
import { cut, readBody, send, sendHalf } from './http.ts'
import { createPlatform, failure, success } from './platform.ts'
import type { Reply } from './platform.ts'
import { createRouter } from './route.ts'
import type { Route } from './route.ts'
import { createWaits } from './waits.ts'

export interface Rehearsal {
  /** `http://127.0.0.1:PORT`, the same for its whole life. */
  baseUrl: string
  state(): RehearsalState
  /** Throws DeskError `invalid_input` for an operation that is not in the catalog. */
  setFault(fault: Fault, on: boolean): RehearsalState
  /** How it shapes its answers from now on. */
  setDialect(dialect: RehearsalDialect): RehearsalState
  /** What an event's update does to a credential that it leaves out, from now on. */
  setCredentialRule(rule: CredentialRule): RehearsalState
  /** Brings the seed back and takes every fault away; dialect and rule stay. */
  reset(): RehearsalState
  /** Hears every change of faults, also those that were used up. Answers how to stop listening. */
  onChange(listener: (state: RehearsalState) => void): () => void
  /** Resolves once the listening socket is as the faults ask: shut while offline, open again on the same port otherwise. */
  settled(): Promise<void>
  /** Cuts every connection; safe to call twice. */
  close(): Promise<void>
}

export interface RehearsalOptions {
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  log: Log
  /** 0 or nothing picks a free one. */
  port?: number
}

/** Starts the rehearsal platform on 127.0.0.1. Throws where the port is taken. */
export async function startRehearsal({ operations, clock, log, port = 0 }: RehearsalOptions): Promise<Rehearsal> {
  const route = createRouter(operations)
  const platform = createPlatform(clock, log)
  const faults = createFaults(tell)
  const waits = createWaits(clock)
  const listeners = createListeners<[RehearsalState]>()
  let running = true

  const doorway = await openDoorway({ serve: take, port, clock, log, onHeld: tell })

  function state(): RehearsalState {
    return { running: running && doorway.held(), faults: faults.list(), ...platform.manner() }
  }
  function tell(): void {
    listeners.emit(state())
  }
  function changed(): RehearsalState {
    doorway.set(running && !faults.offline())
    tell()
    return state()
  }

  function take(request: IncomingMessage, response: ServerResponse): void {
    serve(request, response).catch((error: unknown) => {
      log.write('error', 'The rehearsal platform could not answer', { error: String(error) })
      cut(response)
    })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (body === 'cut') return cut(response)
    const url = new URL(`http://127.0.0.1${request.url?.startsWith('/') === true ? request.url : '/'}`)
    const find = () => route(request.method ?? '', url.pathname)
    const trouble = faults.meet(attempt(find)?.operation.key)
    // A slow platform still commits what its caller has given up on, so the wait goes on when the caller is gone.
    if (trouble.delayMs > 0 && !(await waits.wait(trouble.delayMs))) return
    if (body === 'too_large') return send(response, failure(clock, 413, 'too_large', 'A body may have 1 MiB at most.'))
    finish(response, trouble, () => platform.answer(find, { headers: request.headers, query: url.searchParams, body }))
  }

  function finish(response: ServerResponse, { ending }: Trouble, apply: () => Reply): void {
    switch (ending?.kind) {
      case 'drop_before_commit':
        return cut(response)
      case 'drop_after_commit':
        apply()
        return cut(response)
      case 'truncate':
        return sendHalf(response, apply())
      case 'wrong_json':
        return send(response, { ...apply(), status: 200, body: '{"data":{"id":"' })
      case 'status':
        return send(response, instead(clock, ending.status ?? 503))
      case 'rate_limit':
        return send(response, limited(clock, ending.retryAfterSeconds))
      case 'latency':
      case 'offline':
      case undefined:
        return send(response, apply())
    }
  }

  let closing: Promise<void> | undefined
  return {
    baseUrl: `http://127.0.0.1:${doorway.port}`,
    state,
    setFault(fault, on) {
      if (fault.operation !== undefined && !operations.has(fault.operation)) {
        throw new DeskError('invalid_input', `There is no operation ${fault.operation}.`, {
          fields: [{ path: 'fault.operation', message: 'Not in the catalog.' }],
        })
      }
      faults.set(fault, on)
      return changed()
    },
    setDialect(dialect) {
      platform.setManner({ dialect })
      return changed()
    },
    setCredentialRule(credentialRule) {
      platform.setManner({ credentialRule })
      return changed()
    },
    reset() {
      platform.reset()
      faults.clear()
      return changed()
    },
    onChange: listeners.add,
    settled: () => doorway.settled(),
    close() {
      running = false
      waits.end()
      return (closing ??= doorway.close())
    },
  }
}

/** What stands in for an answer while a `status` fault is on. */
function instead(clock: Clock, status: number): Reply {
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

function limited(clock: Clock, seconds: number | undefined): Reply {
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
