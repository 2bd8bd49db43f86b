import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import { createGzip } from 'node:zlib'
import { expect, test } from 'vitest'
import type { WireExchange } from '../../../../main/platform/client/index.ts'
import { answering, failure, makeClient, manualClock, raw, read, serve, token } from './support.ts'

function listen(base: string, options: Parameters<typeof makeClient>[1] = {}) {
  const { client } = makeClient(base, options)
  const told: WireExchange[] = []
  client.onExchange((exchange) => told.push(exchange))
  const abort = new AbortController()
  return {
    client,
    told,
    abort,
    ended: failure(() => client.read({ operation: read.key }, 'production', 'person', abort.signal)),
  }
}

// Catches a socket left open for an answer that nobody waits for, and a given-up read that is tried again.
test('a read without an answer is given up with its socket', async () => {
  const arrivals = new EventEmitter<{ request: [Socket] }>()
  const connected = once(arrivals, 'request') as Promise<[Socket]>
  const { base, connections } = await raw(
    () => {},
    (_, socket) => void arrivals.emit('request', socket),
  )
  const { told, abort, ended } = listen(base)
  const [socket] = await connected
  const closed = once(socket, 'close')
  abort.abort()
  expect((await ended).toShape()).toMatchObject({ code: 'cancelled', operation: read.key, retryable: false })
  await closed
  expect(connections()).toBe(1)
  expect(told).toMatchObject([{ final: true, failure: { cause: 'cancelled' } }])
})

// Catches a body that goes on being read, packed or not.
test.each(['plain', 'gzip'])('a read in the middle of a %s answer is given up', async (coding) => {
  const started = headArrived()
  let closed: Promise<unknown> = Promise.resolve()
  const { base } = await serve((_, response) => {
    closed = once(response, 'close')
    response.writeHead(200, {
      'Content-Type': 'application/json',
      ...(coding === 'gzip' ? { 'Content-Encoding': 'gzip' } : {}),
    })
    if (coding === 'plain') response.write('{"data":[')
    else {
      const gzip = createGzip()
      gzip.pipe(response)
      gzip.write('{"data":[')
      gzip.flush()
    }
  })
  const { told, abort, ended } = listen(base)
  await started
  abort.abort()
  expect((await ended).toShape()).toMatchObject({ code: 'cancelled', status: 200 })
  await closed
  expect(told).toMatchObject([{ failure: { cause: 'cancelled', status: 200 } }])
})

// Catches a try that begins after the read was given up, and a pause that is sat out.
test('a read between two tries is given up at once', async () => {
  const clock = manualClock()
  const { base, seen } = await answering(502, {})
  const { client } = makeClient(base, { clock })
  const abort = new AbortController()
  const first = new Promise<WireExchange>((resolve) => void client.onExchange(resolve))
  const ended = failure(() => client.read({ operation: read.key }, 'production', 'person', abort.signal))
  expect(await first).toMatchObject({ attempt: 1, final: false })
  abort.abort()
  expect(await ended).toMatchObject({ code: 'cancelled' })
  expect(seen).toHaveLength(1)
  expect(clock.pending()).toBe(0)
})

// Catches a read that can't be given up while the keychain asks for a password, and one that is sent all the same afterwards.
test('a read that waits for the keychain is given up', async () => {
  const { base, seen } = await answering(200, {})
  let unlock = () => {}
  const unlocked = new Promise<void>((resolve) => void (unlock = resolve))
  const { told, abort, ended } = listen(base, {
    surroundings: { credential: () => unlocked.then(() => ({ scheme: 'session', token })) },
  })
  await Promise.resolve()
  abort.abort()
  expect(await ended).toMatchObject({ code: 'cancelled' })
  unlock()
  await new Promise((resolve) => setImmediate(resolve))
  expect([seen.length, told.length]).toEqual([0, 0])
})

// Catches a read that was given up before it began and goes out all the same, and a signal that gathers listeners.
test('an aborted signal sends nothing, and an answered read leaves nothing on its signal', async () => {
  const { base, seen } = await answering(200, {})
  const { client } = makeClient(base)
  expect(
    await failure(() => client.read({ operation: read.key }, 'production', 'person', AbortSignal.abort())),
  ).toMatchObject({ code: 'cancelled' })
  expect(seen).toHaveLength(0)
  const abort = new AbortController()
  expect(await client.read({ operation: read.key }, 'production', 'person', abort.signal)).toMatchObject({
    status: 200,
  })
  abort.abort()
  expect(await client.read({ operation: read.key }, 'production')).toMatchObject({ status: 200 })
})

/** Resolves once an HTTP client of this process has got the head of an answer. */
function headArrived(): Promise<void> {
  return new Promise((resolve) => {
    const heard = () => {
      unsubscribe('http.client.response.finish', heard)
      resolve()
    }
    subscribe('http.client.response.finish', heard)
  })
}
