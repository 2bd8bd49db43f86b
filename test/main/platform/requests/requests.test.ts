import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import { DeskError } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { answering, apiKey, failure, raw, read, refusedBase, serve, token, write } from '../client/support.ts'
import { handedOut, makeRequests } from './support.ts'

const request = { operation: read.key, query: { q: 'x', none: null }, body: undefined }

// Catches an exchange that lacks something a person looks for, and an entry in the history that says otherwise.
test('a read is answered with all that was seen of it, and told to the history', async () => {
  const { base } = await answering(200, ' {"data" : {"id":"a"}, "requestId":"req-1"}', {
    'X-Thing': 'one',
    'Set-Cookie': 'session=abc',
  })
  const { requests, answers, noted } = makeRequests(base, { id: 'read-1' })
  const exchange = await requests.read(request)
  expect(exchange).toMatchObject({
    id: 'read-1',
    operation: read.key,
    environment: 'production',
    outcome: 'answered',
    status: 200,
    requestId: 'req-1',
    attempts: 1,
  })
  expect(exchange).not.toHaveProperty('error')
  expect(exchange.headers).toContainEqual(['X-Thing', 'one'])
  expect(exchange.headers).toContainEqual(['Set-Cookie', mask])
  expect(exchange.body).toMatchObject({ kind: 'json', bytes: 43, length: 43, type: 'application/json', problems: [] })
  expect(handedOut(answers, exchange)).toBe(' {"data" : {"id":"a"}, "requestId":"req-1"}')
  expect(noted).toMatchObject([
    {
      at: exchange.at,
      operation: read.key,
      product: 'Events',
      environment: 'production',
      outcome: 'answered',
      status: 200,
      requestId: 'req-1',
      attempts: 1,
      bytes: 43,
      durationMs: exchange.durationMs,
    },
  ])
  expect(noted[0]?.request).toEqual({ query: { q: 'x', none: null } })
  expect(noted[0]).not.toHaveProperty('error')
  expect(noted[0]?.answer?.()).toBe(' {"data" : {"id":"a"}, "requestId":"req-1"}')
})

// Catches an exchange that can't be told from another one where no history is kept.
test('has an id of its own where nothing is kept', async () => {
  const { base } = await answering(200, {})
  const { requests } = makeRequests(base)
  const ids = [(await requests.read(request)).id, (await requests.read(request)).id]
  expect(new Set(ids).size).toBe(2)
})

// Catches a refusal that throws, and one without the platform's words or its body.
test('a refusal is an exchange', async () => {
  const { base } = await answering(
    404,
    { error: { code: 'not_found', message: 'No such thing' } },
    { 'X-Request-Id': 'req-2' },
  )
  const { requests, answers, noted } = makeRequests(base)
  const exchange = await requests.read(request)
  expect(exchange).toMatchObject({
    outcome: 'refused',
    status: 404,
    requestId: 'req-2',
    error: { code: 'not_found', status: 404, facts: { said: 'No such thing' } },
  })
  expect(handedOut(answers, exchange)).toContain('No such thing')
  expect(noted).toMatchObject([
    { outcome: 'refused', error: 'not_found', message: `${exchange.error?.message} No such thing` },
  ])
})

// Catches a gate that an exchange does not show, and a request that throws although it reached the wire.
test('a 429 shows its gate, and behind a closed gate it throws', async () => {
  const { base } = await answering(429, {}, { 'Retry-After': '30' })
  const { requests, noted } = makeRequests(base)
  expect(await requests.read(request)).toMatchObject({
    outcome: 'refused',
    status: 429,
    error: { code: 'rate_limited' },
    gate: { product: 'Events', source: 'retry-after' },
  })
  expect((await failure(() => requests.read(request))).code).toBe('rate_limited')
  expect(noted).toHaveLength(1)
})

// Catches tries that are not counted, and what got no answer shown as one.
test('tries are counted, and a read without an answer has failed', async () => {
  const { base } = await answering(502, {})
  const { requests } = makeRequests(base, { limits: { readRetries: 2 } })
  expect(await requests.read(request)).toMatchObject({ outcome: 'refused', status: 502, attempts: 3 })
  const gone = makeRequests(await refusedBase(), { limits: { readRetries: 1 } })
  const exchange = await gone.requests.read(request)
  expect(exchange).toMatchObject({ outcome: 'failed', attempts: 2, headers: [], error: { code: 'unreachable' } })
  expect(exchange).not.toHaveProperty('status')
  expect(exchange).not.toHaveProperty('body')
  expect(gone.noted).toMatchObject([{ outcome: 'failed', attempts: 2, error: 'unreachable' }])
})

// Catches a history of what was never asked, and an exchange where nothing reached the wire.
test.each([
  ['invalid_input', { operation: 'GET /api/none' }, {}],
  ['invalid_input', { operation: write.key }, {}],
  ['no_credentials', request, { credential: () => Promise.reject(new DeskError('no_credentials', 'None.')) }],
])('throws %s for what never left', async (code, request, surroundings) => {
  const { base, seen } = await answering(200, {})
  const { requests, noted } = makeRequests(base, { surroundings })
  expect((await failure(() => requests.read(request))).code).toBe(code)
  expect([seen.length, noted.length]).toEqual([0, 0])
})

// Catches a redirect without its target.
test('a redirect says where it points', async () => {
  const { base } = await answering(302, '', { Location: 'https://pay.example.org/1' })
  const { requests } = makeRequests(base)
  expect(await requests.read(request)).toMatchObject({
    outcome: 'answered',
    status: 302,
    location: 'https://pay.example.org/1',
    body: { kind: 'empty', length: 0 },
  })
})

// Catches a receipt's download shown as a failure, and a sign-in page shown as an answer.
test.each([
  ['application/pdf', Buffer.from('%PDF-1.7\n\xff\xfe', 'latin1'), 'answered', 'binary'],
  ['image/png', Buffer.from('\x89PNG\r\n\0', 'latin1'), 'answered', 'binary'],
  ['application/octet-stream', Buffer.from([0, 1, 2, 255]), 'answered', 'binary'],
  ['text/csv', Buffer.from('id,amount\na,1'), 'answered', 'text'],
  ['text/plain', Buffer.from('Paid in full'), 'answered', 'text'],
  ['text/html', Buffer.from('<html>Welcome</html>'), 'refused', 'html'],
  ['text/plain', Buffer.from('<html>Welcome</html>'), 'refused', 'html'],
  ['application/pdf', Buffer.from('<html>Welcome</html>'), 'refused', 'html'],
  ['application/json', Buffer.from('%PDF-1.7'), 'refused', 'binary'],
  ['application/json', Buffer.from('Paid in full'), 'refused', 'text'],
])('%s %# is %3$s', async (type, bytes, outcome, kind) => {
  const { base } = await answering(200, bytes, { 'Content-Type': type, 'X-Request-Id': 'req-3' })
  const { requests, answers, noted, client } = makeRequests(base)
  const exchange = await requests.read(request)
  expect(exchange).toMatchObject({ outcome, status: 200, requestId: 'req-3', body: { kind, bytes: bytes.length } })
  expect(exchange.error?.code).toBe(outcome === 'answered' ? undefined : 'bad_response')
  expect(noted).toMatchObject([{ outcome }])
  const out = handedOut(answers, exchange)
  expect(Buffer.from(out, kind === 'binary' ? 'base64' : 'utf8').equals(bytes)).toBe(true)
  if (kind === 'binary' && outcome === 'answered') expect(client.connection('production').state).not.toBe('unreachable')
})

// Catches a read that can't be given up, one that is given up by another's press, and a socket left behind.
test('a read is given up by its press', async () => {
  const closed: Array<Promise<unknown>> = []
  let arrived = () => {}
  const both = new Promise<void>((resolve) => void (arrived = resolve))
  const { base } = await serve((_, response) => {
    closed.push(once(response, 'close'))
    if (closed.length === 2) arrived()
  })
  const { requests, noted } = makeRequests(base, { id: 'read-9' })
  const [press, other] = [randomUUID(), randomUUID()]
  const first = requests.read(request, press)
  const second = requests.read(request, other)
  await both
  requests.cancel(randomUUID())
  requests.cancel(press)
  expect(await first).toMatchObject({ id: 'read-9', outcome: 'failed', attempts: 1, error: { code: 'cancelled' } })
  await Promise.race(closed)
  requests.cancel(press)
  await requests.close()
  expect(await second).toMatchObject({ outcome: 'failed', error: { code: 'cancelled' } })
  await Promise.all(closed)
  expect(noted.map(({ error }) => error)).toEqual(['cancelled', 'cancelled'])
})

// Catches a read that waits for the keychain and throws at the person who gave it up.
test('a read that did not leave yet is given up', async () => {
  const { base, seen } = await answering(200, {})
  const press = randomUUID()
  const { requests, noted } = makeRequests(base, { surroundings: { credential: () => new Promise(() => {}) } })
  const ended = requests.read(request, press)
  await new Promise((resolve) => setImmediate(resolve))
  requests.cancel(press)
  expect(await ended).toMatchObject({ outcome: 'failed', attempts: 0, headers: [], error: { code: 'cancelled' } })
  expect([seen.length, noted.length]).toEqual([0, 0])
})

// Catches a studio view's read that answers otherwise than before, or is missing from the history.
test('a read of a view answers as the client does, and is told', async () => {
  let status = 200
  const { base } = await serve((_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"data":{"token":"abcdefgh"}}'),
  )
  const { requests, noted, chosen } = makeRequests(base)
  chosen.environment = 'development'
  expect(await requests.noted(request, 'rehearsal')).toMatchObject({ status: 200, data: { data: { token: mask } } })
  status = 403
  expect((await failure(() => requests.noted(request, 'rehearsal'))).toShape()).toMatchObject({
    code: 'not_authorized',
    status: 403,
  })
  expect(noted).toMatchObject([
    { environment: 'rehearsal', outcome: 'answered', status: 200 },
    { outcome: 'refused', status: 403, error: 'not_authorized' },
  ])
  expect(noted[0]?.answer?.()).toBe(`{"data":{"token":"${mask}"}}`)
})

// Catches what the desk reads by itself, or the ledger to confirm a write, told as a person's.
test('what nobody asked for here is not told', async () => {
  const { base } = await answering(200, {})
  const { client, noted } = makeRequests(base)
  await client.read({ operation: read.key }, 'production', 'desk')
  await client.read({ operation: read.key }, 'production')
  expect(noted).toEqual([])
})

// Catches a password, token or stored key in the history.
test('the history gets requests without secrets', async () => {
  const { base } = await answering(200, {})
  const post = {
    operation: 'POST /api/things/find',
    body: { password: 'hunter2', note: `my ${apiKey}` },
    query: { q: apiKey },
  }
  const { requests, noted } = makeRequests(base)
  await requests.read(post).catch(() => undefined)
  await requests.read({ ...request, query: { q: 'plain', token: 'abcdefgh' } })
  expect(JSON.stringify(noted)).not.toMatch(new RegExp(`${apiKey}|hunter2|abcdefgh`))
  expect(noted).toHaveLength(1)
})

const intentOf = (more: Partial<Intent>): Intent => ({
  id: 'intent-1',
  reference: 'ref-1',
  operation: write.key,
  state: 'confirmed',
  environment: 'production',
  product: 'Events',
  risk: 'edit',
  request: {},
  attempts: 2,
  createdAt: '2026-11-22T20:00:00.000Z',
  evidence: [],
  ...more,
})

// Catches an inline secret that the platform repeats and that is shown because it left the keychain with its settled intent (finding 7).
test('what a write brought along stays masked in its answer after it was forgotten', async () => {
  const { base } = await answering(200, '{"data":{"id":"a","note":"ingest rtmp://live.host/app/STRlazyK3y-wNzz"}}', {
    'X-Thing': 'STRlazyK3y-wNzz',
  })
  const { requests, answers, client, redactor } = makeRequests(base, { intents: new Map([['intent-1', intentOf({})]]) })
  redactor.learn('STRlazyK3y-wNzz')
  await client.write({ operation: write.key, body: {} }, 'production', 'ref-1')
  redactor.forget('STRlazyK3y-wNzz')
  const exchange = requests.ofIntent('intent-1')
  expect(exchange?.headers).toContainEqual(['X-Thing', mask])
  expect(exchange && handedOut(answers, exchange)).toBe(
    `{"data":{"id":"a","note":"ingest rtmp://live.host/app/${mask}"}}`,
  )
})

// Catches a write whose answer can't be looked at, and one that is kept unredacted once it was.
test('what was seen of a write is found by its intent', async () => {
  const { base } = await answering(200, `{"data":{"id":"a","token":"${token}"},"requestId":"req-4"}`, {
    'X-Thing': 'one',
  })
  const intents = new Map([
    ['intent-1', intentOf({ requestId: 'req-4' })],
    ['intent-2', intentOf({ id: 'intent-2', reference: 'ref-2' })],
  ])
  const { requests, answers, client, noted } = makeRequests(base, { intents })
  expect(requests.ofIntent('intent-1')).toBeNull()
  await client.write({ operation: write.key, body: {} }, 'production', 'ref-1')
  const exchange = requests.ofIntent('intent-1')
  expect(exchange).toMatchObject({
    id: 'intent-1',
    operation: write.key,
    outcome: 'answered',
    status: 200,
    requestId: 'req-4',
    attempts: 2,
    body: { kind: 'json', masked: true },
  })
  expect(exchange?.headers).toContainEqual(['X-Thing', 'one'])
  expect(exchange && handedOut(answers, exchange)).toBe(`{"data":{"id":"a","token":"${mask}"},"requestId":"req-4"}`)
  expect(requests.ofIntent('intent-1')?.body).toEqual(exchange?.body)
  expect(requests.ofIntent('intent-2')).toBeNull()
  expect(noted).toEqual([])
  requests.drop()
  expect(requests.ofIntent('intent-1')).toBeNull()
})

// Catches a write's page shown as an answer, and a cut one without its error.
test('a write that went wrong says so', async () => {
  const page = await answering(200, '<html>Welcome</html>', { 'Content-Type': 'text/html' })
  const error = new DeskError('unknown_outcome', 'It is not known how the request ended.').toShape()
  const intents = new Map([['intent-1', intentOf({ state: 'unknown', error })]])
  const first = makeRequests(page.base, { intents })
  await first.client.write({ operation: write.key, body: {} }, 'production', 'ref-1')
  expect(first.requests.ofIntent('intent-1')).toMatchObject({
    outcome: 'refused',
    status: 200,
    body: { kind: 'html' },
    error,
  })
  const cut = await raw((socket) => socket.destroy())
  const second = makeRequests(cut.base, { intents })
  await second.client.write({ operation: write.key, body: {} }, 'production', 'ref-1')
  const exchange = second.requests.ofIntent('intent-1')
  expect(exchange).toMatchObject({ outcome: 'failed', headers: [], error })
  expect(exchange).not.toHaveProperty('body')
})

// Catches an intent whose answer the memory has lost, though the ledger has it.
test("a write's answer that is no longer in memory comes from the ledger", async () => {
  const { base } = await answering(200, { data: { id: 'a' } })
  const { requests, answers, client } = makeRequests(base, {
    intents: new Map([['intent-1', intentOf({ answer: { data: { id: 'kept' } } })]]),
  })
  await client.write({ operation: write.key, body: {} }, 'production', 'ref-1')
  requests.ofIntent('intent-1')
  answers.clear()
  const exchange = requests.ofIntent('intent-1')
  expect(JSON.parse(exchange ? handedOut(answers, exchange) : '')).toEqual({ data: { id: 'kept' } })
})

// Catches a queue of 10,000 writes that fills the memory with answers.
test('writes are remembered within bounds', async () => {
  const { base } = await answering(200, {})
  const intents = new Map([
    ['first', intentOf({ reference: 'ref-0' })],
    ['last', intentOf({ reference: 'ref-64' })],
  ])
  const { requests, client } = makeRequests(base, { intents })
  for (let n = 0; n <= 64; n++) await client.write({ operation: write.key, body: {} }, 'production', `ref-${n}`)
  expect(requests.ofIntent('first')).toBeNull()
  expect(requests.ofIntent('last')).not.toBeNull()
})
