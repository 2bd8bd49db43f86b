// A control API for programs under test: it takes one grant, answers what the test says, and passes the rest on to a
// real desk where there is one.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { WebSocketServer, type WebSocket } from 'ws'
import { asDeskError, DeskError } from '#contract/errors.ts'
import { receiveLogin } from '../../main/hosts/loopback/login.ts'
import { ofScript } from '../../main/core/access/rules.ts'
import { LoginError, nameOfPassword, passwordOf, scramKeys, scramProtocol } from '../../preload/scram.ts'
import { connect, type DeskAddress, type DeskClient } from 'showdesk/client'

type CallReal = (method: string, params: object) => Promise<unknown>
/** By method; `real` is the desk behind it. */
export type Answers = Record<string, (params: Record<string, unknown>, real: CallReal) => unknown>

export interface StandIn {
  port: number
  secret: string
  /** As it would be copied. */
  grant: string
  /** What was asked, oldest first. */
  calls: Array<{ method: string; params: Record<string, unknown> }>
  /** Replaces answers while it runs. */
  answers: Answers
  tell(event: string, payload: unknown): void
  /** Ends every connection at once. */
  drop(): void
  /** Another secret counts from now on. */
  revoke(): void
  close(): Promise<void>
}

interface Request {
  id: number
  method: string
  params?: Record<string, unknown>
}

/** On a port of its own where none is given. */
export async function startStandIn(
  answers: Answers,
  { desk, port = 0, secret: wanted }: { desk?: DeskAddress; port?: number; secret?: string } = {},
): Promise<StandIn> {
  const secret = wanted ?? randomBytes(32).toString('base64url')
  let accepted = secret
  const calls: StandIn['calls'] = []
  const all: Answers = { ...answers }
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'showdesk.v1' })
  const server = createServer((_, response) => response.end('a desk'))
  server.on('upgrade', (request, socket, head) => {
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((text) => text.trim())
    if (request.url === '/bridge' && offered.includes('showdesk.v1') && offered.includes(scramProtocol))
      sockets.handleUpgrade(request, socket, head, (opened) => logIn(opened))
    else socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })

  function logIn(socket: WebSocket): void {
    receiveLogin(socket, {
      claimed(user) {
        const password = passwordOf(accepted)
        return user === `${nameOfPassword(password)}@127.0.0.1:${address.port}`
          ? { ...scramKeys(password), caller: () => ofScript }
          : undefined
      },
      enter(_, welcome) {
        if (accepted === '') throw new LoginError('unknown-user')
        welcome()
        void serve(socket)
      },
    })
  }

  async function serve(socket: WebSocket): Promise<void> {
    const early: Buffer[] = []
    const keep = (data: Buffer) => early.push(data)
    socket.on('message', keep)
    const real = desk && (await connect(desk, (method, params) => send(socket, { jsonrpc: '2.0', method, params })))
    socket.on('close', () => real?.close())
    socket.off('message', keep)
    const read = (data: Buffer) => void answer(socket, JSON.parse(data.toString('utf8')) as Request, real)
    socket.on('message', read)
    for (const data of early) read(data)
  }

  async function answer(socket: WebSocket, { id, method, params = {} }: Request, real?: DeskClient): Promise<void> {
    calls.push({ method, params })
    const callReal: CallReal = async (name, input) => {
      if (real === undefined) throw new DeskError('unknown_method', `There is no method ${name}.`)
      return real.call(name as 'desk.info', input as never)
    }
    try {
      const own = all[method]
      const result = own === undefined ? await callReal(method, params) : await own(params, callReal)
      send(socket, { jsonrpc: '2.0', id, result })
    } catch (error) {
      const data = asDeskError(error).toShape()
      send(socket, { jsonrpc: '2.0', id, error: { code: -32000, message: data.message, data } })
    }
  }

  let closing: Promise<unknown> | undefined
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const drop = () => {
    for (const socket of sockets.clients) socket.terminate()
  }
  return {
    port: address.port,
    secret,
    grant: `http://127.0.0.1:${address.port}/#g=${secret}`,
    calls,
    answers: all,
    tell: (method, params) => {
      for (const socket of sockets.clients) send(socket, { jsonrpc: '2.0', method, params })
    },
    drop,
    revoke: () => {
      accepted = ''
      drop()
    },
    async close() {
      drop()
      if (closing === undefined) {
        closing = once(server, 'close')
        server.close()
        server.closeAllConnections()
      }
      await closing
    },
  }
}

function send(socket: WebSocket, frame: object): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame))
}
