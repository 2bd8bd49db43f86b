import type { OperationRequest } from '#contract/operation.ts'
import { refuseSecretsInAddress } from '../../core/keychain/address.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { Operation } from '../catalog/entry.ts'
import { checkContent, checkForm, findOperation, type Checked } from './check.ts'
import { closing, createExchange } from './exchange.ts'
import { defaultLimits, type ClientLimits } from './limits.ts'
import { previewRequest } from './preview.ts'
import { createProbe, probeOperation } from './probe.ts'
import { createReader } from './read.ts'
import type { ClientSurroundings, LargeAnswers, PlatformClient } from './types.ts'
import { sendWrite } from './write.ts'

export { isLoopback, parseBaseUrl } from './base-url.ts'
export { httpInstant } from './retry-after.ts'
export { probeOperation, probeProduct } from './probe.ts'
export { defaultLimits } from './limits.ts'
export type { ClientLimits } from './limits.ts'
export type * from './types.ts'

export interface ClientParts {
  surroundings: ClientSurroundings
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  log: Log
  version?: string
  limits?: Partial<ClientLimits>
  /** Without it every answer is read in this thread. */
  large?: LargeAnswers
}

export function createClient({
  surroundings,
  operations,
  clock,
  log,
  version,
  limits: given,
  large,
}: ClientParts): PlatformClient {
  const limits: ClientLimits = { ...defaultLimits, ...given }
  const userAgent = version === undefined ? 'Showdesk' : `Showdesk/${version}`
  const exchange = createExchange({ surroundings, clock, log, userAgent, limits })
  const reader = createReader({ exchange, clock, limits, large })
  const prober = createProbe({ exchange, clock, log, limits, userAgent })
  let closed = false

  const checkShape = (request: OperationRequest): Checked =>
    checkForm(findOperation(operations, request.operation), request, limits)

  const check = (request: OperationRequest): Checked => {
    const checked = checkShape(request)
    checkContent(checked)
    return checked
  }

  return {
    check: (request) => void check(request),
    async read(request, environment, by = 'person', signal) {
      const checked = check(request)
      refuseSecretsInAddress(request, checked.operation.key, (value) => surroundings.redact(value), false)
      return reader.read(checked, environment, by, signal)
    },
    write: (request, environment, reference, options = {}) =>
      sendWrite({
        exchange,
        limits,
        operation: request.operation,
        environment,
        reference,
        options,
        // The content was checked at submission; since then the vault may have put references in more places.
        check() {
          const checked = checkShape(request)
          if (closed) throw closing(checked)
          return checked
        },
      }),
    preview(request, environment) {
      const checked = check(request)
      const { product, auth } = checked.operation
      return previewRequest(
        checked,
        exchange.urlOf(checked, environment),
        surroundings.scheme(product, auth),
        userAgent,
      )
    },
    gate(key, environment) {
      const operation = operations.get(key)
      return operation && exchange.gates.get(exchange.gateOf(operation, environment))
    },
    gates: () => exchange.gates.list(),
    probe: async (environment, by = 'desk') => {
      const checked = checkShape({ operation: probeOperation })
      if (closed) throw closing(checked)
      return prober.probe(checked, environment, by)
    },
    connection: (environment) => exchange.connections.get(environment),
    lastTriedAt: (environment) => exchange.connections.lastTriedAt(environment),
    resetConnection: (environment) => exchange.connections.reset(environment),
    onGates: (listener) => exchange.gates.onChange(listener),
    onRequest: (listener) => exchange.departures.add(listener),
    onExchange: (listener) => exchange.exchanges.add(listener),
    onConnection: (listener) => exchange.connections.onChange(listener),
    close() {
      closed = true
      reader.end()
      prober.close()
      exchange.close()
    },
  }
}
