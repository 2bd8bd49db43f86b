// A connection to a running desk. docs/examples connects in the same way, without this package.
import { setTimeout as wait } from 'node:timers/promises'
import type { BridgeMethod } from '#contract/bridge.ts'
import { DeskError, messageOf } from '#contract/errors.ts'
import { connect, LoginError, type DeskClient } from '../../../preload/client.ts'
import { safeText } from '../../core/log.ts'
import { Failure, type ExitCode } from './failure.ts'
import type { DeskAccess } from './grant.ts'

/** Any method by its name; the desk checks name and input. */
export interface Desk extends Pick<DeskClient, 'closed' | 'close'> {
  call(method: string, params?: unknown): Promise<unknown>
}

export type Hear = (event: string, payload: unknown) => void

/** Throws Failure 3 where no desk answers, 1 where it refuses the grant. */
export async function openDesk({ port, secret }: DeskAccess, hear?: Hear): Promise<Desk> {
  let client: DeskClient
  try {
    client = await connect({ bridge: `ws://127.0.0.1:${port}/bridge`, token: secret }, hear)
  } catch (error) {
    throw notConnected(error, port)
  }
  return {
    closed: client.closed,
    close: () => client.close(),
    async call(method, params = {}) {
      try {
        return await client.call(method as BridgeMethod, params as never)
      } catch (error) {
        if (error instanceof DeskError) throw error
        throw new Failure(3, 'The connection to the desk ended before the answer came.')
      }
    },
  }
}

/** `ws` tells the status of a refused upgrade in its message only. */
const statusIn = /^Unexpected server response: (\d+)$/

const notAccepted = 'The desk does not accept this grant. It may have been revoked or renewed.'
const refusals = {
  'not-let-in': 'The desk lets nobody in now. Switch access on under Settings > Access.',
  suspended:
    'The desk refuses this grant, because another program had its port. Make a new secret under Settings > Access.',
  'no-resources': 'The desk takes no further connection now.',
} as const

function notConnected(error: unknown, port: number): Failure {
  if (error instanceof LoginError && error.reason === 'not_proven')
    return new Failure(
      3,
      `What answers at 127.0.0.1:${port} could not prove that it is the desk. It has learned nothing of the grant.`,
    )
  if (error instanceof LoginError)
    return new Failure(1, (refusals as Partial<Record<string, string>>)[error.reason] ?? notAccepted)
  const status = statusIn.exec(messageOf(error))?.[1]
  if (status === undefined) return new Failure(3, `No desk answers at 127.0.0.1:${port}.`)
  if (status === '401') return new Failure(1, notAccepted)
  if (status === '403') return new Failure(1, refusals['not-let-in'])
  if (status === '503') return new Failure(1, refusals['no-resources'])
  return new Failure(1, `The desk at 127.0.0.1:${port} refused the connection (HTTP ${status}).`)
}

/** The desk's sentence with its code, in one line, and when to try again. */
export function sentenceOf(error: DeskError): string {
  const { retryAfterMs, fields = [] } = error.details
  const places = fields.slice(0, 3).map(({ path, message }) => `${path}: ${message}`)
  const when = retryAfterMs === undefined ? [] : [`Try again in ${Math.ceil(retryAfterMs / 1_000)} s.`]
  const sentence = `${error.message} (${error.code})`
  // A platform's words must not steer a terminal.
  return safeText([sentence, ...places, ...when].join(' '))
}

const firstPauseMs = 250
const longestPauseMs = 10_000

export interface Stay {
  /** A connection is there; runs while it lasts. */
  onOpen: (desk: Desk) => void
  onEvent: Hear
  /** Once for each outage, and where it becomes a refusal. */
  onLost: (why: string) => void
  onBack: () => void
  signal: AbortSignal
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

const untilAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined)

/** Connects again and again until the signal. Throws Failure 1 where the desk refuses the very first connection. */
export async function stayConnected(access: DeskAccess, stay: Stay): Promise<void> {
  const { signal, pause = untilAborted } = stay
  let connectedBefore = false
  let lost: ExitCode | undefined
  let pauseMs = firstPauseMs
  // A desk that refuses is another matter than one that is away, and is told too.
  const lose = (why: string, exitCode: ExitCode) => {
    if (lost === undefined || (exitCode === 1 && lost !== 1)) stay.onLost(why)
    lost = exitCode
  }
  const over = () => signal.aborted
  while (!over()) {
    try {
      const desk = await openDesk(access, stay.onEvent)
      if (lost !== undefined) stay.onBack()
      connectedBefore = true
      lost = undefined
      pauseMs = firstPauseMs
      const end = () => desk.close()
      signal.addEventListener('abort', end)
      if (over()) end()
      else stay.onOpen(desk)
      await desk.closed
      signal.removeEventListener('abort', end)
      if (!over()) lose('The connection to the desk was lost.', 3)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.exitCode === 1 && !connectedBefore && lost === undefined) throw error
      lose(error.message, error.exitCode)
    }
    if (!over()) await pause(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}
