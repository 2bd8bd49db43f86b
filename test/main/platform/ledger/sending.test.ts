import { afterEach, beforeEach, expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import type { WriteOutcome } from '../../../../main/platform/client/types.ts'
import {
  confirmed,
  create,
  createBench,
  cut,
  limited,
  refund,
  refused,
  settle,
  stage,
  unreachable,
  update,
  type Bench,
} from './support.ts'

let bench: Bench
beforeEach(async () => {
  bench = await createBench()
})
afterEach(() => bench.end())

const stateOf = (intent: Intent) => bench.ledger.get(intent.id).state

/** A write that stays on the wire until the test ends it. */
function held(): { write: () => Promise<WriteOutcome>; end: (outcome: WriteOutcome) => void; begun: () => number } {
  const waiting: Array<(outcome: WriteOutcome) => void> = []
  let begun = 0
  return {
    write: () => {
      begun += 1
      return new Promise((resolve) => waiting.push(resolve))
    },
    end: (outcome) => waiting.shift()?.(outcome),
    begun: () => begun,
  }
}

// Catches a socket that opens before the intent is on disk: a crash then loses a write that was applied.
test('an intent is durable as sending before the client is called, and one commit more settles it', async () => {
  let onDisk: unknown
  bench.client.onWrite = ({ reference }) => {
    onDisk = bench.database.statement('SELECT state, attempts FROM intents WHERE reference = ?').get(reference)
    return confirmed()
  }
  const intent = await bench.ledger.submit(create('first'))
  expect(onDisk).toMatchObject({ state: 'sending', attempts: 1 })
  expect(intent).toMatchObject({
    state: 'confirmed',
    status: 200,
    requestId: 'req-1',
    attempts: 1,
    answer: { data: { id: 'n1' } },
  })
  expect(bench.changes.map(({ state }) => state)).toEqual(['sending', 'confirmed'])
  expect(bench.ledger.get(intent.id)).toEqual(intent)
  expect(intent.evidence.map(({ event }) => event)).toEqual(['sent', 'answered'])
})

// Catches a row that was written for a request that never could be sent.
test('bad input is refused before anything is written', async () => {
  await expect(bench.ledger.submit({ operation: 'POST /api/notes/create', body: { bad: 1 } })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await expect(bench.ledger.submit({ operation: 'GET /api/notes/all' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  expect(bench.ledger.list({ limit: 10 }).items).toEqual([])
})

// Catches a secret in the profile's files, and one that is left in the keychain when it is no longer needed.
test('a secret of the body is moved to the vault before the first commit and removed after the last', async () => {
  let during = 0
  bench.client.onWrite = () => {
    during = bench.vault.stored.size
    return confirmed()
  }
  const intent = await bench.ledger.submit({
    operation: 'PUT /api/stage/update',
    body: { id: 's1', streamKey: 'live_abcdef123456' },
  })
  await settle()
  expect(during).toBe(1)
  expect(bench.vault.stored.size).toBe(0)
  expect(intent.request.body).toEqual({ id: 's1', streamKey: { $secret: `intent/${intent.id}/streamKey` } })
})

// Catches a secret that would be written to the profile, and to every log on the way, as a part of an address.
test('a secret in a path or query is refused', async () => {
  await bench.end()
  bench = await createBench({ redact: (value) => (JSON.stringify(value).includes('sekret') ? 'masked' : value) })
  await expect(bench.ledger.submit({ ...create('x'), query: { key: 'sekret-1' } })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ path: 'query.key' }] },
  })
})

// Catches a body that is lost with a refusal: the person could not mend it and send it again.
test('a refused write keeps its body and can be sent again under the same reference', async () => {
  bench.client.onWrite = refused
  const intent = await bench.ledger.submit(create('too long'))
  expect(intent).toMatchObject({
    state: 'rejected',
    status: 400,
    error: { code: 'invalid_request' },
    request: { body: { name: 'too long' } },
  })
  bench.client.onWrite = () => confirmed()
  const again = await bench.ledger.retry(intent.id)
  expect(again).toMatchObject({ state: 'confirmed', id: intent.id, reference: intent.reference, attempts: 2 })
  expect(again.error).toBeUndefined()
  await expect(bench.ledger.retry(intent.id)).rejects.toMatchObject({ code: 'invalid_state' })
})

// Catches work that is thrown away while the platform can't be reached.
test('a queueable write waits offline with a back-off, keeps its order and leaves by itself', async () => {
  bench.client.onWrite = unreachable
  const first = await bench.ledger.submit(create('one'))
  expect(first).toMatchObject({ state: 'queued', waiting: { reason: 'offline' }, attempts: 1 })
  const other = await bench.ledger.submit(update('n9', 'two'))
  const behind = await bench.ledger.submit(update('n9', 'three'))
  expect(other).toMatchObject({ state: 'queued', waiting: { reason: 'offline' }, attempts: 0 })
  expect(behind).toMatchObject({ state: 'queued', waiting: { reason: 'order' } })
  expect(bench.ledger.counts()).toEqual({ queued: 3, sending: 0, accepted: 0, unknown: 0 })
  await bench.clock.advance(1_000 + 2_000 + 4_000)
  expect(bench.client.sent).toHaveLength(4)

  bench.client.onWrite = () => confirmed()
  await bench.clock.advance(8_000)
  expect([first, other, behind].map(stateOf)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  expect(bench.client.sent.slice(4).map(({ request }) => (request.body as { name: string }).name)).toEqual([
    'one',
    'two',
    'three',
  ])
  expect(bench.ledger.counts()).toEqual({ queued: 0, sending: 0, accepted: 0, unknown: 0 })
})

// Catches a queue that sleeps on while the platform is back.
test('wake tries at once', async () => {
  bench.client.onWrite = unreachable
  const intent = await bench.ledger.submit(create('one'))
  await bench.clock.advance(1_500)
  bench.client.onWrite = () => confirmed()
  bench.ledger.wake()
  await settle()
  expect(stateOf(intent)).toBe('confirmed')
})

// Catches a "start" that fires ten minutes late.
test('a live command that could not be sent is rejected, not queued', async () => {
  bench.client.onWrite = unreachable
  expect(await bench.ledger.submit(stage('s1', true))).toMatchObject({
    state: 'rejected',
    error: { code: 'unreachable' },
  })
  bench.client.onWrite = () => limited(5_000)
  expect(await bench.ledger.submit(stage('s1', true))).toMatchObject({
    state: 'rejected',
    error: { code: 'rate_limited', retryAfterMs: 5_000 },
  })
  await bench.clock.advance(60_000)
  expect(bench.client.sent).toHaveLength(2)
})

// Catches a write that waits for a sign-in that no waiting brings.
test('without a credential even a queueable write is rejected, with a locked keychain it waits', async () => {
  bench.client.onWrite = () => ({
    outcome: 'not_sent',
    error: new DeskError('no_credentials', 'Sign in first.').toShape(),
  })
  expect(await bench.ledger.submit(create('a'))).toMatchObject({ state: 'rejected', error: { code: 'no_credentials' } })
  bench.client.onWrite = () => ({
    outcome: 'not_sent',
    error: new DeskError('keychain_locked', 'Unlock it.').toShape(),
  })
  const waiting = await bench.ledger.submit(create('b'))
  expect(waiting.state).toBe('queued')
  bench.client.onWrite = () => confirmed()
  bench.ledger.wake()
  await settle()
  expect(stateOf(waiting)).toBe('confirmed')
})

// Catches requests that break through a closed gate, and queued ones that stay behind an open one.
test('a closed gate queues or rejects without the wire, and opens by itself', async () => {
  const until = new Date(bench.clock.now() + 7_000).toISOString()
  bench.client.closedGate = {
    environment: 'rehearsal',
    product: 'Events',
    credential: 'apiKey',
    until,
    retryAfterMs: 7_000,
    source: 'retry-after',
  }
  bench.client.onWrite = () => confirmed()
  const queued = await bench.ledger.submit(create('later'))
  expect(queued).toMatchObject({ state: 'queued', waiting: { reason: 'gate', until } })
  const urgent = await bench.ledger.submit(stage('s1', true))
  expect(urgent).toMatchObject({ state: 'rejected', error: { code: 'rate_limited', retryAfterMs: 7_000 }, attempts: 0 })
  expect(bench.client.sent).toHaveLength(0)
  await bench.clock.advance(7_000)
  expect(stateOf(queued)).toBe('confirmed')
})

// Catches a 429 that is repeated before its time, or never.
test('a write that met 429 waits as long as was asked', async () => {
  bench.client.onWrite = () => limited(3_000)
  const intent = await bench.ledger.submit(create('x'))
  expect(intent).toMatchObject({ state: 'queued', waiting: { reason: 'gate' } })
  bench.client.onWrite = () => confirmed()
  await bench.clock.advance(2_999)
  expect(bench.client.sent).toHaveLength(1)
  await bench.clock.advance(1)
  expect(stateOf(intent)).toBe('confirmed')
})

// Catches two writes to one record on the wire at once, which may arrive in either order.
test('writes to one record go one after the other, writes to others do not wait', async () => {
  const wire = held()
  bench.client.onWrite = wire.write
  const first = bench.ledger.submit(update('n1', 'a'))
  await settle()
  const second = await bench.ledger.submit(update('n1', 'b'))
  expect(second).toMatchObject({ state: 'queued', waiting: { reason: 'order' } })
  const third = bench.ledger.submit(update('n2', 'c'))
  await settle()
  expect(wire.begun()).toBe(2)
  wire.end(confirmed())
  await first
  await settle()
  expect(wire.begun()).toBe(3)
  wire.end(confirmed())
  wire.end(confirmed())
  await third
  await settle()
  expect(stateOf(second)).toBe('confirmed')
})

// Catches a person who can't stop the show because an edit before it hangs in the queue.
test('a live command waits for what is on the wire, not for what is queued or unknown', async () => {
  bench.client.onWrite = cut
  const lost = await bench.ledger.submit({ operation: 'PUT /api/stage/describe', body: { id: 's1', text: 'hello' } })
  expect(lost.state).toBe('unknown')
  expect(
    await bench.ledger.submit({ operation: 'PUT /api/stage/describe', body: { id: 's1', text: 'there' } }),
  ).toMatchObject({ state: 'queued', waiting: { reason: 'order' } })
  bench.client.onWrite = () => confirmed()
  expect(await bench.ledger.submit(stage('s1', false))).toMatchObject({ state: 'confirmed' })

  const wire = held()
  bench.client.onWrite = wire.write
  const start = bench.ledger.submit(stage('s1', true))
  await settle()
  const stop = bench.ledger.submit(stage('s1', false))
  await settle()
  expect(wire.begun()).toBe(1)
  wire.end(confirmed())
  await start
  await settle()
  expect(wire.begun()).toBe(2)
  wire.end(confirmed())
  expect(await stop).toMatchObject({ state: 'confirmed' })
})

// Catches the double refund after a time-out, the fault this desk must never have.
test('any payment on a charge is refused while an earlier one is unknown, one on another charge is not', async () => {
  bench.client.onRead = () => ({ items: [{ id: 'x', note: 'nothing to compare' }] })
  bench.client.onWrite = cut
  const first = await bench.ledger.submit(refund(500))
  await settle()
  expect(stateOf(first)).toBe('unknown')
  const twin = await bench.ledger.submit(refund(500))
  expect(twin).toMatchObject({
    state: 'rejected',
    error: { code: 'conflict', facts: { reason: 'unsettled_money', intent: first.id, record: 'ch_1' } },
    attempts: 0,
  })
  expect(await bench.ledger.submit(refund(700))).toMatchObject({
    state: 'rejected',
    error: { facts: { reason: 'unsettled_money', intent: first.id } },
  })
  expect(twin.error?.message).toContain(first.id)
  await expect(bench.ledger.retry(twin.id)).rejects.toMatchObject({ code: 'conflict' })
  expect(bench.client.sent).toHaveLength(1)
  bench.client.onWrite = () => confirmed()
  expect((await bench.ledger.submit({ ...refund(500), body: { chargeId: 'ch_2', amount: 500 } })).state).toBe(
    'confirmed',
  )
  await bench.ledger.resolve(first.id, 'rejected')
  expect((await bench.ledger.retry(twin.id)).state).toBe('confirmed')
})

// Catches a cancelled intent that is sent all the same, and states that the person may not change.
test('only a queued intent can be taken back, only an unknown one decided', async () => {
  bench.client.onWrite = unreachable
  const queued = await bench.ledger.submit(create('x'))
  await expect(bench.ledger.resolve(queued.id, 'confirmed')).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await bench.ledger.cancel(queued.id)).toMatchObject({ state: 'cancelled' })
  await expect(bench.ledger.cancel(queued.id)).rejects.toMatchObject({ code: 'invalid_state' })
  await expect(bench.ledger.retry(queued.id)).rejects.toMatchObject({ code: 'invalid_state' })
  await expect(bench.ledger.cancel('nothing')).rejects.toMatchObject({ code: 'not_found_here' })
  bench.client.onWrite = () => confirmed()
  await bench.clock.advance(60_000)
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a retry that jumps over an earlier write to the same record.
test('a queued intent can be sent now, unless an earlier one must come first', async () => {
  bench.client.onWrite = unreachable
  const first = await bench.ledger.submit(update('n1', 'a'))
  const second = await bench.ledger.submit(update('n1', 'b'))
  await expect(bench.ledger.retry(second.id)).rejects.toMatchObject({ code: 'invalid_state' })
  bench.client.onWrite = () => confirmed()
  expect(await bench.ledger.retry(first.id)).toMatchObject({ state: 'confirmed' })
  await settle()
  expect(stateOf(second)).toBe('confirmed')
})

// Catches a double click on "send again".
test('an intent on the wire is not sent a second time', async () => {
  bench.client.onWrite = refused
  const intent = await bench.ledger.submit(create('x'))
  const wire = held()
  bench.client.onWrite = wire.write
  const again = bench.ledger.retry(intent.id)
  await expect(bench.ledger.retry(intent.id)).rejects.toMatchObject({ code: 'invalid_state' })
  wire.end(confirmed())
  expect(await again).toMatchObject({ attempts: 2, state: 'confirmed' })
  expect(bench.client.sent).toHaveLength(2)
})

// Catches an outcome that is lost because the disk was full for a moment, and a write that goes out although it could not be recorded.
test('a full disk stops a write before the wire, and an outcome that found no room is saved later', async () => {
  const pages = () => Number(bench.database.statement('PRAGMA page_count').get()?.page_count)
  const limit = (count: number) => bench.database.statement(`PRAGMA max_page_count = ${count}`).get()
  const wire = held()
  bench.client.onWrite = wire.write
  const big = { operation: 'POST /api/notes/create', body: { name: 'n'.repeat(40_000) } }
  const ended = bench.ledger.submit(create('x'))
  await settle()
  limit(pages())
  await expect(bench.ledger.submit({ ...big, operation: 'PUT /api/stage/update' })).rejects.toMatchObject({
    code: 'storage_full',
  })
  expect(wire.begun()).toBe(1)
  const refusal = expect(ended).rejects.toMatchObject({ code: 'storage_full' })
  wire.end(confirmed({ data: { id: 'n1', text: 'x'.repeat(40_000) } }))
  await refusal
  limit(pages() + 1_000)
  await bench.clock.advance(1_000)
  expect(bench.ledger.list({ limit: 10, state: 'confirmed' }).items).toHaveLength(1)
  expect(bench.ledger.counts()).toEqual({ queued: 0, sending: 0, accepted: 0, unknown: 0 })
})

// Catches a live command that failed in front of the person and goes out by itself once the disk has room.
test('a live command whose turn came while nothing could be saved is not sent later', async () => {
  const wire = held()
  bench.client.onWrite = wire.write
  const start = bench.ledger.submit(stage('s1', true))
  await settle()
  const stop = bench.ledger.submit(stage('s1', false)).catch((error: unknown) => error)
  await settle()
  bench.database.statement('CREATE TRIGGER full BEFORE UPDATE ON intents BEGIN SELECT RAISE(ABORT, 0); END').run()
  const failed = expect(start).rejects.toMatchObject({ code: 'storage_failed' })
  wire.end(confirmed())
  await failed
  bench.database.statement('DROP TRIGGER full').run()
  bench.database
    .statement(
      "CREATE TRIGGER turn BEFORE UPDATE ON intents WHEN old.state = 'queued' BEGIN SELECT RAISE(ABORT, 0); END",
    )
    .run()
  await bench.clock.advance(1_000)
  expect(await stop).toMatchObject({ code: 'storage_failed' })
  bench.database.statement('DROP TRIGGER turn').run()
  bench.ledger.wake()
  await bench.clock.advance(60_000)
  expect(wire.begun()).toBe(1)
  await bench.restart()
  expect(bench.ledger.list({ limit: 10 }).items.map(({ state }) => state)).toEqual(['rejected', 'confirmed'])
})

// Catches a desk that closes with a live command left to fire at the next start.
test('closing waits for the wire and drops live commands that still waited for their turn', async () => {
  const wire = held()
  bench.client.onWrite = wire.write
  const start = bench.ledger.submit(stage('s1', true))
  await settle()
  const stop = bench.ledger.submit(stage('s1', false))
  await settle()
  const closed = bench.ledger.stop(5_000)
  expect(await stop).toMatchObject({ state: 'rejected', error: { code: 'cancelled' } })
  wire.end(confirmed())
  await closed
  expect(await start).toMatchObject({ state: 'confirmed' })
  await expect(bench.ledger.submit(create('late'))).rejects.toMatchObject({ code: 'cancelled' })
})
