// What reads and writes share: one attempt of a checked request, noted in gates, connection and log.
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { createListeners } from '#contract/listeners.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { listenerFailed } from '../../core/log.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { Operation } from '../catalog/entry.ts'
import { parseBaseUrl } from './base-url.ts'
import { writeBody } from './body.ts'
import { buildUrl } from './build.ts'
import { maskedValue, refuseMasks, type Checked } from './check.ts'
import { waitError, type Context, type Wait } from './classify.ts'
import { clockOffsetMs } from './clock-offset.ts'
import { createConnections } from './connection.ts'
import { sentenceOf } from './error-messages.ts'
import { createGates, type GateKey } from './gates.ts'
import { assertHeaders, commonHeaders, credentialHeaders, maskedHeaders } from './headers.ts'
import type { ClientLimits } from './limits.ts'
import { retryAfterMs } from './retry-after.ts'
import { resolveSecrets, sparesSecrets } from './secrets.ts'
import { createSender, type Prepared, type Sent } from './send.ts'
import { sourceOf } from './source.ts'
import type { Asker, ClientSurroundings, Departure, WireExchange } from './types.ts'

export interface RoutedRequest {
  checked: Checked
  url: URL
  gate: GateKey
  environment: EnvironmentId
}

export interface WriteNames {
  reference: string
  intent?: string
}

export interface ExchangeParts {
  surroundings: ClientSurroundings
  clock: Clock
  log: Log
  userAgent: string
  limits: ClientLimits
}

export type Exchange = ReturnType<typeof createExchange>

export function createExchange({ surroundings, clock, log, userAgent, limits }: ExchangeParts) {
  const sender = createSender({ clock, limits })
  const connections = createConnections({ clock, log })
  const departures = createListeners<[Departure]>(listenerFailed(log))
  const exchanges = createListeners<[WireExchange]>(listenerFailed(log))
  const generationOf = (environment: EnvironmentId, scheme: GateKey['scheme']) =>
    scheme === 'none' ? 0 : surroundings.credentialGeneration(environment, scheme)
  const gates = createGates({
    clock,
    log,
    current: (key) => key.generation === generationOf(key.environment, key.scheme),
  })
  const bases = new Map<EnvironmentId, { text: string; url: URL }>()

  const urlOf = ({ operation, request }: Checked, environment: EnvironmentId): URL => {
    const text = surroundings.baseUrl(environment)
    let base = bases.get(environment)
    if (base?.text !== text) {
      base = { text, url: parseBaseUrl(text) }
      bases.set(environment, base)
    }
    return buildUrl(base.url, operation, request)
  }

  const gateOf = ({ product, auth }: Operation, environment: EnvironmentId): GateKey => {
    const scheme = surroundings.scheme(product, auth)
    return { environment, product, scheme, generation: generationOf(environment, scheme) }
  }

  return {
    gates,
    connections,
    departures,
    exchanges,
    urlOf,
    gateOf,
    close: () => {
      gates.stop()
      sender.close()
    },

    /** Throws DeskError `invalid_input` or `invalid_state`. */
    route: (checked: Checked, environment: EnvironmentId): RoutedRequest => ({
      checked,
      url: urlOf(checked, environment),
      gate: gateOf(checked.operation, environment),
      environment,
    }),

    /** Throws DeskError `rate_limited` where the gate is closed. */
    assertOpen({ checked, gate }: RoutedRequest): void {
      const shut = gates.get(gate)
      if (shut) throw waitError(checked.operation, { waitMs: shut.retryAfterMs, askedMs: undefined })
    },

    /**
     * Adds credential and secrets, and checks again for masks: a stored secret may be one. Throws DeskError
     * `no_credentials`, `keychain_*`, `secret_missing` or `invalid_input`.
     */
    async prepare({ checked, url, gate, environment }: RoutedRequest, reference?: string): Promise<Prepared> {
      const { operation, request, references } = checked
      const credential =
        gate.scheme === 'none'
          ? []
          : credentialHeaders(await surroundings.credential(environment, gate.scheme, url.origin))
      const hasBody = request.body !== undefined
      const headers = [...commonHeaders({ userAgent, hasBody, reference }), ...credential]
      const masked = maskedHeaders(headers)
      if (masked.length > 0) throw maskedValue(operation.key, masked)
      assertHeaders(headers, operation.key)
      if (!hasBody) return { method: operation.method, url, headers }
      const spare = references.length > 0 && sparesSecrets(operation, request.body as Json)
      const { body, leftOut } = await resolveSecrets(
        request.body as Json,
        references,
        (name, path) => surroundings.secret(name, path, environment, url.origin),
        spare,
      )
      if (references.length > 0) refuseMasks(operation, { body })
      return {
        method: operation.method,
        url,
        headers,
        body: writeBody(body, operation.key, limits),
        ...(leftOut.length > 0 && { leftOut }),
      }
    },

    async attempt(
      { checked, environment }: RoutedRequest,
      prepared: Prepared,
      deadlineMs: number,
      by: Asker,
      write?: WriteNames,
      signal?: AbortSignal,
      openWithinMs?: number,
    ): Promise<Sent> {
      const attempt = connections.begin(environment)
      departures.emit({ environment, product: checked.operation.product, request: checked.request, by })
      const sent = await sender.send(prepared, deadlineMs, signal, openWithinMs)
      const about = { operation: checked.operation.key, environment, ...write }
      if ('answer' in sent) {
        const { status, durationMs, header, body } = sent.answer
        const source = sourceOf({ status, type: header('content-type'), body })
        if (source.by === 'platform') attempt.answered(durationMs, clockOffsetMs(sent.answer, clock.now()))
        else if (source.by === 'stranger') attempt.failed(source.reason)
        if (write !== undefined && status >= 500)
          log.write('warn', 'The platform failed on a write', { ...about, stage: 'answered', status, durationMs })
        else log.write('debug', 'The platform answered', { ...about, status, durationMs })
      } else {
        const { cause, fault, stage, durationMs } = sent.failure
        if (cause === 'unreachable' || cause === 'timed_out') attempt.failed(sentenceOf(fault))
        log.write(cause === 'cancelled' ? 'debug' : 'warn', 'A request got no whole answer', {
          ...about,
          stage,
          cause,
          durationMs,
        })
      }
      return sent
    },

    publish(
      { checked, url, gate, environment }: RoutedRequest,
      sent: Sent,
      about: Pick<WireExchange, 'by' | 'attempt' | 'final' | 'reference'>,
    ): void {
      if (!exchanges.any()) return
      const { durationMs } = 'answer' in sent ? sent.answer : sent.failure
      exchanges.emit({
        ...about,
        environment,
        operation: checked.operation,
        origin: url.origin,
        scheme: gate.scheme,
        generation: gate.generation,
        request: checked.request,
        at: clock.now() - durationMs,
        durationMs,
        ...wireOf(sent),
      })
    },

    /** Closes the gate on a 429; any other answer opens it. */
    settleGate({ gate }: RoutedRequest, sent: Sent): Wait | undefined {
      if (!('answer' in sent)) return undefined
      const { status, header } = sent.answer
      if (status !== 429) {
        gates.passed(gate)
        return undefined
      }
      const askedMs = retryAfterMs(header('retry-after'), header('date'), clock.now())
      return { waitMs: gates.close(gate, askedMs).retryAfterMs, askedMs }
    },

    contextOf: ({ checked, url, environment }: RoutedRequest): Context => ({
      operation: checked.operation,
      request: checked.request,
      taught: surroundings.taught?.(environment),
      url,
      redact: (value) => surroundings.redact(value, checked.operation),
      depth: limits.depth,
      now: () => clock.now(),
    }),
  }
}

function wireOf(sent: Sent): Pick<WireExchange, 'answer' | 'failure'> {
  if ('answer' in sent) {
    const { status, rawHeaders, body, isCut } = sent.answer
    return { answer: { status, headers: pairs(rawHeaders), body, ...(isCut && { isCut }) } }
  }
  const { cause, status, rawHeaders } = sent.failure
  return {
    failure: {
      cause,
      ...defined({ status }),
      ...(rawHeaders === undefined ? {} : { headers: pairs(rawHeaders) }),
    },
  }
}

function pairs(raw: readonly string[]): Array<[name: string, value: string]> {
  return raw.flatMap((name, at): Array<[string, string]> => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
}

export function closing({ operation }: Checked): DeskError {
  return new DeskError('cancelled', 'The desk is closing; the request was not sent.', {
    operation: operation.key,
    facts: { reason: 'desk_closing' },
  })
}
