// A built renderer on a small server that speaks the bridge: for the gallery, and for benches that push faster than any platform.
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
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

/** Answers a method of the bridge, or throws a DeskError. */
export type Handle = (method: string, params: unknown) => unknown

/**
 * Serves the built page in `folder` on 127.0.0.1. `makeHandle` is called for each page that connects, with the token that it brings.
 * `document` gives further pages of HTML by their path.
 */
export async function servePage(
  folder: string,
  port: number,
  makeHandle: (push: Push, token: string) => Handle,
  document: (path: string) => string | undefined = () => undefined,
): Promise<ServedPage> {
  const sockets = new Set<WebSocket>()
  const pushTo =
    (receivers: Iterable<WebSocket>): Push =>
    (event, payload) => {
      const text = JSON.stringify({ jsonrpc: '2.0', method: event, params: payload })
      for (const socket of receivers) socket.send(text)
    }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    const html = document(path)
    if (html !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
      return
    }
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
  async function answer(socket: WebSocket, handle: Handle, raw: Buffer): Promise<void> {
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
    (socket, request) => {
      const token = /bearer\.([\w-]+)/.exec(request.headers['sec-websocket-protocol'] ?? '')?.[1] ?? ''
      const handle = makeHandle(pushTo([socket]), token)
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('message', (raw: Buffer) => void answer(socket, handle, raw))
    },
  )
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/#token=sample`,
    push: pushTo(sockets),
    async close() {
      for (const socket of sockets) socket.terminate()
      bridge.close()
      await new Promise<void>((done) => void server.close(() => done()))
    },
  }
}
