import { expect, test } from 'vitest'
import type { Observed } from '../../../../main/platform/client/index.ts'
import { answering, catalog, failure, makeClient, operation, raw, read, refusedBase } from './support.ts'

const operations = catalog(read, operation('PUT /api/things/update'))
const watch = (base: string | (() => string), limits = {}) => {
  const { client } = makeClient('', {
    operations,
    limits: { readRetries: 0, ...limits },
    surroundings: { baseUrl: () => (typeof base === 'string' ? base : base()) },
  })
  const told: Observed[] = []
  client.onConnection((connection) => told.push(connection))
  return { client, told, get: () => client.read({ operation: read.key }, 'production') }
}

// Catches a green light before anything was asked.
test('is unknown before the first request', () => {
  const { client } = watch('https://example.com')
  expect(client.connection('production')).toMatchObject({ environment: 'production', state: 'unknown' })
  expect(client.connection('production')).not.toHaveProperty('latencyMs')
})

// Catches a refusal shown as "unreachable", and a request in one environment colouring another.
test('any answer is reachable', async () => {
  const { base } = await answering(401, {})
  const { client, told, get } = watch(base)
  await failure(get)
  const connection = client.connection('production')
  expect(connection).toMatchObject({ state: 'reachable' })
  expect(connection.latencyMs).toBeGreaterThanOrEqual(0)
  expect(connection.lastAnswerAt).toMatch(/Z$/)
  expect(client.connection('development').state).toBe('unknown')
  expect(told.map(({ state }) => state)).toEqual(['reachable'])
})

// Catches a light that stays green after the platform went away, and red after it came back.
test('follows the platform going and coming back', async () => {
  const { base } = await answering(200, {})
  const gone = await refusedBase()
  let at = base
  const { client, told, get } = watch(() => at)
  await get()
  at = gone
  await failure(get)
  expect(client.connection('production')).toMatchObject({
    state: 'unreachable',
    reason: expect.stringContaining('refuses connections') as unknown,
  })
  at = base
  await get()
  expect(client.connection('production')).not.toHaveProperty('reason')
  expect(told.map(({ state }) => state)).toEqual(['reachable', 'unreachable', 'reachable'])
})

// Catches a platform that accepts and then hangs still shown as reachable.
test('a time-out is unreachable', async () => {
  const { base } = await raw(() => {})
  const { client, get } = watch(base, { idleMs: 100 })
  await failure(get)
  expect(client.connection('production').state).toBe('unreachable')
})

// Catches a gateway's or a sign-in page's answer shown as the platform's, and a redirect that is taken for either.
test.each([
  [200, '<html>Welcome</html>', { 'Content-Type': 'text/html' }, 'unreachable'],
  [200, '<html>Welcome</html>', { 'Content-Type': 'text/plain' }, 'unreachable'],
  [503, 'upstream connect error', { 'Content-Type': 'text/plain' }, 'unreachable'],
  [503, {}, {}, 'reachable'],
  [403, '', { 'Content-Type': 'text/html' }, 'reachable'],
  [200, '{"data":[]}', { 'Content-Type': 'text/plain' }, 'reachable'],
  [200, '{"data":{"id":"', {}, 'reachable'],
  [302, '', { Location: 'https://pay.example.org/1' }, 'unknown'],
])('%i %j is %4$s', async (status, body, headers, state) => {
  const { base } = await answering(status, body, headers)
  const { client, get } = watch(base)
  await get().catch(() => undefined)
  expect(client.connection('production').state).toBe(state)
})
