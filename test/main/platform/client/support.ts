// A client with hand-made operations and surroundings, and servers that behave badly on purpose; all on 127.0.0.1, port 0.
import http, { type IncomingMessage, type RequestListener } from 'node:http'
import net, { type AddressInfo, type Server, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Operation } from '../../../../main/platform/catalog/entry.ts'
import {
  createClient,
  type ClientLimits,
  type ClientSurroundings,
  type PlatformClient,
} from '../../../../main/platform/client/index.ts'
import { systemClock, type Clock } from '../../../../main/core/ports.ts'

export const apiKey = 'key-5f1c9a77'
export const token = 'token-0b6e21d4'
export const streamKey = 'stream-93ad10c2'
const secrets = [apiKey, token, streamKey]

export function operation(key: string, more: Partial<Operation> = {}): Operation {
  const [method, path] = key.split(' ') as [Operation['method'], string]
  const pathParams = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const kind = more.kind ?? (method === 'GET' ? 'read' : 'update')
  return {
    key,
    method,
    path,
    pathParams,
    product: 'Events',
    resource: 'x',
    name: key,
    kind,
    risk: kind === 'read' ? 'read' : 'edit',
    queueable: false,
    auth: 'apiKey',
    ...more,
  }
}

export function catalog(...operations: Operation[]): Map<string, Operation> {
  return new Map(operations.map((one) => [one.key, one]))
}

/** The operations that most tests send. */
export const read = operation('GET /api/things/all')
export const write = operation('PUT /api/things/update')
export const payRead = operation('GET /api/payment/plan', { product: 'Payments' })
export const common = catalog(read, write, payRead)

export interface Made {
  client: PlatformClient
  logged: string[]
  generation: { value: number }
}

export function makeClient(
  base: string,
  options: {
    operations?: Map<string, Operation>
    surroundings?: Partial<ClientSurroundings>
    clock?: Clock
    limits?: Partial<ClientLimits>
  } = {},
): Made {
  const logged: string[] = []
  const generation = { value: 1 }
  const client = createClient({
    operations: options.operations ?? common,
    clock: options.clock ?? systemClock,
    log: { write: (level, message, fields) => void logged.push(`${level} ${message} ${JSON.stringify(fields)}`) },
    version: '0.1.0',
    limits: options.limits ?? {},
    surroundings: {
      baseUrl: () => base,
      scheme: (_, byCatalog) => byCatalog,
      credential: async (_, scheme) =>
        scheme === 'apiKey' ? { scheme, apiKey } : { scheme, token, accountId: 'account-1', sessionId: 'device-1' },
      credentialGeneration: () => generation.value,
      secret: async () => streamKey,
      redact: mask,
      ...options.surroundings,
    },
  })
  onTestFinished(() => client.close())
  return { client, logged, generation }
}

function mask(value: Json): Json {
  return JSON.parse(secrets.reduce((text, secret) => text.replaceAll(secret, '•••'), JSON.stringify(value))) as Json
}

/** Time that stands still until it is moved; timers fire in order. */
export function manualClock(start = Date.parse('2026-11-21T12:00:00.000Z')) {
  let now = start
  let setBy = 0
  const timers = new Set<{ at: number; run: () => void }>()
  return {
    now: () => now + setBy,
    monotonic: () => now,
    /** Somebody sets the clock, or a time server does. */
    jump: (ms: number) => void (setBy += ms),
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms: number) {
      const until = now + ms
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers.delete(next)
        now = next.at
        next.run()
      }
      now = until
    },
    pending: () => timers.size,
  }
}

export interface Served {
  base: string
  server: http.Server
  /** Requests whose head arrived, with their bodies once they are whole. */
  seen: Array<{ method: string; url: string; headers: IncomingMessage['headers']; raw: string[]; body: string }>
}

/** An HTTP server that answers with `listener` once the whole request is there. */
export async function serve(listener: RequestListener): Promise<Served> {
  const seen: Served['seen'] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        raw: request.rawHeaders,
        body: Buffer.concat(chunks).toString(),
      })
      listener(request, response)
    })
  })
  return { base: await listen(server), server, seen }
}

/** A server that answers every request with the same status, headers and JSON (or text). */
export function answering(status: number, body: unknown, headers: Record<string, string> = {}): Promise<Served> {
  return serve((_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
}

/** A bare TCP server; `onData` gets everything that has arrived on a connection so far. */
export async function raw(
  onConnect: (socket: Socket) => void,
  onData: (text: string, socket: Socket) => void = () => {},
): Promise<{ base: string; connections: () => number }> {
  let connections = 0
  const server = net.createServer((socket) => {
    connections++
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => onData((text += chunk.toString()), socket))
    onConnect(socket)
  })
  return { base: await listen(server), connections: () => connections }
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The address of a port where nothing listens. */
export async function refusedBase(): Promise<string> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

/** The DeskError that a call throws, checked for secrets. */
export async function failure(call: () => unknown): Promise<DeskError> {
  try {
    await call()
  } catch (error) {
    assertNoSecret(error)
    if (error instanceof DeskError) return error
    throw error
  }
  throw new Error('Expected a DeskError, nothing was thrown')
}

/** Nothing that leaves the client may hold a credential, a secret, or an HTTP library's objects. */
export function assertNoSecret(thing: unknown): void {
  const text = `${inspect(thing, { depth: 20, showHidden: true })}${JSON.stringify(thing)}${thing instanceof DeskError ? JSON.stringify(thing.toShape()) : ''}`
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/AxiosError|httpAgent|ClientRequest/)
}
