// The platform of press.ts as a process: it records when each write began to arrive, and has one list of 8 MiB.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const row = (at: number) => ({
  id: `tpl_${at}`,
  name: `Template ${at}`,
  subject: 'Good evening',
  status: 'draft',
  updatedAt: '2026-11-01T20:00:00.000Z',
})
const rows = Array.from({ length: 60_000 }, (_, at) => row(at))
const large = Buffer.from(JSON.stringify({ data: { items: rows }, requestId: 'req_large' }))
const small = Buffer.from(JSON.stringify({ data: { id: 'rec_1', status: 'ok' }, requestId: 'req_1' }))
const arrivals: Record<string, number> = {}

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now()
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('utf8')
    const press = /"embedId":"press_(\d+)"/.exec(body)?.[1]
    if (press !== undefined) arrivals[press] = at
    const answer =
      request.url === '/arrivals'
        ? Buffer.from(JSON.stringify(arrivals))
        : request.url === '/api/marketing/template/all'
          ? large
          : small
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
    response.end(answer)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port, bytes: large.length })}\n`),
)
process.on('disconnect', () => process.exit(0))
