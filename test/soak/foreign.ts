// A foreign platform for long walks: it keeps what was done to it, refuses and loses answers as a walk tells it to, and lists its records.
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Fault = 'none' | 'before' | 'after' | 'error' | 'limit' | 'slow'

/** A write that has had its effect. */
export interface Effect {
  /** Stands in the answer and in every list. */
  id: string
  route: string
  body: Record<string, unknown>
}

export interface Foreign {
  baseUrl: string
  effects: Effect[]
  /** What of each whole request travelled, as text: route, headers and body. */
  wire: string[]
  /** How the next write ends. */
  next: (fault: Fault) => void
  close(): Promise<void>
}

/** Listens on a free loopback port and takes this key alone. */
export async function startForeign(key: string): Promise<Foreign> {
  const effects: Effect[] = []
  const wire: string[] = []
  let fault: Fault = 'none'
  const answer = (response: ServerResponse, status: number, data: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(data))
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      const route = `${request.method ?? ''} ${(request.url ?? '').split('?')[0] ?? ''}`
      wire.push(`${route}\n${JSON.stringify(request.headers)}\n${text}`)
      if (request.headers['x-service-api-key'] !== key)
        return answer(response, 401, { error: { code: 'authentication_required', message: 'No key' } })
      const noun = route.split('/').at(-2) ?? ''
      if (!/(create\w*|delete|refund|update)$/.test(route)) {
        const items = effects.filter((one) => one.route.includes(`/${noun}/`)).map(({ id, body }) => ({ id, ...body }))
        return answer(response, 200, { data: { items }, requestId: 'read' })
      }
      const now = fault
      fault = 'none'
      if (now === 'before') return void request.socket.destroy()
      if (now === 'error') return answer(response, 500, { error: { code: 'error', message: 'Broken' } })
      if (now === 'limit')
        return answer(response, 429, { error: { code: 'rate_limited', message: 'Wait' } }, { 'retry-after': '1' })
      const id = `r${effects.length + 1}`
      effects.push({ id, route, body: JSON.parse(text === '' ? '{}' : text) as Record<string, unknown> })
      if (now === 'after') return void request.socket.destroy()
      const done = () => answer(response, 200, { data: { id, status: 'ok' }, requestId: `w-${id}` })
      if (now === 'slow') setTimeout(done, 400)
      else done()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    effects,
    wire,
    next: (one) => void (fault = one),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
