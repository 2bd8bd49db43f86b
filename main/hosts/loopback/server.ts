import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { messageOf } from '#contract/errors.ts'
import type { BridgeEvent } from '#contract/events.ts'
import { monitorPath } from '#contract/air/monitor.ts'
import { heardBy } from '../../core/access/rules.ts'
import type { Access } from '../../core/access/service.ts'
import type { Bridge, Caller, MonitorRoute } from '../../core/types.ts'
import type { Log } from '../../core/ports.ts'
import type { Manifest } from '../web/manifest.ts'
import { securityHeaders } from '../web/policy.ts'
import { LoginError } from '../../../preload/scram.ts'
import { createGuard, createToken, protocolName } from './guard.ts'
import { receiveLogin, type Claim } from './login.ts'
import { serveMonitor } from './monitor.ts'
import { answerFrame, notification } from './rpc.ts'
import { createTurns } from './turns.ts'

const maxConnections = 64
const maxOfGrant = 16
/** Kept for the desk's own page, however many others connect. */
const keptForPage = 2
/** Connections that have not proved yet who they are. */
const maxLogins = 16
/** How long a connection that has to close may take to say so. */
const farewellMs = 500
/** The close code of a grant that ended. */
const grantEnded = 4001
/** A body of 8 MiB must fit into a frame. */
const maxMessageBytes = 10 * 1024 * 1024
/** What waits to be sent, on one connection, and on all but those of the desk's own page. */
const maxBufferedBytes = 64 * 1024 * 1024
const maxBufferedOfOthers = 128 * 1024 * 1024
/** Frames of a connection that are being answered; the next ones wait in its socket. */
const maxUnderWay = 64

export interface LoopbackOptions {
  bridge: Bridge
  access: Access
  manifest: Manifest
  /** 0 picks a free one. */
  port: number
  /** Whether the desk's own page is served too, with a token for this run. */
  page: boolean
  /** What viewers see, for the desk's own page; absent where that is not served. */
  monitor?: MonitorRoute
  log: Log
}

/** Rejects where the port is taken. */
export async function serveLoopback(options: LoopbackOptions) {
  const { bridge, access, manifest, log } = options
  const token = options.page ? createToken() : undefined
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  server.on('error', (error) => log.write('warn', 'the loopback server had a fault', { reason: error.message }))
  const { port } = server.address() as AddressInfo
  const guard = createGuard({ port, token, access })
  const headers = securityHeaders({ connect: [`ws://127.0.0.1:${port}`, `ws://localhost:${port}`] })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    clientTracking: true,
    handleProtocols: () => protocolName,
  })

  server.on('request', (request, response) => {
    try {
      serveFile(request, response)
    } catch (error) {
      failed('a request for a file failed', error)
      response.destroy()
    }
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    try {
      upgrade(request, socket, head)
    } catch (error) {
      failed('a connection could not be opened', error)
      socket.destroy()
    }
  })

  function failed(what: string, error: unknown): void {
    log.write('error', what, { reason: messageOf(error) })
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const guarded =
      pathOf(request) === '/bridge' ? guard.upgrade(request) : { status: 403, reason: 'The bridge is at /bridge.' }
    if ('status' in guarded) return refuse(socket, guarded.status, guarded.reason)
    if ('claimed' in guarded) {
      if (loggingIn.size >= maxLogins) return refuse(socket, 503, 'Too many logins at once.')
      return sockets.handleUpgrade(request, socket, head, (opened) => logIn(opened, guarded.claimed))
    }
    const full = fullFor(guarded.caller)
    if (full !== undefined) return refuse(socket, 503, full)
    sockets.handleUpgrade(request, socket, head, (opened) => connect(opened, guarded.caller))
  }

  const callers = new Map<WebSocket, Caller>()
  const loggingIn = new Set<WebSocket>()
  const isPage = (caller: Caller | undefined) => caller?.scope === 'desk' && caller.page
  const isOfGrant = (id: string) => (caller: Caller) => caller.scope !== 'desk' && caller.id === id

  function fullFor(caller: Caller): string | undefined {
    if (callers.size >= maxConnections) return `At most ${maxConnections} connections.`
    if (isPage(caller)) return undefined
    const others = [...callers.values()].filter((one) => !isPage(one))
    if (caller.scope !== 'desk' && others.filter(isOfGrant(caller.id)).length >= maxOfGrant)
      return `At most ${maxOfGrant} connections of one grant.`
    return others.length >= maxConnections - keptForPage
      ? `${keptForPage} connections are kept for the desk's own page.`
      : undefined
  }

  const turnOfOthers = createTurns()

  /** Whatever fails here closes this connection, and nothing else. */
  async function answerOn(socket: WebSocket, data: Buffer, caller: Caller): Promise<void> {
    try {
      if (caller.scope !== 'desk') access.seen(caller.id)
      // Whoever was sent away meanwhile is not heard any more.
      const turn = () => turnOfOthers().then(() => socket.readyState === WebSocket.OPEN)
      const answer = await answerFrame(bridge, data.toString('utf8'), caller, isPage(caller) ? undefined : turn)
      if (answer !== undefined) await send(socket, answer)
    } catch (error) {
      failed('a frame could not be answered; its connection was closed', error)
      socket.close(1011, 'The desk met a fault of its own')
    }
  }

  function logIn(socket: WebSocket, claimed: (user: string) => Claim | undefined): void {
    loggingIn.add(socket)
    socket.on('close', () => loggingIn.delete(socket))
    socket.on('error', () => socket.terminate())
    receiveLogin(socket, {
      claimed,
      enter(caller, welcome) {
        loggingIn.delete(socket)
        if (fullFor(caller) !== undefined) throw new LoginError('no-resources')
        welcome()
        connect(socket, caller)
      },
    })
  }

  function connect(socket: WebSocket, caller: Caller): void {
    let underWay = 0
    callers.set(socket, caller)
    const ended = caller.scope === 'desk' ? undefined : access.connected(caller.id)
    socket.on('close', () => {
      callers.delete(socket)
      ended?.()
    })
    socket.on('error', (error) => log.write('warn', 'a bridge connection failed', { reason: error.message }))
    socket.on('message', (data, binary) => {
      // What comes after the farewell is not heard, though the other side may keep the connection open for a while.
      if (socket.readyState !== WebSocket.OPEN) return
      if (binary) return socket.close(1003, 'Text frames only')
      underWay += 1
      if (underWay >= maxUnderWay && !isPage(caller)) socket.pause()
      void answerOn(socket, data as Buffer, caller).finally(() => {
        underWay -= 1
        if (socket.isPaused) socket.resume()
      })
    })
  }

  const unsubscribe = bridge.subscribe((event, payload) => {
    if (callers.size === 0) return
    // One text for all that hear the same.
    const texts = new Map<string, string | Buffer | undefined>()
    for (const [socket, caller] of callers) {
      const of = caller.scope === 'desk' ? '' : caller.id
      if (!texts.has(of)) {
        const heard = heardBy(caller, event as BridgeEvent, payload)
        texts.set(of, heard === undefined ? undefined : notification(event, heard))
      }
      const text = texts.get(of)
      if (text !== undefined) void send(socket, text)
    }
  })

  /** Resolves once it is on its way, or the connection is gone. */
  function send(socket: WebSocket, text: string | Buffer): Promise<void> {
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve()
    if (socket.bufferedAmount > maxBufferedBytes || (!isPage(callers.get(socket)) && othersBuffer())) {
      socket.terminate()
      return Promise.resolve()
    }
    return new Promise((sent) => socket.send(text, { binary: false }, () => sent()))
  }

  function othersBuffer(): boolean {
    let waiting = 0
    for (const [socket, caller] of callers) if (!isPage(caller)) waiting += socket.bufferedAmount
    return waiting > maxBufferedOfOthers
  }

  const unfollow = access.onEnd((id) => {
    for (const [socket, caller] of callers) {
      if (!isOfGrant(id)(caller)) continue
      socket.close(grantEnded, 'This grant has ended')
      setTimeout(() => socket.terminate(), farewellMs).unref()
    }
  })

  function serveFile(request: IncomingMessage, response: ServerResponse): void {
    const refusal = guard.request(request)
    if (refusal !== undefined) return answer(response, refusal.status, refusal.reason)
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'Files are read with GET.')
    const path = pathOf(request)
    if (options.monitor !== undefined && path.startsWith(monitorPath) && request.method === 'GET')
      return serveMonitor(options.monitor, { request, response, path, headers })
    const file = fileFor(path)
    if (file === undefined) return answer(response, 404, 'There is no such file.')
    response.writeHead(200, {
      ...headers,
      'Content-Type': file.type,
      'Content-Length': file.body.length,
      ETag: file.etag,
      'Cache-Control': file.cache,
    })
    response.end(request.method === 'HEAD' ? undefined : file.body)
  }

  /** Overlays and docks are there while others are let in; the desk's own page only where this is its host. */
  function fileFor(path: string) {
    const [, page] = /^\/(overlay|dock)\/[a-z]{1,32}$/.exec(path) ?? []
    if (page !== undefined) return access.isOn() ? manifest.get(`/${page}.html`) : undefined
    return !options.page && (path === '/' || path === '/index.html') ? undefined : manifest.get(path)
  }

  function answer(response: ServerResponse, status: number, text: string): void {
    response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(`${text}\n`)
  }

  return {
    port,
    address: `http://127.0.0.1:${port}`,
    /** Empty without the desk's own page. */
    token: token ?? '',
    url: `http://127.0.0.1:${port}/#token=${token}`,
    bridgeUrl: `ws://127.0.0.1:${port}/bridge`,
    async close(): Promise<void> {
      unsubscribe()
      unfollow()
      for (const socket of sockets.clients) socket.close(1001, 'The desk is closing')
      const ended = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const late = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
        server.closeAllConnections()
      }, farewellMs)
      await ended
      clearTimeout(late)
    },
  }
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
}

function refuse(socket: Duplex, status: number, reason: string): void {
  const body = `${reason}\n`
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
