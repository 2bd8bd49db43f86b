import { expect, test } from 'vitest'
import { probeOperation } from '../../../../main/platform/client/index.ts'
import { answering, catalog, failure, makeClient, operation, raw, refusedBase, serve } from './support.ts'

const operations = catalog(operation(probeOperation, { product: 'Accounts' }))
const probing = (base: string, limits = {}) => makeClient(base, { operations, limits }).client

// Catches a probe that carries a credential or a body, or keeps its socket.
test('is one bare GET under the base path', async () => {
  const { base, seen } = await answering(401, {})
  const client = probing(`${base}/v1`)
  expect(await client.probe('production')).toBe('answered')
  expect(seen.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
    { method: 'GET', url: '/v1/api/account/types/get', body: '' },
  ])
  expect(Object.keys(seen[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
  expect(seen[0]?.headers.connection).toBe('close')
  expect(client.connection('production').state).toBe('reachable')
})

// Catches a long answer read to its end, and one taken for silence because it was not.
test('reads no more than a few KB', async () => {
  let written = 0
  const { base } = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const more = () => {
      while (!response.destroyed && written < 50_000_000) {
        written += 65_536
        if (!response.write(' '.repeat(65_536))) return void response.once('drain', more)
      }
    }
    more()
  })
  const client = probing(base)
  expect(await client.probe('production')).toBe('answered')
  expect(written).toBeLessThan(50_000_000)
})

// Catches a head that is taken for silence because its body drips on.
test('a JSON answer that drips counts', async () => {
  const { base } = await raw(
    () => {},
    (_, socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'),
  )
  expect(await probing(base, { idleMs: 100 }).probe('production')).toBe('answered')
})

// Catches failures that are not told, or told as something else.
test('tells why there was no answer', async () => {
  const dead = probing(await refusedBase())
  expect(await dead.probe('production')).toBe('failed')
  expect(dead.connection('production')).toMatchObject({
    state: 'unreachable',
    reason: expect.stringContaining('refuses') as unknown,
  })
  const { base } = await raw((socket) => void socket.resetAndDestroy())
  const cut = probing(base)
  expect(await cut.probe('production')).toBe('failed')
  expect(cut.connection('production').state).toBe('unreachable')
  const { base: silent } = await raw(() => {})
  const hung = probing(silent, { idleMs: 100 })
  expect(await hung.probe('production')).toBe('failed')
  expect(hung.connection('production').reason).toContain('in time')
})

// Catches an environment without an address that is coloured unreachable.
test('without an address nothing is asked', async () => {
  const client = probing('')
  expect((await failure(() => client.probe('production'))).code).toBe('invalid_input')
  expect(client.connection('production').state).toBe('unknown')
})

// Catches a record of the address before that colours the new one.
test('a reset forgets, and what was still on the way tells nothing', async () => {
  let release = () => {}
  const { base } = await serve((_, response) => {
    release = () => void response.writeHead(401, { 'Content-Type': 'application/json' }).end('{}')
    if (held) arrived()
    else release()
  })
  let held = false
  let arrived = () => {}
  const client = probing(base)
  const told: string[] = []
  await client.probe('production')
  client.onConnection(({ state }) => told.push(state))
  held = true
  const there = new Promise<void>((resolve) => (arrived = resolve))
  const late = client.probe('production')
  await there
  client.resetConnection('production')
  release()
  await late
  expect(client.connection('production').state).toBe('unknown')
  expect(client.lastTriedAt('production')).toBeUndefined()
  expect(told).toEqual(['unknown'])
})
