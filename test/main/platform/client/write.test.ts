import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import {
  answering,
  apiKey,
  assertNoSecret,
  catalog,
  makeClient,
  operation,
  raw,
  refusedBase,
  serve,
  streamKey,
  write,
} from './support.ts'

const body = {
  options: {
    title: 'Ünïcode “quotes” \u2028 \ud83d\ude00',
    big: 12345678901234567890,
    small: 1e-7,
    list: [null, true, { a: '' }],
  },
}
const reference = 'desk-0001'
const send = async (base: string, limits = {}) => {
  const { client, logged } = makeClient(base, { limits })
  const outcome = await client.write({ operation: write.key, body }, 'production', reference)
  assertNoSecret([outcome, logged])
  return outcome
}

// Catches a body that is changed on the way, and headers that are missing or too many (spec, sections 4.1 and 5).
test('sends body and headers exactly', async () => {
  const { base, seen } = await answering(200, { data: { id: '1', status: 'updated' }, requestId: 'req-1' })
  expect(await send(base)).toMatchObject({
    outcome: 'confirmed',
    status: 200,
    requestId: 'req-1',
    answer: { data: { id: '1', status: 'updated' }, requestId: 'req-1' },
  })
  expect(seen).toHaveLength(1)
  expect(seen[0]?.body).toBe(JSON.stringify(body))
  expect(seen[0]?.headers).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'Showdesk/0.1.0',
    'x-client-reference': reference,
    'x-service-api-key': apiKey,
  })
  expect(seen[0]?.headers).not.toHaveProperty('authorization')
})

// Catches a form's content type on a write without a body.
test('a write without a body names no content', async () => {
  const { base, seen } = await answering(204, '')
  const outcome = await makeClient(base).client.write({ operation: write.key }, 'production', reference)
  expect(outcome).toMatchObject({ outcome: 'confirmed', status: 204, answer: null })
  expect(seen[0]?.headers).not.toHaveProperty('content-type')
  expect(seen[0]?.body).toBe('')
})

// Catches a secret that is sent as a reference, or left in the caller's own object.
test('fills references in right before sending', async () => {
  const { base, seen } = await answering(200, { echo: streamKey })
  const asked: string[] = []
  const { client } = makeClient(base, {
    surroundings: { secret: async (name, path) => (asked.push(`${name} at ${path}`), streamKey) },
  })
  const request = Object.freeze({
    options: Object.freeze({ streamKey: { $secret: 'intent/1/a' }, list: [{ token: { $secret: 'intent/1/b' } }] }),
  })
  const outcome = await client.write({ operation: write.key, body: request }, 'production', reference)
  expect(seen[0]?.body).toBe(JSON.stringify({ options: { streamKey, list: [{ token: streamKey }] } }))
  expect(asked).toEqual(['intent/1/a at options.streamKey', 'intent/1/b at options.list.0.token'])
  expect(request.options.streamKey).toEqual({ $secret: 'intent/1/a' })
  assertNoSecret(outcome)
})

// Catches a log from which nobody can tell which write was lost, how far it came, or that the platform failed on it.
test('the log names the write that was lost or failed, and the stage of its socket', async () => {
  const linesOf = async (base: string, limits: Parameters<typeof makeClient>[1] = {}) => {
    const { client, logged } = makeClient(base, limits)
    const outcome = await client.write({ operation: write.key, body }, 'production', reference, { intent: '01INTENT' })
    return { outcome, logged }
  }
  const names = { intent: '01INTENT', reference }
  const fields = (line = '') => JSON.parse(line.slice(line.indexOf('{'))) as unknown
  const refused = await linesOf(await refusedBase())
  expect(refused.logged[0]).toMatch(/^warn A request got no whole answer/)
  expect(fields(refused.logged[0])).toMatchObject({ ...names, stage: 'connecting', cause: 'unreachable' })
  const cut = await linesOf((await raw((socket) => socket.once('data', () => socket.destroy()))).base)
  expect(fields(cut.logged[0])).toMatchObject({ ...names, stage: 'sent', cause: 'cut' })
  expect(cut.outcome).toMatchObject({ outcome: 'unknown', stage: 'sent' })
  const truncating = await raw((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{')),
  )
  const half = await linesOf(truncating.base)
  expect(fields(half.logged[0])).toMatchObject({ ...names, stage: 'answering', cause: 'cut' })
  const failed = await linesOf((await answering(503, { error: 'down' })).base)
  expect(failed.logged[0]).toMatch(/^warn The platform failed on a write/)
  expect(fields(failed.logged[0])).toMatchObject({ ...names, stage: 'answered', status: 503 })
})

// Catches a refused connection taken for a write of unknown outcome.
test('a refused port is not sent', async () => {
  const outcome = await send(await refusedBase())
  expect(outcome).toMatchObject({
    outcome: 'not_sent',
    error: { code: 'unreachable', retryable: true, operation: write.key },
  })
  expect(outcome).toMatchObject({
    error: {
      message: expect.stringContaining('refuses connections') as unknown,
      facts: { reason: 'connection_refused' },
    },
  })
})

// Catches a name that is not found taken for anything but "not sent".
test('an unknown host is not sent', async () => {
  expect(await send('https://desk.invalid')).toMatchObject({ outcome: 'not_sent', error: { code: 'unreachable' } })
})

// Catches any failure after the connection stood taken for "not sent" or "rejected": the platform may have acted.
test.each([
  ['closes before an answer', (socket: Socket) => socket.end(), 'cut'],
  ['resets before an answer', (socket: Socket) => socket.resetAndDestroy(), 'cut'],
  ['closes in the head', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'), 'cut'],
  [
    'closes in a counted body',
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{"data":'),
    'cut',
  ],
  [
    'closes in a chunked body',
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'),
    'cut',
  ],
  ['speaks no HTTP', (socket: Socket) => socket.end('SSH-2.0-hello\r\n'), 'cut'],
  [
    'breaks off a refusal',
    (socket: Socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 20\r\n\r\n{'),
    'cut',
  ],
])('a server that %s after the whole request leaves it unknown', async (_, answer, cause) => {
  let received = ''
  const { base, connections } = await raw(
    () => {},
    (text, socket) => {
      received = text
      if (text.endsWith(JSON.stringify(body))) answer(socket)
    },
  )
  const outcome = await send(base)
  expect(outcome).toMatchObject({ outcome: 'unknown', cause, error: { code: 'unknown_outcome', retryable: false } })
  expect(received).toContain(reference)
  expect(connections()).toBe(1)
})

// Catches "not sent" claimed of a connection that was accepted, whatever happened on it.
test('a server that accepts and closes at once leaves it unknown', async () => {
  const { base, connections } = await raw((socket) => socket.end())
  expect(await send(base)).toMatchObject({ outcome: 'unknown', cause: 'cut' })
  expect(connections()).toBe(1)
})

// Catches a server that never answers, and one that drips for ever, blocking the desk.
test('silence and dripping end as timed out', async () => {
  const silent = await raw(() => {})
  expect(await send(silent.base, { idleMs: 150 })).toMatchObject({
    outcome: 'unknown',
    cause: 'timed_out',
    error: { code: 'unknown_outcome' },
  })
  const dripping = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  expect(await send(dripping.base, { idleMs: 5_000, deadlineMs: 300 })).toMatchObject({
    outcome: 'unknown',
    cause: 'timed_out',
    status: 200,
  })
})

// Catches an answer that can't be read, or is no answer, taken for success.
test.each([
  [200, '<html>Welcome</html>', {}, 'bad_response'],
  [201, '{"data":', {}, 'bad_response'],
  [200, Buffer.from([0x22, 0xff, 0x22]), {}, 'bad_response'],
  [200, '['.repeat(200_000), {}, 'bad_response'],
  [200, 'not gzip', { 'Content-Encoding': 'gzip' }, 'bad_response'],
  [200, 'not brotli', { 'Content-Encoding': 'br' }, 'bad_response'],
  [200, gzipSync('{"data":{"id":"a"}}').subarray(0, -4), { 'Content-Encoding': 'gzip' }, 'bad_response'],
  [302, '', { Location: '/elsewhere' }, 'bad_response'],
  [304, '', {}, 'bad_response'],
  [408, '{}', {}, 'timed_out'],
  [500, '{"error":{"message":"Broke"}}', {}, 'server_error'],
  [502, '<html>Bad gateway</html>', {}, 'server_error'],
  [503, '', { 'Retry-After': '5' }, 'server_error'],
])('%s with %j is unknown', async (status, text, headers, cause) => {
  const { base, seen } = await answering(status, text, { 'X-Request-Id': 'req-9', ...headers })
  expect(await send(base)).toMatchObject({ outcome: 'unknown', cause, status })
  expect(seen).toHaveLength(1)
})

// Catches an answer without bound, compressed or not, filling the memory.
test('an answer over the cap is unknown, too large', async () => {
  const plain = await answering(200, JSON.stringify('x'.repeat(9 * 1024 * 1024)))
  expect(await send(plain.base)).toMatchObject({ outcome: 'unknown', cause: 'too_large', status: 200 })
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
  const packed = await answering(200, bomb, { 'Content-Encoding': 'gzip' })
  expect(await send(packed.base)).toMatchObject({ outcome: 'unknown', cause: 'too_large' })
})

// Catches a status that is mapped to the wrong code, or a refusal kept as unknown (spec, section 7).
test.each([
  [400, 'invalid_request'],
  [401, 'authentication_required'],
  [403, 'not_authorized'],
  [404, 'not_found'],
  [409, 'conflict'],
  [413, 'invalid_request'],
  [418, 'invalid_request'],
])('%s is rejected as %s', async (status, code) => {
  const { base, seen } = await answering(status, {
    message: `No ${apiKey}`,
    fields: { title: 'Too long' },
    requestId: 'req-3',
  })
  const outcome = await send(base)
  expect(outcome).toMatchObject({
    outcome: 'rejected',
    status,
    requestId: 'req-3',
    error: { code, status, requestId: 'req-3', operation: write.key, fields: [{ path: 'title', message: 'Too long' }] },
  })
  expect(outcome).toMatchObject({
    error: { message: expect.stringContaining(`(${status})`) as unknown, facts: { said: 'No •••', status } },
  })
  expect(seen).toHaveLength(1)
})

// Catches the platform's own code and request id being lost when they come in another place.
test('takes one of the five codes from the body, and the request id from a header', async () => {
  const { base } = await answering(422, { error: { code: 'not_found', message: 'Gone' } }, { 'X-Request-Id': 'req-7' })
  expect(await send(base)).toMatchObject({
    outcome: 'rejected',
    requestId: 'req-7',
    error: { code: 'not_found', facts: { said: 'Gone' } },
  })
})

// Catches an error page in HTML that breaks the reading of a refusal.
test('a refusal without JSON is still a refusal', async () => {
  const { base } = await answering(403, '<html>Forbidden</html>')
  const outcome = await send(base)
  expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'not_authorized' } })
  expect(outcome).not.toHaveProperty('answer')
})

// Catches a write that throws, or goes out, although it could not be prepared.
test('what fails before sending is not sent', async () => {
  const { base, seen } = await answering(200, {})
  const attempt = async (surroundings: Parameters<typeof makeClient>[1]) =>
    makeClient(base, surroundings).client.write(
      { operation: write.key, body: { a: { $secret: 'x' } } },
      'production',
      reference,
    )
  const cases: Array<[Parameters<typeof makeClient>[1], string]> = [
    [
      { surroundings: { credential: () => Promise.reject(new DeskError('keychain_locked', 'Locked')) } },
      'keychain_locked',
    ],
    [{ surroundings: { secret: () => Promise.reject(new DeskError('secret_missing', 'Gone')) } }, 'secret_missing'],
    [
      {
        surroundings: {
          baseUrl: () => {
            throw new DeskError('invalid_state', 'None')
          },
        },
      },
      'invalid_state',
    ],
    [{ surroundings: { baseUrl: () => 'http://example.com' } }, 'invalid_input'],
    [{ surroundings: { credential: () => Promise.reject(new Error(apiKey)) } }, 'internal'],
    [
      { surroundings: { credential: async () => ({ scheme: 'apiKey', apiKey: `${apiKey}\r\nX-Evil: 1` }) } },
      'invalid_input',
    ],
    [{ surroundings: { credential: async () => ({ scheme: 'apiKey', apiKey: `${apiKey}“` }) } }, 'invalid_input'],
    [{ operations: catalog() }, 'invalid_input'],
  ]
  for (const [options, code] of cases) {
    const outcome = await attempt(options)
    assertNoSecret(outcome)
    expect(outcome).toMatchObject({ outcome: 'not_sent', error: { code, operation: write.key } })
  }
  expect(seen).toHaveLength(0)
})

// Catches a failing redactor that turns a write that went out into a thrown error.
test('a failure after the answer leaves the write unknown', async () => {
  const { base } = await answering(200, {})
  const { client } = makeClient(base, {
    surroundings: {
      redact: (): Json => {
        throw new Error(apiKey)
      },
    },
  })
  const outcome = await client.write({ operation: write.key }, 'production', reference)
  assertNoSecret(outcome)
  expect(outcome).toMatchObject({ outcome: 'unknown' })
})

// Catches a large body cut or changed on the way, and one over the bound that goes out.
test('large bodies arrive whole, larger ones not at all', async () => {
  const { base, seen } = await answering(200, {})
  const { client } = makeClient(base)
  const text = randomBytes(3 * 1024 * 1024).toString('base64')
  expect(await client.write({ operation: write.key, body: { text } }, 'production', reference)).toMatchObject({
    outcome: 'confirmed',
  })
  const digest = (value: string) => createHash('sha256').update(value).digest('hex')
  expect(digest(seen[0]?.body ?? '')).toBe(digest(JSON.stringify({ text })))
  expect(
    await client.write({ operation: write.key, body: { text: '€'.repeat(3 * 1024 * 1024) } }, 'production', reference),
  ).toMatchObject({ outcome: 'not_sent', error: { code: 'invalid_input' } })
  expect(seen).toHaveLength(1)
})

// Catches a session sent under the wrong headers, and parts that are not known sent empty (spec, section 5).
test('a session sends its three headers, unknown parts left out', async () => {
  const { base, seen } = await answering(200, {})
  const reset = operation('PUT /api/account/general/reset', { auth: 'session' })
  const login = operation('POST /api/account/general/login', { auth: 'none' })
  const operations = catalog(reset, login)
  await makeClient(base, { operations }).client.write({ operation: reset.key }, 'production', reference)
  await makeClient(base, {
    operations,
    surroundings: { credential: async () => ({ scheme: 'session', token: 't', accountId: '' }) },
  }).client.write({ operation: reset.key }, 'production', reference)
  await makeClient(base, { operations }).client.write({ operation: login.key }, 'production', reference)
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer token-0b6e21d4',
    'account-id': 'account-1',
    'session-id': 'device-1',
  })
  expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer t' })
  for (const name of ['account-id', 'session-id']) expect(seen[1]?.headers).not.toHaveProperty(name)
  for (const name of ['authorization', 'x-service-api-key', 'account-id'])
    expect(seen[2]?.headers).not.toHaveProperty(name)
})
