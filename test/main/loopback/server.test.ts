import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Bridge } from '../../../main/types.ts'
import { serveLoopback } from '../../../main/loopback/server.ts'
import { createManifest } from '../../../main/web/manifest.ts'

async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'loopback-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Showdesk</title>')
  const listeners = new Set<(event: string, payload: unknown) => void>()
  const bridge: Bridge = {
    async call(method, params, from) {
      if (method === 'who') return { ok: true, data: from }
      if (method === 'echo') return { ok: true, data: params }
      return { ok: false, error: { code: 'unknown_method', message: 'no', retryable: false } }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const server = await serveLoopback({ bridge, manifest: createManifest(folder), port: 0, log: { write: () => {} } })
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  return {
    server,
    push: (event: string, payload: unknown) => listeners.forEach((listener) => listener(event, payload)),
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
  expect(await ask(socket, '{"id":1}')).toMatchObject({ id: null, error: { code: -32600 } })
  expect(await ask(socket, '{"jsonrpc":"2.0","id":1,"method":"echo","params":[1]}')).toMatchObject({
    error: { code: -32600 },
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
  const outcomes = await Promise.all(Array.from({ length: 34 }, () => open(server.port, server.token)))
  expect(outcomes.filter(({ outcome }) => outcome === 503).length).toBeGreaterThan(0)
  expect(outcomes.filter(({ outcome }) => outcome === 101).length).toBeLessThanOrEqual(32)
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
  expect(await who({})).toMatchObject({ result: 'script' })
  expect(await who({ origin: `http://127.0.0.1:${server.port}` })).toMatchObject({ result: 'page' })
  expect((await open(server.port, server.token, { origin: 'https://example.org' })).outcome).toBe(403)
})
