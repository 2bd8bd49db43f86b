// Serves a built renderer with the sample backend, to look at screens: node test/renderer/support/serve-sample.ts DIR [PORT] [DRAFTS]
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, resolve } from 'node:path'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { DeskError } from '#contract/errors.ts'
import { createSampleBackend } from './sample-backend.ts'

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

const folder = resolve(process.argv[2] ?? 'out/renderer')
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
  const file = join(folder, normalize(path === '/' ? '/index.html' : path))
  if (!file.startsWith(folder) || !existsSync(file)) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'content-security-policy': policy })
  createReadStream(file).pipe(response)
})

const sockets = new Set<WebSocket>()
const backend = createSampleBackend((event, payload) => {
  for (const socket of sockets) socket.send(JSON.stringify({ jsonrpc: '2.0', method: event, params: payload }))
}, 20_000, Number(process.argv[4] ?? 6))
new WebSocketServer({ server, path: '/bridge', handleProtocols: () => 'showdesk.v1' }).on('connection', (socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('message', (raw: Buffer) => {
    const { id, method, params } = JSON.parse(raw.toString()) as { id: number; method: string; params: unknown }
    try {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: backend.handle(method, params) }))
    } catch (error) {
      const data = error instanceof DeskError ? error.toShape() : { code: 'internal', message: String(error), retryable: false }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: data.message, data } }))
    }
  })
})
server.listen(Number(process.argv[3] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#token=sample\n`)
})
