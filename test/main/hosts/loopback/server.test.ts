import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { GrantInput } from '#contract/access.ts'
import { ofPage, ofScript } from '../../../../main/core/access/rules.ts'
import { createAccess } from '../../../../main/core/access/service.ts'
import type { Bridge, MonitorRoute, RouteRequest } from '../../../../main/core/types.ts'
import { serveLoopback } from '../../../../main/hosts/loopback/server.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { createManifest } from '../../../../main/hosts/web/manifest.ts'
import { openProved } from '../../../support/login.ts'

/** What can't be written as a text: it is longer than one can be. */
const endless = {
  toJSON(): never {
    throw new RangeError('Invalid string length')
  },
}

async function serve({ page = true, monitor }: { page?: boolean; monitor?: MonitorRoute } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'loopback-'))
  for (const name of ['index', 'overlay', 'dock'])
    writeFileSync(join(folder, `${name}.html`), `<!doctype html><title>${name}</title>`)
  const access = createAccess({ profile: folder, clock: systemClock })
  const listeners = new Set<(event: string, payload: object) => void>()
  const calls: string[] = []
  const bridge: Bridge = {
    async call(method, params, caller) {
      calls.push(method)
      if (method === 'who') return { ok: true, data: caller }
      if (method === 'echo') return { ok: true, data: params }
      if (method === 'long') return { ok: true, data: 'x'.repeat(6_500_000) }
      if (method === 'endless') return { ok: true, data: endless }
      if (method === 'broken') throw new Error('a handler that never should')
      return { ok: false, error: { code: 'unknown_method', message: 'no', retryable: false } }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const log = { write: () => undefined }
  const server = await serveLoopback({
    bridge,
    access,
    manifest: createManifest(folder),
    port: 0,
    page,
    ...(monitor && { monitor }),
    log,
  })
  await access.begin({
    open: () => Promise.resolve({ address: server.address, port: server.port }),
    close: () => Promise.resolve(),
  })
  onTestFinished(async () => {
    await access.stop()
    await server.close()
    rmSync(folder, { recursive: true })
  })
  return {
    server,
    access,
    calls,
    push: (event: string, payload: object) => listeners.forEach((listener) => listener(event, payload)),
  }
}

function get(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((done, fail) => {
    const outgoing = request({ port, host: '127.0.0.1', path, headers, method }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    outgoing.on('error', fail)
    outgoing.end()
  })
}

async function open(
  port: number,
  token: string,
  options: { origin?: string; host?: string; protocols?: string[] } = {},
) {
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/bridge`,
    options.protocols ?? ['showdesk.v1', `bearer.${token}`],
    {
      headers: {
        ...(options.origin === undefined ? {} : { origin: options.origin }),
        ...(options.host === undefined ? {} : { host: options.host }),
      },
    },
  )
  const outcome = await new Promise<number>((done) => {
    socket.once('open', () => done(101))
    socket.once('unexpected-response', (_, response) => done(response.statusCode ?? 0))
    socket.once('error', () => done(-1))
  })
  onTestFinished(() => socket.terminate())
  return { socket, outcome }
}

async function ask(socket: WebSocket, text: string): Promise<unknown> {
  const answer = once(socket, 'message') as Promise<[Buffer]>
  socket.send(text)
  return JSON.parse((await answer)[0].toString('utf8'))
}

// Catches DNS rebinding: a page under another name that resolves to this machine.
test('another Host is refused', async () => {
  const { server } = await serve()
  expect((await get(server.port, '/', { host: 'desk.example' })).status).toBe(421)
  expect((await open(server.port, server.token, { host: `desk.example:${server.port}` })).outcome).toBe(421)
})

// Catches a page of another origin, or a sandboxed one, that opens the bridge from the creator's browser.
test.each(['http://evil.example', 'null', 'https://127.0.0.1', 'http://127.0.0.1:1'])(
  'origin %s is refused',
  async (origin) => {
    const { server } = await serve()
    expect((await get(server.port, '/', { origin })).status).toBe(403)
    expect((await open(server.port, server.token, { origin })).outcome).toBe(403)
  },
)

// Catches a bridge that opens without the token of this run.
test('the token is demanded', async () => {
  const { server } = await serve()
  expect((await open(server.port, server.token, { protocols: ['showdesk.v1'] })).outcome).toBe(401)
  expect((await open(server.port, 'x'.repeat(43))).outcome).toBe(401)
  expect((await open(server.port, server.token, { protocols: [`bearer.${server.token}`] })).outcome).toBe(401)
  const good = await open(server.port, server.token, { origin: `http://127.0.0.1:${server.port}` })
  expect(good.outcome).toBe(101)
  expect(good.socket.protocol).toBe('showdesk.v1')
  expect(server.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

// Catches JSON-RPC answers that scripts can't match to their requests.
test('requests, errors, notifications and batches follow JSON-RPC 2.0', async () => {
  const { server, push } = await serve()
  const { socket } = await open(server.port, server.token)
  expect(await ask(socket, '{"jsonrpc":"2.0","id":7,"method":"echo","params":{"a":1}}')).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: { a: 1 },
  })
  expect(await ask(socket, '{"jsonrpc":"2.0","id":"x","method":"nope"}')).toMatchObject({
    id: 'x',
    error: { code: -32601, data: { code: 'unknown_method', retryable: false } },
  })
  expect(await ask(socket, '{oops')).toMatchObject({ id: null, error: { code: -32700 } })
  expect(await ask(socket, '{"id":1}')).toMatchObject({ id: 1, error: { code: -32600 } })
  expect(await ask(socket, '{"jsonrpc":"2.0","id":{},"method":"echo"}')).toMatchObject({
    id: null,
    error: { code: -32600 },
  })
  // A client that waits for its answer would wait for ever.
  expect(await ask(socket, '{"jsonrpc":"2.0","id":5,"method":"echo","params":[1]}')).toMatchObject({
    id: 5,
    error: { code: -32602 },
  })
  expect(await ask(socket, '[]')).toMatchObject({ error: { code: -32600 } })
  const batch = '[{"jsonrpc":"2.0","id":1,"method":"echo","params":{}},{"jsonrpc":"2.0","method":"echo","params":{}}]'
  expect(await ask(socket, batch)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  const event = once(socket, 'message') as Promise<[Buffer]>
  push('ledger.changed', { n: 1 })
  expect(JSON.parse((await event)[0].toString('utf8'))).toEqual({
    jsonrpc: '2.0',
    method: 'ledger.changed',
    params: { n: 1 },
  })
})

// Catches an answer that nobody waits for, which a client takes for that of another request.
test('a notification is not answered, also where its parameters are wrong', async () => {
  const { server } = await serve()
  const { socket } = await open(server.port, server.token)
  const heard: unknown[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
  for (const params of ['{}', '[1]']) socket.send(`{"jsonrpc":"2.0","method":"echo","params":${params}}`)
  socket.send('[{"jsonrpc":"2.0","method":"echo","params":[1]}]')
  socket.send('{"jsonrpc":"2.0","id":1,"method":"echo","params":{}}')
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  const pong = once(socket, 'pong')
  socket.ping()
  await pong
  expect(heard).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
})

// Catches one client that exhausts the desk: frames beyond the cap, binary frames, too many connections.
test('sizes and connections are bounded', async () => {
  const { server } = await serve()
  const { socket } = await open(server.port, server.token)
  const closed = once(socket, 'close') as Promise<[number]>
  socket.send('x'.repeat(11 * 1024 * 1024))
  expect((await closed)[0]).toBe(1009)
  const { socket: binary } = await open(server.port, server.token)
  const ended = once(binary, 'close') as Promise<[number]>
  binary.send(Buffer.from('{}'))
  expect((await ended)[0]).toBe(1003)
  const outcomes = await Promise.all(Array.from({ length: 66 }, () => open(server.port, server.token)))
  expect(outcomes.filter(({ outcome }) => outcome === 503).length).toBeGreaterThan(0)
  expect(outcomes.filter(({ outcome }) => outcome === 101).length).toBeLessThanOrEqual(64)
})

// Catches a page without its policy, a file outside the list, and cross-origin reads.
test('files come from the list alone, with the policy', async () => {
  const { server } = await serve()
  const page = await get(server.port, '/')
  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(page.headers['access-control-allow-origin']).toBeUndefined()
  expect(page.headers['x-content-type-options']).toBe('nosniff')
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/nope.js', '/bridge']) {
    expect((await get(server.port, path)).status, path).toBe(404)
  }
  expect((await get(server.port, '/', {}, 'POST')).status).toBe(405)
})

// Catches a script that passes for the desk's own page, and a page that is taken for a script and can confirm nothing.
test('the page that this host served is told apart from a script by its origin', async () => {
  const { server } = await serve()
  const who = async (options: { origin?: string }) => {
    const { socket } = await open(server.port, server.token, options)
    return ask(socket, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'who' }))
  }
  expect(await who({})).toMatchObject({ result: ofScript })
  expect(await who({ origin: `http://127.0.0.1:${server.port}` })).toMatchObject({ result: ofPage })
  expect((await open(server.port, server.token, { origin: 'https://example.org' })).outcome).toBe(403)
})

/** Those that stand in addresses; test/main/core/access/login.test.ts has the others. */
const inputs = {
  watch: { name: 'Poll overlay', scope: 'watch', environment: 'rehearsal', values: ['poll'] },
  read: { name: 'Log', scope: 'read', environment: 'rehearsal', inAddress: true },
  operate: {
    ...{ name: 'Live', scope: 'operate', environment: 'rehearsal', inAddress: true },
    ...{ commands: ['mark'], mode: 'fire' },
  },
} satisfies Record<string, GrantInput>

// Catches a grant that opens what a foreign page, a rebound name, or somebody with an old or misplaced secret tries.
test.each(Object.values(inputs))('no attack opens the port with a grant of scope $scope', async (input) => {
  const { server, access } = await serve()
  const { port } = server
  const { grant, secret } = access.grant(input)
  expect((await open(port, secret)).outcome).toBe(403)
  await access.switch(true)
  expect((await open(port, secret)).outcome).toBe(101)
  expect((await open(port, secret, { origin: `http://127.0.0.1:${port}` })).outcome).toBe(101)
  for (const origin of ['http://evil.example', 'null', 'file://', `https://127.0.0.1:${port}`, 'http://127.0.0.1'])
    expect((await open(port, secret, { origin })).outcome, origin).toBe(403)
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    `[::1]:${port}`,
    `127.0.0.1.evil.example:${port}`,
  ])
    expect((await open(port, secret, { host })).outcome, host).toBe(421)
  for (const wrong of ['', grant.id, secret.slice(1), `${secret}x`, secret.toUpperCase(), 'undefined'])
    expect((await open(port, wrong)).outcome, wrong).toBe(401)
  expect((await open(port, secret, { protocols: ['showdesk.v1', secret] })).outcome).toBe(401)
  expect((await get(port, `/overlay/poll?g=${secret}`)).body).not.toContain(secret)
  const renewed = access.renew(grant.id)
  expect((await open(port, secret)).outcome).toBe(401)
  access.revoke(grant.id)
  expect((await open(port, renewed.secret)).outcome).toBe(401)
})

// Catches a page with a grant that is taken for the desk because it comes from the desk's own origin.
test('a page with a grant is the grant', async () => {
  const { server, access } = await serve()
  await access.switch(true)
  const { grant, secret } = access.grant(inputs.read)
  const { socket } = await open(server.port, secret, { origin: `http://127.0.0.1:${server.port}` })
  expect(await ask(socket, '{"jsonrpc":"2.0","id":1,"method":"who"}')).toMatchObject({
    result: { id: grant.id, scope: 'read' },
  })
})

// Catches a revoked grant that goes on listening.
test('a revoked grant is closed within a second, others stay', async () => {
  const { server, access } = await serve()
  await access.switch(true)
  const gone = access.grant(inputs.watch)
  const stays = access.grant(inputs.read)
  const [first, other] = await Promise.all([open(server.port, gone.secret), open(server.port, stays.secret)])
  const closed = once(first.socket, 'close') as Promise<[number]>
  const begun = Date.now()
  access.revoke(gone.grant.id)
  expect((await closed)[0]).toBe(4001)
  expect(Date.now() - begun).toBeLessThan(1_000)
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
})

/** A client that never says goodbye: it takes no notice of the desk's close frame. */
async function openRude(port: number, secret: string) {
  const socket = createConnection(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET /bridge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: showdesk.v1, bearer.${secret}\r\n\r\n`,
  )
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString()).toContain('101')
  return {
    socket,
    /** A text frame whose mask is zero. */
    send: (text: string): void => {
      const body = Buffer.from(text)
      expect(body.length).toBeLessThan(126)
      socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body]))
    },
  }
}

// Catches a grant that still writes after it was revoked, renewed or shut out, by a program that keeps its side open.
test.each(['revoke', 'renew', 'switch'] as const)('nothing of a grant is run after its end (%s)', async (how) => {
  const { server, access, calls } = await serve()
  await access.switch(true)
  const { grant, secret } = access.grant(inputs.read)
  const { socket, send } = await openRude(server.port, secret)
  const call = '{"jsonrpc":"2.0","id":1,"method":"echo","params":{}}'
  send(call)
  await expect.poll(() => calls.length).toBe(1)
  if (how === 'switch') await access.switch(false)
  else access[how](grant.id)
  const closed = once(socket, 'close')
  send(call)
  send(call)
  await closed
  expect(calls).toHaveLength(1)
  await expect.poll(() => access.connectionsOf(grant.id)).toBe(0)
})

// Catches an overlay that hears another kind, an event of the desk, or another environment's.
test('events go to each connection as its grant hears them', async () => {
  const { server, access, push } = await serve()
  await access.switch(true)
  const sockets = await Promise.all(
    [inputs.watch, inputs.read].map(async (input) => (await open(server.port, access.grant(input).secret)).socket),
  )
  const heard = sockets.map((socket) => {
    const all: string[] = []
    socket.on('message', (data: Buffer) => all.push((JSON.parse(data.toString()) as { method: string }).method))
    return all
  })
  push('overlay.value', { kind: 'poll', environment: 'rehearsal' })
  push('overlay.value', { kind: 'goal', environment: 'rehearsal' })
  push('overlay.value', { kind: 'poll', environment: 'production' })
  push('live.value', { key: 'k', environment: 'rehearsal' })
  push('live.value', { key: 'k', environment: 'production' })
  push('desk.notice', { id: 'n' })
  for (const socket of sockets) await ask(socket, '{"jsonrpc":"2.0","id":1,"method":"echo","params":{}}')
  expect(heard[0]).toEqual(['overlay.value', undefined])
  expect(heard[1]).toEqual(['overlay.value', 'overlay.value', 'live.value', undefined])
})

// Catches one grant that takes every connection, and a crowd of them, or of scripts, that locks the desk's own page out.
test('connections are capped for each grant, and two are kept for the desk’s page', async () => {
  const { server, access } = await serve()
  await access.switch(true)
  const outcomesOf = async (secret: string, length: number, origin?: string) =>
    (
      await Promise.all(Array.from({ length }, () => open(server.port, secret, origin === undefined ? {} : { origin })))
    ).map(({ outcome }) => outcome)
  const one = await outcomesOf(access.grant(inputs.read).secret, 20)
  expect(one.filter((outcome) => outcome === 101)).toHaveLength(16)
  for (let more = 0; more < 4; more += 1) await outcomesOf(access.grant(inputs.read).secret, 16)
  expect(await outcomesOf(server.token, 1)).toEqual([503])
  expect(await outcomesOf(server.token, 3, `http://127.0.0.1:${server.port}`)).toEqual([101, 101, 503])
})

// Catches overlays and docks that are served while nobody is let in, and a desk page on the port of the installed app.
test('pages for others are there while they are let in', async () => {
  const { server, access } = await serve()
  expect((await get(server.port, '/overlay/poll')).status).toBe(404)
  await access.switch(true)
  expect((await get(server.port, '/overlay/poll')).body).toContain('overlay')
  expect((await get(server.port, '/dock/live')).body).toContain('dock')
  for (const path of ['/overlay/', '/overlay/poll/more', '/overlay/..%2findex.html', '/dock'])
    expect((await get(server.port, path)).status, path).toBe(404)
  const app = await serve({ page: false })
  for (const path of ['/', '/index.html']) expect((await get(app.server.port, path)).status).toBe(404)
  expect((await open(app.server.port, '')).outcome).toBe(401)
})

// Catches a route that a foreign page, or one of another host name, reaches; and a ticket or a range that gets lost.
test('the monitor answers below its path, under the same guard and policy as files', async () => {
  const asked: RouteRequest[] = []
  const { server } = await serve({
    monitor: async (request) => {
      asked.push(request)
      return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: '#EXTM3U' }
    },
  })
  const path = '/monitor/0?x=1'
  const headers = { 'x-showdesk-ticket': 'abc', range: 'bytes=0-4' }
  const answer = await get(server.port, path, headers)
  expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([200, '#EXTM3U', 'no-store'])
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect(asked).toEqual([
    { path: '/monitor/0', ticket: 'abc', range: 'bytes=0-4', signal: expect.any(AbortSignal) as AbortSignal },
  ])
  expect((await get(server.port, path, { ...headers, origin: 'https://evil.example' })).status).toBe(403)
  expect((await get(server.port, path, { ...headers, host: 'evil.example' })).status).toBe(421)
  expect((await get(server.port, path, headers, 'POST')).status).toBe(405)
  expect(asked).toHaveLength(1)
  // Where the desk's own page is not served, nothing of it is.
  const door = await serve({ page: false })
  expect((await get(door.server.port, path, headers)).status).toBe(404)
})

// Catches a cut segment that arrives as a whole one, and a far request that goes on after the page left.
test('a segment that breaks off breaks the connection, and a page that leaves ends it', async () => {
  const bodies: PassThrough[] = []
  const signals: AbortSignal[] = []
  const { server } = await serve({
    monitor: async ({ signal }) => {
      const body = new PassThrough()
      body.write('some')
      bodies.push(body)
      signals.push(signal)
      return { status: 200, headers: {}, body }
    },
  })
  const ask = () => {
    const outgoing = request({ port: server.port, host: '127.0.0.1', path: '/monitor/1' }).end()
    outgoing.on('error', () => undefined)
    return once(outgoing, 'response').then(([response]) => ({ outgoing, response: response as IncomingMessage }))
  }
  const cut = await ask()
  cut.response.resume()
  bodies[0]?.destroy(new Error('cut'))
  await once(cut.response, 'error')
  expect(cut.response.complete).toBe(false)
  const left = await ask()
  left.outgoing.destroy()
  await expect.poll(() => signals[1]?.aborted).toBe(true)
})

interface Answer {
  id: number
  result?: unknown
  error?: { data: { code: string; facts?: { reason: string } } }
}

const requests = (method: string, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method })))

// Catches a batch whose answers together are longer than a text can be: 10 KB of requests ended the desk.
test('the answers of a batch have a bound together, and what does not fit is not asked', async () => {
  const { server, calls } = await serve()
  const { socket } = await open(server.port, server.token)
  const answers = (await ask(socket, requests('long', 100))) as Answer[]
  expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id))
  const refused = answers.filter(({ error }) => error !== undefined)
  expect(refused).toHaveLength(95)
  expect(refused[0]?.error?.data).toMatchObject({ code: 'too_large', facts: { reason: 'answer_too_large' } })
  expect(calls.filter((method) => method === 'long')).toHaveLength(6)
})

// Catches one answer that can't be written and ends the desk.
test('an answer that is longer than a text can be is an error', async () => {
  const { server } = await serve()
  const { socket } = await open(server.port, server.token)
  expect(await ask(socket, '{"jsonrpc":"2.0","id":1,"method":"endless"}')).toMatchObject({
    id: 1,
    error: { data: { code: 'too_large' } },
  })
})

// Catches an exception while one frame is answered that ends more than its connection.
test('where answering fails its connection closes, and no other', async () => {
  const { server } = await serve()
  const other = await open(server.port, server.token)
  const { socket } = await open(server.port, server.token)
  const closed = once(socket, 'close')
  socket.send('{"jsonrpc":"2.0","id":1,"method":"broken"}')
  expect((await closed)[0]).toBe(1011)
  expect(await ask(other.socket, '{"jsonrpc":"2.0","id":2,"method":"echo","params":{}}')).toMatchObject({ id: 2 })
})

// Catches a flood of a grant that the desk's own page has to wait behind.
test('the page is answered between any two requests of others', async () => {
  const { server, access, calls } = await serve()
  await access.switch(true)
  const { secret } = access.grant({ name: 'Script', scope: 'read', environment: 'rehearsal' })
  const page = await open(server.port, server.token, { origin: `http://127.0.0.1:${server.port}` })
  const script = await openProved(`ws://127.0.0.1:${server.port}/bridge`, secret)
  let answered = 0
  script.on('message', () => (answered += 1))
  for (let frame = 0; frame < 40; frame += 1) script.send(requests('echo', 100))
  await ask(page.socket, '{"jsonrpc":"2.0","id":1,"method":"who"}')
  expect(calls.length).toBeLessThan(1_000)
  await expect.poll(() => answered).toBe(40)
  expect(calls).toHaveLength(4_001)
})
