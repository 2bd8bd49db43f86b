// What a person asks of the platform: generic screens see the wire, studio views the answer; the history hears of both.
import { randomUUID } from 'node:crypto'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Exchange } from '#contract/requests.ts'
import type { Environments } from '../environments/environments.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { identifierNames } from '../catalog/identifiers.ts'
import { holdsSession } from '../catalog/sessions.ts'
import type { Ledger } from '../ledger/types.ts'
import type { PlatformClient, WireExchange } from '../client/types.ts'
import type { Clock } from '../../core/ports.ts'
import { exchangeOf, judge, unsentExchange, type Ended, type Judged } from './exchange.ts'
import { notedRead } from './history-entry.ts'
import { headerOf } from './headers.ts'
import type { Answers } from './answers.ts'
import type { Described, ReadHistory } from './types.ts'
import { createWrites } from './writes.ts'

export { createAnswers } from './answers.ts'
export type { Answers } from './answers.ts'
export type * from './types.ts'

export interface RequestsParts {
  client: Pick<PlatformClient, 'read' | 'gate' | 'onExchange'>
  environments: Pick<Environments, 'selected'>
  ledger: Pick<Ledger, 'get'>
  redactor: Redactor
  answers: Answers
  history: ReadHistory
  clock: Clock
  describeElsewhere?: (
    body: Buffer,
    type: string | undefined,
    isCut: boolean,
    plain: ReadonlySet<string> | undefined,
  ) => Promise<Described | undefined>
}

/** `close` it before the client. */
export function createRequests({
  client,
  environments,
  ledger,
  redactor,
  answers,
  history,
  clock,
  describeElsewhere,
}: RequestsParts) {
  const parts = { client, redactor, answers }
  const writes = createWrites({ ...parts, clock })
  const tries = new Map<OperationRequest, WireExchange[]>()
  const running = new Map<AbortController, Promise<Exchange>>()
  const presses = new Map<string, AbortController>()
  const stop = client.onExchange((wire) => {
    if (wire.reference !== undefined) writes.remember(wire.reference, wire)
    else tries.get(wire.request)?.push(wire)
  })

  /** Throws what never reached the wire. */
  async function run(request: OperationRequest, environment: EnvironmentId, signal?: AbortSignal): Promise<Ended> {
    const own = { ...request }
    const seen: WireExchange[] = []
    tries.set(own, seen)
    try {
      const answer = await client.read(own, environment, 'person', signal)
      return { ...ends(seen), answer }
    } catch (error) {
      if (seen.length === 0 || !(error instanceof DeskError)) throw error
      return { ...ends(seen), error }
    } finally {
      tries.delete(own)
    }
  }

  /** An answer with a session is described here, where its tokens are taken out first. */
  async function judged(ended: Ended): Promise<Judged> {
    const { operation, answer } = ended.last
    if (answer === undefined || holdsSession(operation)) return judge(ended, answers)
    return judge(
      ended,
      answers,
      await describeElsewhere?.(
        answer.body,
        headerOf(answer.headers, 'content-type'),
        answer.isCut === true,
        identifierNames(operation),
      ),
    )
  }

  const note = (request: OperationRequest, judged: Judged): string =>
    history.noteRead(notedRead(request, judged, redactor)) ?? randomUUID()

  async function read(request: OperationRequest, signal: AbortSignal): Promise<Exchange> {
    const environment = environments.selected()
    const begun = clock.now()
    try {
      const seen = await judged(await run(request, environment, signal))
      return exchangeOf(note(request, seen), seen, parts)
    } catch (error) {
      if (!signal.aborted || !(error instanceof DeskError) || error.code !== 'cancelled') throw error
      return unsentExchange({
        operation: request.operation,
        environment,
        begun,
        durationMs: clock.now() - begun,
        error: error.toShape(),
      })
    }
  }

  return {
    /** `press` names it for `cancel`. Throws DeskError for what never reached the wire. */
    async read(request: OperationRequest, press?: string): Promise<Exchange> {
      const controller = new AbortController()
      const ended = read(request, controller.signal)
      running.set(controller, ended)
      if (press !== undefined) presses.set(press, controller)
      try {
        return await ended
      } finally {
        running.delete(controller)
        if (press !== undefined && presses.get(press) === controller) presses.delete(press)
      }
    },
    cancel: (press: string): void => presses.get(press)?.abort(),
    /** For a studio view: answers and throws as the client does. */
    async noted(request: OperationRequest, environment: EnvironmentId): Promise<ReadAnswer> {
      const ended = await run(request, environment)
      note(request, await judged(ended))
      if (ended.error !== undefined) throw ended.error
      return ended.answer
    },
    /** Null where nothing is known any more. Throws DeskError `not_found_here`. */
    ofIntent: (id: string): Exchange | null => writes.exchangeOf(ledger.get(id)),
    drop: () => writes.clear(),
    /** Gives up every read and waits for the history. */
    async close(): Promise<void> {
      for (const controller of running.keys()) controller.abort()
      await Promise.allSettled(running.values())
      stop()
      writes.clear()
      answers.clear()
    },
  }
}

function ends(tries: readonly WireExchange[]): Pick<Ended, 'first' | 'last' | 'attempts'> {
  const [first] = tries
  const last = tries.at(-1)
  if (first === undefined || last === undefined) {
    throw new DeskError('internal', 'The desk lost sight of a request of its own.')
  }
  return { first, last, attempts: tries.length }
}
