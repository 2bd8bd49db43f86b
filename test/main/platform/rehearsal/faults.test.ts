import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import type { RehearsalState } from '#contract/models.ts'
import { DeskError } from '#contract/errors.ts'
import { raw, stage, type Stage } from './support.ts'

const create = 'POST /api/video/channel/create'
const body = { name: 'Under fault' }

async function count(platform: Stage): Promise<unknown> {
  return (await platform.ask('GET /api/video/channel/all')).data.total
}

// A drop that applies what it should lose: a desk that never resends would pass.
it('drop_before_commit cuts the connection and changes nothing', async () => {
  const platform = await stage()
  platform.setFault({ kind: 'drop_before_commit', operation: create }, true)
  expect((await raw(platform.baseUrl, create, body)).text).toBe('')
  expect(await count(platform)).toBe(2)
})

// A drop that loses what it should apply: a desk that resends blindly would pass.
it('drop_after_commit cuts the connection and has applied the request', async () => {
  const platform = await stage()
  platform.setFault({ kind: 'drop_after_commit', operation: create }, true)
  expect((await raw(platform.baseUrl, create, body)).text).toBe('')
  expect(await count(platform)).toBe(3)
})

// A truncated answer that announces its own short length: it would look whole.
it('truncate announces the whole answer and sends half', async () => {
  const platform = await stage()
  platform.setFault({ kind: 'truncate', operation: create }, true)
  const { text } = await raw(platform.baseUrl, create, body)
  const [head = '', rest = ''] = text.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 200 /)
  const announced = Number(/content-length: (\d+)/i.exec(head)?.[1])
  expect(Buffer.byteLength(rest)).toBe(Math.floor(announced / 2))
  expect(await count(platform)).toBe(3)
})

// Broken JSON that a lenient parser takes, or that comes as an error.
it('wrong_json answers 200 with JSON that is none, and has applied the request', async () => {
  const platform = await stage()
  platform.setFault({ kind: 'wrong_json', operation: create }, true)
  const { text } = await raw(platform.baseUrl, create, body)
  const [head = '', rest = ''] = text.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 200 .*content-type: application\/json/is)
  expect(() => JSON.parse(rest) as unknown).toThrow(SyntaxError)
  expect(await count(platform)).toBe(3)
})

// A status that was answered after the request had been applied.
it.each([
  [400, 'invalid_request'],
  [401, 'authentication_required'],
  [403, 'not_authorized'],
  [404, 'not_found'],
  [418, 'invalid_request'],
  [500, 'server_error'],
  [503, 'server_error'],
])('status answers %i with %s and changes nothing', async (status, code) => {
  const platform = await stage()
  platform.setFault({ kind: 'status', status, operation: create }, true)
  const told = await platform.ask(create, { body })
  expect([told.status, told.error.code]).toEqual([status, code])
  expect(await count(platform)).toBe(2)
})

// Statuses without a body, or before an answer, that break the connection's framing or hang it.
it('status can answer without a body and with an interim status', async () => {
  const platform = await stage()
  platform.setFault({ kind: 'status', status: 204 }, true)
  expect((await raw(platform.baseUrl, create, body)).text).toMatch(/^HTTP\/1\.1 204 [^]*\r\n\r\n$/)
  platform.setFault({ kind: 'status', status: 102 }, true)
  expect((await raw(platform.baseUrl, create, body)).text).toMatch(/^HTTP\/1\.1 102 [^\r]*\r\n\r\n$/)
  platform.setFault({ kind: 'status' }, true)
  expect((await platform.ask(create, { body })).status).toBe(503)
})

// A Retry-After that is always there: clients must live without it too.
it('rate_limit answers 429, with Retry-After only where it is set', async () => {
  const platform = await stage()
  platform.setFault({ kind: 'rate_limit', retryAfterSeconds: 7 }, true)
  const told = await platform.ask(create, { body })
  expect([told.status, told.error.code, told.headers.get('retry-after')]).toEqual([429, 'rate_limited', '7'])
  platform.setFault({ kind: 'rate_limit' }, true)
  expect((await platform.ask(create, { body })).headers.get('retry-after')).toBeNull()
  platform.setFault({ kind: 'rate_limit' }, false)
  expect(await count(platform)).toBe(2)
})

// Latency that answers early, or that forgets the request when its caller has gone: a slow server still commits.
it('latency holds the answer, and commits even when the caller gives up', async () => {
  const platform = await stage()
  platform.setFault({ kind: 'latency', operation: create, delayMs: 4_000 }, true)
  let answered = false
  const told = platform.ask(create, { body }).finally(() => (answered = true))
  await expect.poll(() => platform.clock.waiting()).toEqual([4_000])
  expect([answered, await count(platform)]).toEqual([false, 2])
  platform.clock.release()
  expect([(await told).status, await count(platform)]).toEqual([200, 3])

  const given = new AbortController()
  const abandoned = fetch(`${platform.baseUrl}/api/video/channel/create`, {
    method: 'POST',
    headers: { 'x-service-api-key': 'rehearsal-key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: given.signal,
  })
  await expect.poll(() => platform.clock.waiting()).toEqual([4_000])
  given.abort()
  await expect(abandoned).rejects.toThrow()
  platform.clock.release()
  await expect.poll(() => count(platform)).toBe(4)
})

// Faults that shadow each other: a slow 503 is what an overloaded platform gives.
it('lets latency and a status stand together', async () => {
  const platform = await stage()
  platform.setFault({ kind: 'latency', delayMs: 40 }, true)
  platform.setFault({ kind: 'status', status: 500, times: 1 }, true)
  const told = platform.ask(create, { body })
  await expect.poll(() => platform.clock.waiting()).toEqual([40])
  platform.clock.release()
  expect((await told).status).toBe(500)
  expect(platform.state().faults).toEqual([{ kind: 'latency', delayMs: 40 }])
})

// A fault that meets its neighbours, or one that never ends.
it('meets only its operation, counts down and tells so', async () => {
  const platform = await stage()
  const heard: RehearsalState[] = []
  const stop = platform.onChange((state) => heard.push(state))
  platform.setFault({ kind: 'status', operation: create, times: 2 }, true)
  expect((await platform.ask('GET /api/video/channel/all')).status).toBe(200)
  const statuses = []
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await platform.ask(create, { body })).status)
  expect(statuses).toEqual([503, 503, 200])
  expect(heard.map((state) => state.faults.map((fault) => fault.times))).toEqual([[2], [1], []])
  stop()
  platform.setFault({ kind: 'latency', delayMs: 0 }, true)
  expect(heard).toHaveLength(3)
})

// Taking one fault back takes another with it.
it('takes back the fault of that kind and operation', async () => {
  const platform = await stage()
  platform.setFault({ kind: 'status', status: 500 }, true)
  platform.setFault({ kind: 'status', status: 502, operation: create }, true)
  platform.setFault({ kind: 'status', status: 504 }, true)
  expect(platform.state().faults).toHaveLength(2)
  expect(platform.setFault({ kind: 'status' }, false).faults).toEqual([
    { kind: 'status', status: 502, operation: create },
  ])
  expect(() => platform.setFault({ kind: 'status', operation: 'GET /api/nothing' }, true)).toThrow(DeskError)
})

async function connects(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return 'connected'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed'
  } finally {
    socket.destroy()
  }
}

// Offline that looks like a reset, leaves old connections alive, or comes back at another address or empty-handed.
it('offline refuses connections, cuts what is open and comes back on the same port with its records', async () => {
  const platform = await stage()
  const port = Number(new URL(platform.baseUrl).port)
  await platform.ask(create, { body })
  for (let turn = 0; turn < 5; turn += 1) {
    const open = connect(port, '127.0.0.1')
    await once(open, 'connect')
    const cut = once(open, 'close')
    expect(platform.setFault({ kind: 'offline' }, true).faults).toEqual([{ kind: 'offline' }])
    await platform.settled()
    await cut
    expect(await connects(port)).toBe('ECONNREFUSED')
    expect(platform.setFault({ kind: 'offline' }, false).running).toBe(true)
    await platform.settled()
    expect(await connects(port)).toBe('connected')
  }
  expect(await count(platform)).toBe(3)
})

// Quick switching that ends in the state of the first wish rather than the last.
it('ends as it was last asked after quick switching', async () => {
  const platform = await stage()
  for (const on of [true, false, true, false, true]) platform.setFault({ kind: 'offline' }, on)
  await platform.settled()
  expect(await connects(Number(new URL(platform.baseUrl).port))).toBe('ECONNREFUSED')
  platform.reset()
  await platform.settled()
  expect(await count(platform)).toBe(2)
})

// A port that is gone for good because another program held it for a moment, or a platform that says it runs and does not.
it('tries again for its port when another program has taken it, and tells when it has to give up', async () => {
  const platform = await stage()
  const port = Number(new URL(platform.baseUrl).port)
  platform.setFault({ kind: 'offline' }, true)
  await platform.settled()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  expect(platform.setFault({ kind: 'offline' }, false).running).toBe(true)
  const waits = () => expect.poll(() => platform.clock.waiting(), { interval: 2 }).toHaveLength(1)
  const retry = async () => {
    await waits()
    platform.clock.release()
  }
  const lost = new Promise<RehearsalState>((resolve) => platform.onChange(resolve))
  for (let turn = 1; turn < 50; turn += 1) await retry()
  expect((await lost).running).toBe(false)

  platform.setFault({ kind: 'offline' }, false)
  await retry()
  await waits()
  other.close()
  await once(other, 'close')
  await retry()
  await platform.settled()
  expect([platform.state().running, await connects(port)]).toEqual([true, 'connected'])
})

// A platform that can't be stopped while it is slow or offline.
it('closes in any state, twice as well', async () => {
  const platform = await stage()
  platform.setFault({ kind: 'latency', delayMs: 600_000 }, true)
  const told = platform.ask(create, { body }).catch(() => 'cut')
  await expect.poll(() => platform.clock.waiting()).toHaveLength(1)
  await Promise.all([platform.close(), platform.close()])
  expect(await told).toBe('cut')
  expect([platform.state().running, platform.clock.waiting()]).toEqual([false, []])
  const offline = await stage()
  offline.setFault({ kind: 'offline' }, true)
  await offline.close()
  expect(await connects(Number(new URL(offline.baseUrl).port))).toBe('ECONNREFUSED')
})
