import { expect, test } from 'vitest'
import type { Gate } from '#contract/models.ts'
import { common, failure, makeClient, manualClock, payRead, read, serve, write } from './support.ts'

const limited = async (...answers: Array<Record<string, string> | 'ok'>) => {
  const clock = manualClock()
  const served = await serve((_, response) => {
    const next = answers.shift() ?? 'ok'
    if (next === 'ok') response.writeHead(200).end('{}')
    else response.writeHead(429, next).end('{"error":{"code":"rate_limited"}}')
  })
  const made = makeClient(served.base, { operations: common, clock })
  const told: Gate[][] = []
  made.client.onGates((gates) => told.push(gates))
  const get = (key = read.key) => made.client.read({ operation: key }, 'production')
  const refused = async (key = read.key) => (await failure(() => get(key))).toShape()
  return { ...served, ...made, clock, told, get, refused }
}

// Catches a desk that goes on asking a platform that asked it to wait.
test('Retry-After in seconds closes the gate until then', async () => {
  const { client, clock, told, seen, get, refused } = await limited({ 'Retry-After': '7' })
  expect(await refused()).toMatchObject({ code: 'rate_limited', status: 429, retryAfterMs: 7_000, retryable: true })
  expect(client.gates()).toEqual([
    {
      environment: 'production',
      product: 'Events',
      credential: 'apiKey',
      until: '2026-11-21T12:00:07.000Z',
      retryAfterMs: 7_000,
      source: 'retry-after',
    },
  ])
  clock.advance(3_000)
  expect(await refused()).toMatchObject({ code: 'rate_limited', retryAfterMs: 4_000 })
  expect(await client.write({ operation: write.key }, 'production', 'r')).toMatchObject({
    outcome: 'rate_limited',
    error: { retryAfterMs: 4_000 },
  })
  expect(client.gate(write.key, 'production')).toMatchObject({ retryAfterMs: 4_000 })
  expect(seen).toHaveLength(1)
  clock.advance(4_000)
  expect(told.map((gates) => gates.length)).toEqual([1, 0])
  expect(client.gate(read.key, 'production')).toBeUndefined()
  expect(await get()).toMatchObject({ status: 200 })
})

// Catches a gate that opens early, or stays closed for hours, because the clock was set meanwhile.
test.each([2, -2])('a clock that jumps by %i h leaves the gate as it is', async (hours) => {
  const { client, clock, seen, refused, get } = await limited({ 'Retry-After': '20' })
  await refused()
  clock.advance(5_000)
  clock.jump(hours * 3_600_000)
  expect(client.gates()).toMatchObject([{ retryAfterMs: 15_000 }])
  expect(Date.parse(client.gates()[0]?.until ?? '')).toBe(clock.now() + 15_000)
  expect(await refused()).toMatchObject({ code: 'rate_limited', retryAfterMs: 15_000 })
  expect(seen).toHaveLength(1)
  clock.advance(15_000)
  expect(await get()).toMatchObject({ status: 200 })
})

// Catches a wrong clock on this computer turning a date into hours of waiting.
test('a date is taken against the answer', async () => {
  const { refused } = await limited({
    'Retry-After': 'Sat, 21 Nov 2026 03:00:09 GMT',
    Date: 'Sat, 21 Nov 2026 03:00:00 GMT',
  })
  expect(await refused()).toMatchObject({ retryAfterMs: 9_000 })
})

// Catches a missing, broken or zero Retry-After that lets the desk hammer on, and a wait that never shrinks again.
test('without a usable header the wait doubles to a minute, and a success resets it', async () => {
  const answers = [{}, { 'Retry-After': 'soon' }, { 'Retry-After': '0' }, {}, {}, {}, {}, {}, 'ok', {}] as Array<
    Record<string, string> | 'ok'
  >
  const { client, clock, get, refused } = await limited(...answers)
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    expect((await refused()).retryAfterMs).toBe(seconds * 1_000)
    expect(client.gates()[0]?.source).toBe('backoff')
    clock.advance(seconds * 1_000)
  }
  await get()
  expect((await refused()).retryAfterMs).toBe(1_000)
})

// Catches a desk that stands still for days because of one absurd header.
test('keeps an absurd wait to an hour and says so', async () => {
  const { refused } = await limited({ 'Retry-After': '864000' })
  const shape = await refused()
  expect(shape.retryAfterMs).toBe(3_600_000)
  expect(shape.facts).toMatchObject({ reason: 'product_waits_long', askedMs: 864_000_000 })
})

// Catches a gate that stops what it does not concern: other products, environments, a new credential.
test('only its own product, environment and credential wait', async () => {
  const { client, clock, generation, get, refused } = await limited({ 'Retry-After': '60' })
  await refused()
  expect(await get(payRead.key)).toMatchObject({ status: 200 })
  expect(await client.read({ operation: read.key }, 'development')).toMatchObject({ status: 200 })
  generation.value++
  expect(client.gates()).toEqual([])
  expect(await get()).toMatchObject({ status: 200 })
  clock.advance(60_000)
  expect(clock.pending()).toBe(0)
})

// Catches a write that met 429 kept as unknown, or tried again by the client itself.
test('a write that meets 429 is not applied', async () => {
  const { client, seen } = await limited({ 'Retry-After': '2', 'X-Request-Id': 'req-2' })
  expect(await client.write({ operation: write.key }, 'production', 'r')).toMatchObject({
    outcome: 'rate_limited',
    status: 429,
    requestId: 'req-2',
    error: { code: 'rate_limited', retryAfterMs: 2_000 },
  })
  expect(seen).toHaveLength(1)
})

// Catches a listener that breaks the request or the other listeners.
test('a failing listener harms nobody', async () => {
  const { client, told, logged, refused } = await limited({ 'Retry-After': '2' })
  client.onGates(() => {
    throw new Error('broken')
  })
  const late: Gate[][] = []
  const stop = client.onGates((gates) => late.push(gates))
  expect((await refused()).code).toBe('rate_limited')
  expect([told.length, late.length]).toEqual([1, 1])
  expect(logged.some((line) => line.startsWith('error'))).toBe(true)
  stop()
})

// Catches timers that keep the process alive after the end.
test('close leaves no timer', async () => {
  const { client, clock, refused } = await limited({ 'Retry-After': '60' })
  await refused()
  client.close()
  expect(clock.pending()).toBe(0)
})
