// A foreign platform for long walks: it keeps what was done to it, refuses and loses answers as a walk tells it to, and lists its records.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Fault = 'none' | 'before' | 'after' | 'error' | 'limit' | 'slow'

/** How long a write with the mark `hang-` waits for its answer: just under the longest silence that the desk bears. */
const hangMs = 14_000

/** A write that has had its effect. */
interface Effect {
  /** Stands in the answer and in every list. */
  id: string
  route: string
  body: Record<string, unknown>
  at: string
}

/** A request as it travelled. */
interface Travelled {
  at: number
  route: string
  headers: string
  body: string
}

/** A request before anything is done about it. */
export interface Arrived {
  route: string
  body: string
  /** What a read will be answered with; a write has none. */
  rows?: Array<Record<string, unknown>>
}

export interface Foreign {
  baseUrl: string
  effects: Effect[]
  wire: Travelled[]
  /** A record that is there before anything is done to it. */
  stand: (noun: string, id: string) => void
  /** How the next write ends. */
  next: (fault: Fault) => void
  /** From now on this says how each request ends; a read is answered or lost. */
  decide: (how: (arrived: Arrived) => Fault) => void
  close(): Promise<void>
}

/** Listens on a free loopback port and takes this key alone. */
export async function startForeign(key: string): Promise<Foreign> {
  const effects: Effect[] = []
  const wire: Travelled[] = []
  const standing: Array<{ noun: string; id: string }> = []
  let fault: Fault = 'none'
  let decided: ((arrived: Arrived) => Fault) | undefined

  function nextFault(): Fault {
    const now = fault
    fault = 'none'
    return now
  }

  /** The records of a noun as they are now: what stood there or was made, with its changes, without what was deleted. */
  function listOf(noun: string): Array<Record<string, unknown>> {
    const rows = new Map(
      standing
        .filter((one) => one.noun === noun)
        .map(({ id }): [string, Record<string, unknown>] => [id, { id, title: `Standing ${id}` }]),
    )
    for (const { id, route, body, at } of effects) {
      if (!route.includes(`/${noun}/`) && !route.endsWith(`/${noun}`)) continue
      const named = String(body.resourceId ?? body.streamId ?? body.subCategoryId)
      if (/\/(create|refund)$/.test(route)) rows.set(id, { ...body, id, createdAt: at })
      else if (route.endsWith('/update')) rows.set(named, { ...body, id: named, updatedAt: at })
      else if (route.endsWith('/delete')) rows.delete(named)
    }
    return [...rows.values()]
  }

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
      const at = Date.now()
      wire.push({
        at,
        route: decodeURIComponent(request.url ?? ''),
        headers: JSON.stringify(request.headers),
        body: text,
      })
      const isWrite = /(create\w*|delete|refund|update|vote\/[^/]*)$/.test(route)
      const rows = isWrite ? undefined : listOf(route.split('/').at(-2) ?? '')
      const told = decided?.({ route, body: text, ...(rows && { rows }) })
      if (told === 'before' || (told === 'after' && !isWrite)) return void request.socket.destroy()
      if (request.headers['x-service-api-key'] !== key)
        return answer(response, 401, { error: { code: 'authentication_required', message: 'No key' } })
      if (!isWrite) return answer(response, 200, { data: { items: rows }, requestId: 'read' })
      const now = told ?? nextFault()
      if (now === 'before') return void request.socket.destroy()
      if (now === 'error') return answer(response, 500, { error: { code: 'error', message: 'Broken' } })
      if (now === 'limit')
        return answer(response, 429, { error: { code: 'rate_limited', message: 'Wait' } }, { 'retry-after': '1' })
      const id = `r${effects.length + 1}`
      effects.push({
        id,
        route,
        body: JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>,
        at: new Date(at).toISOString(),
      })
      if (now === 'after') return void request.socket.destroy()
      const done = () => answer(response, 200, { data: { id, status: 'ok' }, requestId: `w-${id}` })
      if (now === 'slow') setTimeout(done, 400)
      else if (text.includes('"hang-')) setTimeout(done, hangMs)
      else done()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    effects,
    wire,
    stand: (noun, id) => void standing.push({ noun, id }),
    next: (one) => void (fault = one),
    decide: (how) => void (decided = how),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
