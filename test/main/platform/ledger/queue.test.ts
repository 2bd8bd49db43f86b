import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import {
  confirmed,
  create,
  createBench,
  cut,
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
  bench.client.onWrite = () => confirmed()
})
afterEach(() => bench.end())

const fresh = ({ id }: Intent) => bench.ledger.get(id)
const events = (intent: Intent) => fresh(intent).evidence.map(({ event }) => event)
const namesSent = () => bench.client.sent.map(({ request }) => (request.body as { name?: string }).name)
const laneNames = () =>
  bench.ledger.queue().map(({ items }) => items.map(({ request }) => (request.body as { name?: string }).name))

/** Queues while sending is paused. */
async function queued(...requests: OperationRequest[]): Promise<Intent[]> {
  bench.ledger.pause(true)
  const intents: Intent[] = []
  for (const request of requests) intents.push(await bench.ledger.submit(request))
  return intents
}

// Catches a held write that leaves by itself, by wake or after a restart, and one behind it that overtakes it.
test('a held intent stays, with what is behind it, until the person releases it', async () => {
  const [first, second, other] = (await queued(update('n1', 'a'), update('n1', 'b'), update('n2', 'c'))) as [
    Intent,
    Intent,
    Intent,
  ]
  expect(await bench.ledger.hold(first.id, true)).toMatchObject({
    held: true,
    waiting: { reason: 'held' },
    state: 'queued',
  })
  bench.ledger.pause(false)
  await settle()
  expect(fresh(other).state).toBe('confirmed')
  bench.ledger.wake()
  await bench.clock.advance(120_000)
  expect(fresh(second)).toMatchObject({ state: 'queued', waiting: { reason: 'order' } })
  await bench.restart()
  bench.ledger.wake()
  await bench.clock.advance(120_000)
  expect(fresh(first)).toMatchObject({ held: true, waiting: { reason: 'held' } })
  expect(namesSent()).toEqual(['c'])
  await expect(bench.ledger.retry(second.id)).rejects.toMatchObject({ code: 'invalid_state' })

  await bench.ledger.hold(first.id, false)
  await settle()
  expect(namesSent()).toEqual(['c', 'a', 'b'])
  expect(fresh(first).held).toBeUndefined()
  expect(events(first)).toEqual(['waiting', 'held', 'released', 'sent', 'answered'])
})

// Catches "send now" on a held intent that does nothing, or leaves it held for the next attempt.
test('sending a held intent now releases it', async () => {
  const [first] = (await queued(create('a'))) as [Intent]
  await bench.ledger.hold(first.id, true)
  bench.client.onWrite = unreachable
  expect(await bench.ledger.retry(first.id)).toMatchObject({ state: 'queued', attempts: 1 })
  expect(fresh(first).held).toBeUndefined()
  expect(events(first).slice(-3)).toEqual(['released', 'sent', 'not_sent'])
})

// Catches a hold that is taken twice, that hits what is no longer queued, or that outlives its intent.
test('only a queued intent is held, and once', async () => {
  const [first] = (await queued(create('a'))) as [Intent]
  await bench.ledger.hold(first.id, true)
  await bench.ledger.hold(first.id, true)
  expect(events(first)).toEqual(['waiting', 'held'])
  expect((await bench.ledger.cancel(first.id)).held).toBeUndefined()
  await expect(bench.ledger.hold(first.id, false)).rejects.toMatchObject({ code: 'invalid_state' })
  await expect(bench.ledger.hold('nothing', true)).rejects.toMatchObject({ code: 'not_found_here' })
})

// Catches places that are swapped on screen alone, a held first one that keeps others back although they were moved before it, and reasons that lie.
test('moving changes who leaves first, also after a restart', async () => {
  const [a, b, c] = (await queued(create('a'), create('b'), create('c'))) as [Intent, Intent, Intent]
  await bench.ledger.hold(a.id, true)
  expect(await bench.ledger.move(c.id, -1)).toMatchObject({ waiting: { reason: 'order' } })
  expect(laneNames()).toEqual([['a', 'c', 'b']])
  expect(await bench.ledger.move(a.id, 1)).toMatchObject({ waiting: { reason: 'held' } })
  expect(fresh(c).waiting).toEqual({ reason: 'paused' })
  expect(await bench.ledger.move(c.id, -1)).toEqual(fresh(c))
  expect(events(c)).toEqual(['waiting', 'moved'])
  expect(events(b)).toEqual(['waiting'])
  bench.paused = true
  await bench.restart(false)
  expect(laneNames()).toEqual([['c', 'a', 'b']])
  bench.ledger.pause(false)
  await settle()
  expect(namesSent()).toEqual(['c'])
  await bench.ledger.move(a.id, 1)
  await settle()
  expect(namesSent()).toEqual(['c', 'b'])
})

// Catches an intent that overtakes one whose effect is unknown, or one that was already tried and can't be moved.
test('nothing passes what is unknown, and what was certainly not sent may move', async () => {
  bench.client.onRead = () => ({ items: [{ text: 'nothing to compare' }] })
  bench.client.onWrite = cut
  const lost = await bench.ledger.submit(update('n1', 'a'))
  const [b, c] = (await queued(update('n1', 'b'), update('n1', 'c'))) as [Intent, Intent]
  expect(await bench.ledger.move(b.id, -1)).toEqual(fresh(b))
  await expect(bench.ledger.move(lost.id, 1)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(bench.ledger.queue()).toMatchObject([
    { environment: 'rehearsal', resource: 'notes', record: ['n1'], items: [{ state: 'unknown' }, {}, {}] },
  ])
  await bench.ledger.resolve(lost.id, 'rejected')
  bench.client.onWrite = unreachable
  bench.ledger.pause(false)
  await settle()
  expect(fresh(b)).toMatchObject({ attempts: 1, waiting: { reason: 'offline' } })
  await bench.ledger.move(b.id, 1)
  expect(fresh(b).waiting).toEqual({ reason: 'order' })
  bench.client.onWrite = () => confirmed()
  await bench.clock.advance(60_000)
  expect(namesSent()).toEqual(['a', 'b', 'c', 'b'])
  expect(bench.ledger.queue()).toEqual([])
  expect(fresh(c).state).toBe('confirmed')
})

// Catches a pause that lets something slip out by itself, that stops what a person sends, or after which the order is lost.
test('while sending is paused only what a person sends goes; afterwards all goes on in order', async () => {
  bench.client.onWrite = refused
  const before = await bench.ledger.submit(create('refused'))
  bench.client.onWrite = () => confirmed()
  const [a, b] = (await queued(create('a'), create('b'))) as [Intent, Intent]
  expect([a, b].map(({ waiting }) => waiting)).toEqual([{ reason: 'paused' }, { reason: 'order' }])
  bench.ledger.wake()
  await bench.clock.advance(120_000)
  expect(await bench.ledger.submit(stage('s1', true))).toMatchObject({ state: 'confirmed' })
  expect(await bench.ledger.submit(refund(5))).toMatchObject({ state: 'confirmed' })
  expect(await bench.ledger.retry(a.id)).toMatchObject({ state: 'confirmed' })
  expect(fresh(b).waiting).toEqual({ reason: 'paused' })
  expect(await bench.ledger.retry(before.id)).toMatchObject({ state: 'queued', waiting: { reason: 'order' } })
  const alone = await bench.ledger.submit(update('n1', 'alone'))
  bench.client.onWrite = refused
  await bench.ledger.retry(alone.id)
  bench.client.onWrite = () => confirmed()
  expect(await bench.ledger.retry(alone.id)).toMatchObject({ state: 'confirmed' })
  const count = bench.client.sent.length
  bench.ledger.pause(false)
  await settle()
  expect(namesSent().slice(count)).toEqual(['b', 'refused'])
})

// Catches a pause through which a lost write is sent again, or in which the reading that tells of it stops.
test('what a read proves absent while paused waits for the resumption', async () => {
  bench.client.onRead = () => ({ items: [] })
  bench.client.onWrite = cut
  const lost = await bench.ledger.submit(create('a'))
  bench.client.onWrite = () => confirmed()
  bench.ledger.pause(true)
  await bench.clock.advance(120_000)
  expect(fresh(lost)).toMatchObject({ state: 'queued', attempts: 1, waiting: { reason: 'paused' } })
  bench.ledger.pause(false)
  await settle()
  expect(fresh(lost)).toMatchObject({ state: 'confirmed', attempts: 2 })
})

// Catches a probe that sends a queued write while the person has paused sending, and a resumption that waits for the next probe.
test('a pause while offline stops the tries, the resumption tries at once', async () => {
  bench.client.onWrite = unreachable
  const first = await bench.ledger.submit(create('a'))
  bench.ledger.pause(true)
  expect(fresh(first).waiting).toEqual({ reason: 'paused' })
  await bench.clock.advance(300_000)
  expect(bench.client.sent).toHaveLength(1)
  bench.client.onWrite = () => confirmed()
  bench.ledger.pause(false)
  await settle()
  expect(fresh(first).state).toBe('confirmed')
})

// Catches a reason that stays "paused" on what merely waits for its turn after the resumption.
test('what does not leave at once after a pause no longer says that it is paused', async () => {
  const requests = Array.from({ length: 6 }, (_, n) => update(`n${n}`, `text ${n}`))
  const intents = await queued(...requests)
  bench.client.onWrite = () => new Promise(() => undefined)
  bench.ledger.pause(false)
  await settle()
  expect(intents.map((intent) => fresh(intent).state)).toEqual([
    'sending',
    'sending',
    'sending',
    'sending',
    'queued',
    'queued',
  ])
  expect(fresh(intents[5] as Intent).waiting).toBeUndefined()
})

// Catches a queue that shows lanes where nothing waits, leaves out what blocks, or mixes up environments.
test('the queue shows the lanes in which something waits, in the order in which they leave', async () => {
  bench.client.onWrite = () => new Promise(() => undefined)
  const wire = bench.ledger.submit(update('n1', 'a'))
  wire.catch(() => undefined)
  await settle()
  await bench.ledger.submit(update('n1', 'b'))
  bench.ledger.submit(update('n2', 'c')).catch(() => undefined)
  await settle()
  await queued(create('d'))
  await bench.ledger.submit(create('e'), { environment: 'production' })
  expect(
    bench.ledger
      .queue()
      .map(({ environment, record, items }) => [environment, record, items.map(({ state }) => state)]),
  ).toEqual([
    ['rehearsal', ['n1'], ['sending', 'queued']],
    ['rehearsal', [], ['queued']],
    ['production', [], ['queued']],
  ])
})

// Catches a queued edit that goes beside a live command of the same record which is on the wire.
test('a released intent waits for a live command on the wire', async () => {
  const [edit] = (await queued({ operation: 'PUT /api/stage/describe', body: { id: 's1', name: 'text' } })) as [Intent]
  await bench.ledger.hold(edit.id, true)
  bench.ledger.pause(false)
  const wire = Promise.withResolvers<ReturnType<typeof confirmed>>()
  bench.client.onWrite = () => wire.promise
  const live = bench.ledger.submit(stage('s1', true))
  await settle()
  await bench.ledger.hold(edit.id, false)
  await settle()
  expect(bench.client.sent).toHaveLength(1)
  wire.resolve(confirmed())
  await live
  await settle()
  expect(fresh(edit).state).toBe('confirmed')
})

// Catches a pair of commits where one was planned: the end of one write and the beginning of the next are told together, and both are on disk.
test('an end and the next beginning are one commit, and a fault of it loses neither', async () => {
  const [a, b] = (await queued(create('a'), create('b'))) as [Intent, Intent]
  const stateOnDisk = ({ id }: Intent) =>
    bench.database.statement('SELECT state FROM intents WHERE id = ?').get(id)?.state
  const seen: unknown[] = []
  bench.client.onWrite = () => {
    seen.push([stateOnDisk(a), stateOnDisk(b)])
    return confirmed()
  }
  bench.database
    .statement(
      "CREATE TRIGGER once BEFORE UPDATE ON intents WHEN new.state = 'sending' AND old.reference = '" +
        b.reference +
        "' BEGIN SELECT RAISE(ABORT, 0); END",
    )
    .run()
  bench.ledger.pause(false)
  await settle()
  expect([stateOnDisk(a), stateOnDisk(b)]).toEqual(['confirmed', 'queued'])
  bench.database.statement('DROP TRIGGER once').run()
  await bench.clock.advance(60_000)
  expect(seen).toEqual([
    ['sending', 'queued'],
    ['confirmed', 'sending'],
  ])
  expect(stateOnDisk(b)).toBe('confirmed')
})
