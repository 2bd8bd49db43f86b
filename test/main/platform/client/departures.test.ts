import { expect, test } from 'vitest'
import { probeOperation, type Departure } from '../../../../main/platform/client/index.ts'
import {
  answering,
  apiKey,
  catalog,
  failure,
  makeClient,
  operation,
  payRead,
  raw,
  read,
  refusedBase,
  serve,
  write,
} from './support.ts'

const operations = catalog(read, write, payRead, operation(probeOperation, { product: 'Accounts' }))

function listen(base: string, options: Parameters<typeof makeClient>[1] = {}) {
  const { client } = makeClient(base, { operations, ...options })
  const left: Departure[] = []
  client.onRequest((departure) => left.push(departure))
  return { client, left }
}

// Catches a kind of request that a budget would not count, one that is counted for the wrong one, and a departure that carries a secret.
test('every request that leaves is told: reads, writes and probes, and who wanted them', async () => {
  const { base, seen } = await answering(200, {})
  const { client, left } = listen(base)
  await client.read({ operation: read.key }, 'production')
  await client.read({ operation: payRead.key }, 'development', 'desk')
  await client.write({ operation: write.key, body: {} }, 'production', 'ref-1')
  await client.probe('production')
  await client.probe('production', 'person')
  expect(left.map(({ environment, product, request, by }) => [environment, product, request.operation, by])).toEqual([
    ['production', 'Events', read.key, 'person'],
    ['development', 'Payments', payRead.key, 'desk'],
    ['production', 'Events', write.key, 'person'],
    ['production', 'Accounts', probeOperation, 'desk'],
    ['production', 'Accounts', probeOperation, 'person'],
  ])
  expect(seen).toHaveLength(left.length)
  expect(JSON.stringify(left)).not.toContain(apiKey)
})

// Catches a departure that can't be told from another one of the same request.
test('a departure carries the very object that was asked with', async () => {
  const { base } = await answering(200, {})
  const { client, left } = listen(base)
  const requests = [{ operation: read.key }, { operation: read.key }]
  await Promise.all(requests.map((request) => client.read(request, 'production', 'desk')))
  expect(left.map(({ request }) => requests.findIndex((one) => one === request)).sort()).toEqual([0, 1])
})

// Catches retries that are not counted, and a desk that asks three times where it allowed itself one request.
test('each try of a person is a departure, and the desk itself tries once', async () => {
  const { base, seen } = await answering(502, {})
  const { client, left } = listen(base)
  await failure(() => client.read({ operation: read.key }, 'production'))
  expect([seen.length, left.length]).toEqual([3, 3])
  await failure(() => client.read({ operation: read.key }, 'production', 'desk'))
  expect([seen.length, left.length]).toEqual([4, 4])
})

// Catches requests counted that never left: a closed gate, a missing credential, a wrong request.
test('what does not leave is not told', async () => {
  const { base, seen } = await answering(429, {}, { 'Retry-After': '30' })
  const { client, left } = listen(base)
  await failure(() => client.read({ operation: read.key }, 'production'))
  await failure(() => client.read({ operation: read.key }, 'production'))
  await failure(() => client.read({ operation: 'GET /api/none' }, 'production'))
  expect([seen.length, left.length]).toEqual([1, 1])
  const bare = listen(base, { surroundings: { credential: () => Promise.reject(new Error('none')) } })
  await bare.client.read({ operation: read.key }, 'production').catch(() => undefined)
  expect(bare.left).toEqual([])
})

// Catches a request that was refused and yet may have cost something, left out of the count; and a listener that breaks the request.
test('a try that reached nobody is a departure, and a broken listener harms none', async () => {
  const { client, left } = listen(await refusedBase())
  client.onRequest(() => {
    throw new Error('broken')
  })
  expect(await failure(() => client.read({ operation: read.key }, 'production', 'desk'))).toMatchObject({
    code: 'unreachable',
  })
  expect(left).toHaveLength(1)
})

// Catches an offset with the wrong sign, one that takes the whole latency for a wrong clock, and one environment's offset shown for another.
test('the clock is compared with the Date of each answer, per environment', async () => {
  let ahead = 90_000
  const { base } = await serve((_, response) => {
    setTimeout(
      () =>
        response
          .writeHead(200, { 'Content-Type': 'application/json', Date: new Date(Date.now() - ahead).toUTCString() })
          .end('{}'),
      20,
    )
  })
  const { client } = listen(base)
  const offset = () => client.connection('production').clockOffsetMs ?? NaN
  expect(offset()).toBeNaN()
  await client.read({ operation: read.key }, 'production')
  expect(Math.abs(offset() - 90_000)).toBeLessThanOrEqual(1_000)
  expect(client.connection('development')).not.toHaveProperty('clockOffsetMs')
  ahead = -3_600_000
  await client.probe('production')
  expect(Math.abs(offset() + 3_600_000)).toBeLessThanOrEqual(1_000)
  ahead = 0
  await client.write({ operation: write.key, body: {} }, 'production', 'ref-1')
  expect(Math.abs(offset())).toBeLessThanOrEqual(1_000)
  client.resetConnection('production')
  expect(offset()).toBeNaN()
})

// Catches a clock compared with a sign-in page's, with a kept answer's, or with none; what was known before stays.
test.each([
  ['a sign-in page', { 'Content-Type': 'text/html', Date: 'Sun, 22 Nov 2020 20:00:00 GMT' }, '<html></html>'],
  ['a kept answer', { 'Content-Type': 'application/json', Date: 'Sun, 22 Nov 2020 20:00:00 GMT', Age: '12' }, '{}'],
  ['an unreadable date', { 'Content-Type': 'application/json', Date: 'yesterday' }, '{}'],
])('%s does not tell the time', async (_, headers, body) => {
  let strange = false
  const { base } = await serve((_request, response) => {
    if (strange) response.writeHead(200, headers).end(body)
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  const { client } = listen(base)
  await client.read({ operation: read.key }, 'production')
  const before = client.connection('production').clockOffsetMs
  expect(before).toBeDefined()
  strange = true
  await client.read({ operation: read.key }, 'production').catch(() => undefined)
  expect(client.connection('production').clockOffsetMs).toBe(before)
})

// Catches an answer that was slow to come shown as a clock that is wrong by half of that time.
test('an answer that took long does not tell the time', async () => {
  let now = Date.parse('2026-11-22T20:00:00Z')
  const { base } = await serve((_, response) => {
    const date = new Date(now).toUTCString()
    now += 20_000
    response.writeHead(200, { 'Content-Type': 'application/json', Date: date }).end('{}')
  })
  const { client } = listen(base, { clock: { now: () => now, after: () => () => undefined } })
  await client.read({ operation: read.key }, 'production')
  expect(client.connection('production')).not.toHaveProperty('clockOffsetMs')
})

// Catches a cut connection told as an answer's time.
test('an answer that never came does not tell the time', async () => {
  const { base } = await raw((socket) => socket.destroy())
  const { client, left } = listen(base)
  await failure(() => client.read({ operation: read.key }, 'production', 'desk'))
  expect(left).toHaveLength(1)
  expect(client.connection('production')).not.toHaveProperty('clockOffsetMs')
})
