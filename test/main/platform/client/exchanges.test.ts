import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { WireExchange } from '../../../../main/platform/client/index.ts'
import { answering, apiKey, failure, makeClient, payRead, read, raw, refusedBase, serve, write } from './support.ts'

function listen(base: string, options: Parameters<typeof makeClient>[1] = {}) {
  const { client } = makeClient(base, options)
  const told: WireExchange[] = []
  client.onExchange((exchange) => told.push(exchange))
  return { client, told }
}

// Catches an answer that some listener could not tell from another, and one told for the wrong asker, product or credential.
test('every try of a read and a write is told whole, and probes are not', async () => {
  const { base } = await answering(200, { data: { id: 'a' } }, { 'X-Request-Id': 'req-1' })
  const { client, told } = listen(base)
  const before = Date.now()
  const request = { operation: payRead.key }
  await client.read(request, 'development', 'desk')
  const body = { title: 'Hello' }
  await client.write({ operation: write.key, body }, 'production', 'ref-1')
  await client.probe('production').catch(() => undefined)
  expect(told).toHaveLength(2)
  expect(told[0]).toMatchObject({
    environment: 'development',
    operation: payRead,
    scheme: 'apiKey',
    generation: 1,
    by: 'desk',
    attempt: 1,
    final: true,
  })
  expect(told[0]).not.toHaveProperty('reference')
  expect(told[0]?.request).toBe(request)
  expect(told[0]?.at).toBeGreaterThanOrEqual(before)
  expect(told[1]).toMatchObject({
    environment: 'production',
    by: 'person',
    reference: 'ref-1',
    attempt: 1,
    final: true,
    answer: { status: 200 },
  })
  expect(told[1]?.request.body).toBe(body)
  expect(told[1]?.answer?.body.toString()).toBe('{"data":{"id":"a"}}')
  expect(told[1]?.answer?.headers).toContainEqual(['X-Request-Id', 'req-1'])
})

// Catches several values of a header joined into one, or all but one lost.
test('headers come as they came, each value by itself', async () => {
  const { base } = await serve((_, response) => {
    response.setHeader('Set-Cookie', ['a=1', 'b=2'])
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(gzipSync('{}'))
  })
  const { client, told } = listen(base)
  await client.read({ operation: read.key }, 'production')
  const headers = told[0]?.answer?.headers ?? []
  expect(headers.filter(([name]) => name === 'Set-Cookie')).toEqual([
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ])
  expect(headers).toContainEqual(['Content-Encoding', 'gzip'])
  expect(told[0]?.answer?.body.toString()).toBe('{}')
})

// Catches a body that can't be looked at because it could not be read.
test.each([
  ['a page', Buffer.from('<html></html>')],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ['10,000 levels', Buffer.from('['.repeat(10_000) + ']'.repeat(10_000))],
])('%s is told with its bytes', async (_, body) => {
  const { base } = await answering(200, body)
  const { client, told } = listen(base)
  expect(await failure(() => client.read({ operation: read.key }, 'production'))).toMatchObject({
    code: 'bad_response',
  })
  expect(told).toHaveLength(1)
  expect(told[0]?.answer?.body.equals(body)).toBe(true)
})

// Catches tries that are not told, and a last one that is not marked as such.
test('tries are counted, and only the last is final', async () => {
  const { base } = await answering(502, {})
  const { client, told } = listen(base)
  await failure(() => client.read({ operation: read.key }, 'production'))
  expect(told.map(({ attempt, final }) => [attempt, final])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ])
  await failure(() => client.read({ operation: read.key }, 'production', 'desk'))
  expect(told.slice(3).map(({ attempt, final }) => [attempt, final])).toEqual([[1, true]])
})

// Catches a try without an answer that is not told, or without its cause.
test('what got no whole answer is told with its cause', async () => {
  const { client, told } = listen(await refusedBase(), { limits: { readRetries: 0 } })
  await failure(() => client.read({ operation: read.key }, 'production'))
  expect(told).toMatchObject([{ failure: { cause: 'unreachable' } }])
  const large = await answering(200, JSON.stringify('x'.repeat(2_000)), { 'X-Request-Id': 'req-9' })
  const small = listen(large.base, { limits: { answerBytes: 1_000 } })
  await failure(() => small.client.read({ operation: read.key }, 'production'))
  expect(small.told).toMatchObject([{ failure: { cause: 'too_large', status: 200 } }])
  expect(small.told[0]?.failure?.headers).toContainEqual(['X-Request-Id', 'req-9'])
  const cut = await raw((socket) => socket.destroy())
  const broken = listen(cut.base)
  await broken.client.write({ operation: write.key, body: {} }, 'production', 'ref-2')
  expect(broken.told).toMatchObject([{ reference: 'ref-2', failure: { cause: 'cut' } }])
})

// Catches a request told that never left, credentials told with a request, and a listener that breaks one.
test('nothing is told of what never left, and no credential with what did', async () => {
  const { base } = await answering(429, {}, { 'Retry-After': '30' })
  const { client, told } = listen(base)
  client.onExchange(() => {
    throw new Error('broken')
  })
  await failure(() => client.read({ operation: read.key }, 'production'))
  await failure(() => client.read({ operation: read.key }, 'production'))
  await failure(() => client.read({ operation: 'GET /api/none' }, 'production'))
  expect(told).toHaveLength(1)
  expect(JSON.stringify(told)).not.toContain(apiKey)
})

// Catches a listener that can't be taken away.
test('a listener that was taken away hears no more', async () => {
  const { base } = await answering(200, {})
  const { client } = makeClient(base)
  let heard = 0
  const stop = client.onExchange(() => void (heard += 1))
  await client.read({ operation: read.key }, 'production')
  stop()
  await client.read({ operation: read.key }, 'production')
  expect(heard).toBe(1)
})
