import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { mask } from '#contract/mask.ts'
import {
  answering,
  apiKey,
  assertNoSecret,
  catalog,
  failure,
  makeClient,
  operation,
  raw,
  read,
  refusedBase,
  serve,
  write,
} from './support.ts'

const pay = operation('GET /api/pay/{shortId}', { auth: 'none' })
const search = operation('POST /api/payment/refund/search', { product: 'Payments', kind: 'read' })
const operations = catalog(read, write, pay, search)
const get = (base: string, limits = {}) =>
  makeClient(base, { operations, limits }).client.read({ operation: read.key }, 'production')

// Catches data that is unwrapped or changed, and a secret in an answer that comes through.
test('answers the whole body, redacted', async () => {
  const { base } = await answering(200, { data: { id: '1', note: `uses ${apiKey}` }, requestId: 'req-1' })
  const answer = await get(base)
  expect(answer).toMatchObject({
    status: 200,
    data: { data: { id: '1', note: 'uses •••' }, requestId: 'req-1' },
    requestId: 'req-1',
  })
  expect(answer.receivedAt).toMatch(/^\d{4}-.*\.\d{3}Z$/)
  expect(answer.durationMs).toBeGreaterThanOrEqual(0)
  assertNoSecret(answer)
})

// Catches a read sent with a client reference or without its body.
test('a POST read carries its body and no reference', async () => {
  const { base, seen } = await answering(200, {})
  await makeClient(base, { operations }).client.read({ operation: search.key, body: { limit: 5 } }, 'production')
  expect(seen[0]).toMatchObject({ method: 'POST', body: '{"limit":5}' })
  expect(seen[0]?.headers).not.toHaveProperty('x-client-reference')
})

// Catches an operation that writes slipping past the ledger, retried as if it were a read.
test('refuses to read with an operation that writes', async () => {
  const { base, seen } = await answering(200, {})
  const error = await failure(() =>
    makeClient(base, { operations }).client.read({ operation: write.key }, 'production'),
  )
  expect(error.code).toBe('invalid_input')
  expect(seen).toHaveLength(0)
})

// Catches a followed redirect, and credentials that travel to another origin.
test('a redirect is an answer and is never followed', async () => {
  const other = await answering(200, { hello: 'there' })
  const { base } = await answering(302, 'Found', { Location: `${other.base}/checkout?id=1` })
  const { client } = makeClient(base, { operations })
  expect(await client.read({ operation: pay.key, path: { shortId: 'abc' } }, 'production')).toMatchObject({
    status: 302,
    data: null,
    location: `${other.base}/checkout?id=1`,
  })
  expect(await client.read({ operation: read.key }, 'production')).toMatchObject({ status: 302, data: null })
  expect(other.seen).toHaveLength(0)
})

// Catches a relative Location handed on as it is, and one that can't be read failing the read.
test('resolves a relative location, and does without a broken one', async () => {
  const relative = await answering(303, '', { Location: '../done' })
  expect(
    await makeClient(`${relative.base}/base`, { operations }).client.read(
      { operation: pay.key, path: { shortId: 'a' } },
      'production',
    ),
  ).toMatchObject({ location: `${relative.base}/base/api/done` })
  const broken = await answering(302, '', { Location: 'http://[' })
  expect(await get(broken.base)).not.toHaveProperty('location')
})

// Catches an error code that does not fit its status, or a request that is tried again although it was refused.
test.each([
  [400, 'invalid_request', false],
  [401, 'authentication_required', false],
  [403, 'not_authorized', false],
  [404, 'not_found', false],
  [408, 'timed_out', true],
  [409, 'conflict', false],
  [418, 'invalid_request', false],
  [500, 'server_error', true],
])('%s throws %s after one try', async (status, code, retryable) => {
  const { base, seen } = await answering(status, { message: `Bad ${apiKey}` }, { 'X-Request-Id': 'req-4' })
  const error = await failure(() => get(base))
  expect(error.toShape()).toMatchObject({ code, status, retryable, requestId: 'req-4', operation: read.key })
  expect(seen).toHaveLength(1)
})

// Catches answers that can't be read taken for data.
test.each([
  [200, '<html></html>', 'bad_response'],
  [200, '{"a":', 'bad_response'],
  [200, JSON.stringify('x'.repeat(9 * 1024 * 1024)), 'too_large'],
])('%s case %# throws %s', async (status, text, code) => {
  const { base, seen } = await answering(status, text)
  expect((await failure(() => get(base))).code).toBe(code)
  expect(seen).toHaveLength(1)
})

// Catches an empty answer taken for a broken one.
test.each([200, 204])('an empty %s is null', async (status) => {
  const { base } = await answering(status, '')
  expect(await get(base)).toMatchObject({ status, data: null })
})

// Catches a passing weakness of the network shown to the user, and endless retries.
test('tries again after a cut and after 502, 503, 504, three times in all', async () => {
  const statuses = [503, 502, 200, 504, 504, 504]
  const { base, seen } = await serve((_, response) => response.writeHead(statuses[seen.length - 1] ?? 500).end('{}'))
  const { client } = makeClient(base, { operations })
  expect(await client.read({ operation: read.key }, 'production')).toMatchObject({ status: 200 })
  expect(seen).toHaveLength(3)
  expect((await failure(() => client.read({ operation: read.key }, 'production'))).toShape()).toMatchObject({
    code: 'server_error',
    status: 504,
  })
  expect(seen).toHaveLength(6)
  const cut = await raw((socket) => socket.end())
  expect((await failure(() => get(cut.base))).code).toBe('unreachable')
  expect(cut.connections()).toBe(3)
})

// Catches a 503 that names its time being asked again at once.
test('leaves a 503 with Retry-After alone', async () => {
  const { base, seen } = await answering(503, '{}', { 'Retry-After': '7' })
  expect((await failure(() => get(base))).toShape()).toMatchObject({ code: 'server_error', retryAfterMs: 7_000 })
  expect(seen).toHaveLength(1)
})

// Catches retries that go on beyond the deadline, and a time-out tried again.
test('keeps to the deadline', async () => {
  const silent = await raw(() => {})
  expect((await failure(() => get(silent.base, { idleMs: 120 }))).code).toBe('timed_out')
  expect(silent.connections()).toBe(1)
  const weak = await answering(503, '{}')
  await failure(() => get(weak.base, { deadlineMs: 50 }))
  expect(weak.seen).toHaveLength(1)
})

// Catches an unreachable platform without a word on what to do.
test('a refused port is unreachable', async () => {
  const error = await failure(async () => get(await refusedBase()))
  expect(error.toShape()).toMatchObject({ code: 'unreachable', retryable: true })
  expect(error.details.facts).toEqual({ reason: 'connection_refused', host: expect.stringMatching(/^127/) as unknown })
})

// Catches a proxy of the surroundings that sees the credentials.
test('ignores proxies in the environment', async () => {
  const proxy = await answering(200, { from: 'proxy' })
  const { base } = await answering(200, { from: 'platform' })
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.base)
  vi.stubEnv('NO_PROXY', '')
  expect(await get(base)).toMatchObject({ data: { from: 'platform' } })
  vi.unstubAllEnvs()
  expect(proxy.seen).toHaveLength(0)
})

// Catches a request lost on a kept connection that the server has closed meanwhile, and connections that are not kept.
test('keeps connections, and opens a new one after the server closed them', async () => {
  const { base, server } = await answering(200, {})
  const open = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  const { client } = makeClient(base, { operations })
  for (let time = 0; time < 3; time++) await client.read({ operation: read.key }, 'production')
  expect(connections).toBe(1)
  for (let time = 0; time < 20; time++) {
    const ended = Promise.all([...open].map((socket) => once(socket, 'close')))
    server.closeIdleConnections()
    await ended
    expect(await client.write({ operation: write.key }, 'production', 'r')).toMatchObject({ outcome: 'confirmed' })
  }
})

// Catches a closed client that goes on sending.
test('sends nothing after close', async () => {
  const { base, seen } = await answering(200, {})
  const { client } = makeClient(base, { operations })
  client.close()
  expect((await failure(() => client.read({ operation: read.key }, 'production'))).code).toBe('cancelled')
  expect(await client.write({ operation: write.key }, 'production', 'r')).toMatchObject({
    outcome: 'not_sent',
    error: { code: 'cancelled' },
  })
  expect(seen).toHaveLength(0)
})

// Catches a list that goes on by a header alone, and headers that carry secrets, cookies or without end.
test('headers that may say something of pages come along, masked and bounded; no others do', async () => {
  const { base } = await answering(206, [{ id: '1' }], {
    Link: '</api/things/all?page=2>; rel="next"',
    'Content-Range': 'items 0-0/9',
    'X-Total-Count': '9',
    'X-Next-Cursor': `c-${apiKey}`,
    'X-Long-Page': 'p'.repeat(5_000),
    'Set-Cookie': 'page=1',
    'X-Session-Count': '4',
    'X-Account-Id': 'account-1',
    'X-Next-Token': 'abc',
    'X-Rate-Limit-Count': '4',
    Server: 'none',
  })
  const answer = await get(base)
  expect(answer).toMatchObject({
    status: 206,
    headers: {
      link: '</api/things/all?page=2>; rel="next"',
      'content-range': 'items 0-0/9',
      'x-total-count': '9',
      'x-next-cursor': 'c-•••',
      'x-next-token': mask,
      'x-long-page': 'p'.repeat(1_024),
    },
  })
  expect(Object.keys(answer.headers ?? {})).toHaveLength(6)
  assertNoSecret(answer)
  const many = await answering(200, [], Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`X-Page-${n}`, '1'])))
  expect(Object.keys((await get(many.base)).headers ?? {})).toHaveLength(16)
  expect(await get((await answering(200, [])).base)).not.toHaveProperty('headers')
})
