// A reachability on the real client, with time that tests move, and platforms on loopback that come, go and change their manners.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { Connection, EnvironmentId } from '#contract/models.ts'
import { createReachability } from '../../../../main/air/live/reachability.ts'
import { probeOperation } from '../../../../main/platform/client/index.ts'
import { catalog, makeClient, manualClock, operation } from '../../platform/client/support.ts'

export type Manner = (request: IncomingMessage, response: ServerResponse) => void

export const json =
  (status: number, headers: Record<string, string> = {}): Manner =>
  (_, response) => {
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end('{"error":"authentication_required"}')
  }
export const signInPage: Manner = (_, response) => {
  response
    .writeHead(200, { 'Content-Type': 'text/html' })
    .end(`<!doctype html><title>Hall network</title>${'<p>Welcome</p>'.repeat(5_000)}`)
}
export const hanging: Manner = () => undefined

/** A platform whose port stays the same while it stops and starts. */
export async function startPlatform(manner: Manner = json(401)) {
  const sockets = new Set<Socket>()
  const state = { manner, seen: [] as IncomingMessage[], port: 0 }
  let server: http.Server | undefined
  const arrivals: Array<() => void> = []
  const start = async () => {
    server = http.createServer((request, response) => {
      state.seen.push(request)
      arrivals.splice(0).forEach((arrived) => arrived())
      state.manner(request, response)
    })
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server?.listen(state.port, '127.0.0.1', resolve))
    state.port = (server.address() as AddressInfo).port
  }
  const stop = async () => {
    const stopping = server
    server = undefined
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => (stopping ? stopping.close(resolve) : resolve(undefined)))
  }
  await start()
  onTestFinished(stop)
  return {
    get base() {
      return `http://127.0.0.1:${state.port}`
    },
    seen: state.seen,
    behave: (next: Manner) => void (state.manner = next),
    /** The next request arrived. */
    arrival: () => new Promise<void>((resolve) => arrivals.push(resolve)),
    start,
    stop,
  }
}

export interface Chosen {
  environment: EnvironmentId
  /** Addresses as a person set them. */
  addresses: Partial<Record<EnvironmentId, string>>
  /** Address of the platform inside the desk. */
  embedded: string
}

const read = operation('GET /api/things/all')
/** May wait in the queue. */
export const create = operation('POST /api/things/create', { kind: 'create', queueable: true })
export const operations = catalog(read, create, operation(probeOperation, { product: 'Accounts' }))

export interface BenchOptions {
  /** From 0 to 1. */
  jitter?: number
  /** What an earlier start left. */
  settings?: Map<string, Json>
  waits?: (environment: EnvironmentId) => boolean
  affordable?: () => boolean
}

export function createBench(
  chosen: Chosen,
  { jitter = 0, settings = new Map(), waits = () => false, affordable = () => true }: BenchOptions = {},
) {
  const clock = manualClock()
  const address = (id: EnvironmentId) => chosen.addresses[id] ?? (id === 'rehearsal' ? chosen.embedded : '')
  const { client } = makeClient('', {
    clock,
    operations,
    limits: { readRetries: 0 },
    surroundings: { baseUrl: (id) => address(id) },
  })
  const asked: number[] = []
  let last: Promise<unknown> = Promise.resolve()
  const reachability = createReachability({
    client: {
      ...client,
      probe: (environment) => {
        asked.push(clock.now())
        const answer = client.probe(environment)
        last = answer.catch(() => undefined)
        return answer
      },
    },
    clock,
    log: { write: () => undefined },
    random: () => jitter,
    waits,
    affordable,
    settings: { read: (name) => settings.get(name), write: (name, value) => void settings.set(name, value) },
    environments: {
      selected: () => chosen.environment,
      configured: (id) => chosen.addresses[id] ?? '',
      get: (id) => ({ id, name: id, baseUrl: address(id), selected: id === chosen.environment, configured: true }),
    },
  })
  onTestFinished(() => reachability.stop())
  const told: Connection[] = []
  reachability.onChange((connection) => told.push(connection))

  return {
    clock,
    client,
    reachability,
    told,
    /** When each question was sent. */
    asked,
    /** The last question has come to its end. */
    answered: () => last,
    settings,
    now: () => reachability.connection(chosen.environment),
    /** Sends a real request; how it ends is not asked. */
    request: () =>
      client.read({ operation: read.key }, chosen.environment).then(
        () => undefined,
        () => undefined,
      ),
    /** Time until the next question, in milliseconds. */
    nextIn: () => {
      const { nextProbeAt } = reachability.connection(chosen.environment)
      return nextProbeAt === undefined ? undefined : Date.parse(nextProbeAt) - clock.now()
    },
    /** Moves on to the next question and waits for its end. */
    untilAsked: async () => {
      const { nextProbeAt } = reachability.connection(chosen.environment)
      if (nextProbeAt === undefined) throw new Error('No question is planned')
      clock.advance(Date.parse(nextProbeAt) - clock.now())
      // A question that is under way is shared.
      await reachability.probe()
    },
  }
}
