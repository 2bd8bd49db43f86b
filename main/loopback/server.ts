import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { Bridge, Caller } from '../types.ts'
import type { Log } from '../ports.ts'
import type { Manifest } from '../web/manifest.ts'
import { securityHeaders } from '../web/policy.ts'
import { callerOf, createGuard, createToken, protocolName, type Refusal } from './guard.ts'
import { answerFrame, notification } from './rpc.ts'

const maxConnections = 32
/** A body of 8 MiB must fit into a frame. */
const maxMessageBytes = 10 * 1024 * 1024
const maxBufferedBytes = 64 * 1024 * 1024

/** Port 0 picks a free one. Rejects where the port is taken. */
export async function serveLoopback(options: { bridge: Bridge; manifest: Manifest; port: number; log: Log }) {
  const { bridge, manifest, log } = options
  const token = createToken()
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const guard = createGuard(port, token)
  const headers = securityHeaders({ connect: [`ws://127.0.0.1:${port}`, `ws://localhost:${port}`] })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    clientTracking: true,
    handleProtocols: () => protocolName,
  })

  server.on('request', (request, response) => serveFile(request, response))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const refusal: Refusal | undefined =
      pathOf(request) === '/bridge' ? guard.upgrade(request) : { status: 403, reason: 'The bridge is at /bridge.' }
    if (refusal !== undefined) return refuse(socket, refusal.status, refusal.reason)
    if (sockets.clients.size >= maxConnections) return refuse(socket, 503, `At most ${maxConnections} connections.`)
    sockets.handleUpgrade(request, socket, head, (opened) => connect(opened, callerOf(request)))
  })

  function connect(socket: WebSocket, from: Caller): void {
    socket.on('error', (error) => log.write('warn', 'a bridge connection failed', { reason: error.message }))
    socket.on('message', (data, binary) => {
      if (binary) return socket.close(1003, 'Text frames only')
      void answerFrame(bridge, (data as Buffer).toString('utf8'), from).then((answer) => {
        if (answer !== undefined) send(socket, answer)
      })
    })
  }

  const unsubscribe = bridge.subscribe((event, payload) => {
    if (sockets.clients.size === 0) return
    const text = notification(event, payload)
    for (const socket of sockets.clients) send(socket, text)
  })

  function serveFile(request: IncomingMessage, response: ServerResponse): void {
    const refusal = guard.request(request)
    if (refusal !== undefined) return answer(response, refusal.status, refusal.reason)
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'Files are read with GET.')
    const file = manifest.get(pathOf(request))
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

  function answer(response: ServerResponse, status: number, text: string): void {
    response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(`${text}\n`)
  }

  return {
    port,
    token,
    url: `http://127.0.0.1:${port}/#token=${token}`,
    bridgeUrl: `ws://127.0.0.1:${port}/bridge`,
    async close(): Promise<void> {
      unsubscribe()
      for (const socket of sockets.clients) socket.close(1001, 'The desk is closing')
      const ended = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const late = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
        server.closeAllConnections()
      }, 500)
      await ended
      clearTimeout(late)
    },
  }
}

function send(socket: WebSocket, text: string | Buffer): void {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > maxBufferedBytes) return socket.terminate()
  socket.send(text, { binary: false })
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
