// The other side of every measurement as a process: a platform that answers at once, and a WebSocket that echoes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const answer = Buffer.from(JSON.stringify({ data: { id: 'rec_1', status: 'ok' }, requestId: 'req_1' }))
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
    response.end(answer)
  })
})
server.keepAliveTimeout = 60_000
const sockets = new WebSocketServer({ server, path: '/echo', perMessageDeflate: false })
sockets.on('connection', (socket) => socket.on('message', (data: Buffer) => socket.send(data.toString('utf8'))))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`)
})
process.on('disconnect', () => process.exit(0))
