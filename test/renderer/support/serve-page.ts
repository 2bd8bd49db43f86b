// A built renderer on a small server that speaks the bridge: for screens to be looked at, and for benches that push faster than any platform.
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { DeskError } from '#contract/errors.ts'
import type { Push } from './sample-backend.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

export interface ServedPage {
  url: string
  /** Tells every open page. */
  push: Push
  close(): Promise<void>
}

/** Serves the built page in `folder` on 127.0.0.1; `handle` answers the bridge's methods, or throws a DeskError. */
export async function servePage(
  folder: string,
  port: number,
  makeHandle: (push: Push) => (method: string, params: unknown) => unknown,
): Promise<ServedPage> {
  const sockets = new Set<WebSocket>()
  const push: Push = (event, payload) => {
    const text = JSON.stringify({ jsonrpc: '2.0', method: event, params: payload })
    for (const socket of sockets) socket.send(text)
  }
  const handle = makeHandle(push)
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    const file = join(folder, normalize(path === '/' ? '/index.html' : path))
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policy,
    })
    createReadStream(file).pipe(response)
  })
  async function answer(socket: WebSocket, raw: Buffer): Promise<void> {
    const { id, method, params } = JSON.parse(raw.toString()) as { id: number; method: string; params: unknown }
    try {
      const result = await handle(method, params)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
    } catch (error) {
      const data =
        error instanceof DeskError ? error.toShape() : { code: 'internal', message: String(error), retryable: false }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: data.message, data } }))
    }
  }
  const bridge = new WebSocketServer({ server, path: '/bridge', handleProtocols: () => 'showdesk.v1' }).on(
    'connection',
    (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('message', (raw: Buffer) => void answer(socket, raw))
    },
  )
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/#token=sample`,
    push,
    async close() {
      for (const socket of sockets) socket.terminate()
      bridge.close()
      await new Promise<void>((done) => void server.close(() => done()))
    },
  }
}
