// What comes between the last check of a write and its socket.
import net, { type AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { answering, makeClient, streamKey, write } from './support.ts'

const refuse = () => {
  throw new DeskError('conflict', 'Something newer was asked for.', {
    facts: { reason: 'newer_intent', intent: 'i2', saw: null },
  })
}

// Catches a check that is made before the credential and the secrets are there, or after the request has left.
test('the last check comes after everything is fetched, and nothing is sent where it refuses', async () => {
  const { base, seen } = await answering(200, {})
  const order: string[] = []
  const { client } = makeClient(base, {
    surroundings: {
      credential: async () => (order.push('credential'), { scheme: 'apiKey', apiKey: 'k' }),
      secret: async () => (order.push('secret'), streamKey),
    },
  })
  client.onRequest(() => order.push('leaves'))
  const request = { operation: write.key, body: { key: { $secret: 'a' } } }
  const outcome = await client.write(request, 'production', 'r1', { beforeSend: () => (order.push('check'), refuse()) })
  expect(outcome).toMatchObject({ outcome: 'not_sent', error: { code: 'conflict', facts: { reason: 'newer_intent' } } })
  expect([order, seen]).toEqual([['credential', 'secret', 'check'], []])
  order.length = 0
  expect(
    await client.write(request, 'production', 'r2', {
      beforeSend: () => void order.push('check'),
      openWithinMs: 2_000,
    }),
  ).toMatchObject({ outcome: 'confirmed' })
  expect([order, seen.length]).toEqual([['credential', 'secret', 'check', 'leaves'], 1])
})

// Catches a command whose connection stands only after a sleep, and that fires then.
test.each([
  ['wall clock', { now: 3_600_000, monotonic: 0 }],
  ['running time', { now: 0, monotonic: 2_500 }],
])('a connection that stands too late by the %s is closed without a byte', async (_, moved) => {
  const got: string[] = []
  const closed = Promise.withResolvers<undefined>()
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('close', () => closed.resolve(undefined))
    socket.on('data', (chunk) => void got.push(chunk.toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  let late = false
  const clock = {
    ...systemClock,
    now: () => Date.now() + (late ? moved.now : 0),
    monotonic: () => performance.now() + (late ? moved.monotonic : 0),
  }
  const { client } = makeClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { clock })
  // The machine sleeps right after the last check.
  client.onRequest(() => queueMicrotask(() => (late = true)))
  const outcome = await client.write({ operation: write.key, body: {} }, 'production', 'r1', { openWithinMs: 2_000 })
  expect(outcome).toMatchObject({
    outcome: 'not_sent',
    error: { code: 'cancelled', facts: { reason: 'waited_too_long', waitedMs: expect.any(Number) as number } },
  })
  await closed.promise
  expect(got).toEqual([])
})

// Catches the same on a connection that is kept from an earlier write.
test('a kept connection is not used after a sleep either', async () => {
  const { base, seen } = await answering(200, {})
  let late = false
  const clock = { ...systemClock, now: () => Date.now() + (late ? 3_600_000 : 0) }
  const { client } = makeClient(base, { clock })
  expect(
    await client.write({ operation: write.key, body: {} }, 'production', 'r1', { openWithinMs: 2_000 }),
  ).toMatchObject({ outcome: 'confirmed' })
  client.onRequest(() => queueMicrotask(() => (late = true)))
  expect(
    await client.write({ operation: write.key, body: {} }, 'production', 'r2', { openWithinMs: 2_000 }),
  ).toMatchObject({ outcome: 'not_sent', error: { code: 'cancelled' } })
  expect(seen).toHaveLength(1)
})

// Catches a network that takes longer than two seconds to connect, after which the command still leaves.
test('a connection that does not stand in time is given up', async () => {
  const { promise: refused, resolve } = Promise.withResolvers<() => void>()
  const clock = {
    ...systemClock,
    after: (ms: number, run: () => void) =>
      ms === 2_000 ? (resolve(run), () => undefined) : systemClock.after(ms, run),
  }
  const { client } = makeClient('http://127.0.0.1:9', { clock })
  const connect = vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket) {
    return Object.assign(this, { connecting: true })
  })
  onTestFinished(() => connect.mockRestore())
  const ended = client.write({ operation: write.key, body: {} }, 'production', 'r1', { openWithinMs: 2_000 })
  const ring = await refused
  await expect.poll(() => connect.mock.calls.length).toBeGreaterThan(0)
  ring()
  expect(await ended).toMatchObject({
    outcome: 'not_sent',
    error: { code: 'cancelled', facts: { reason: 'waited_too_long' } },
  })
})
