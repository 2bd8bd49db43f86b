// One press of a button is one intent, and what is live or about money never waits to leave later.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { makeClient, serve } from '../client/support.ts'
import {
  confirmed,
  create,
  createBench,
  createFakeVault,
  cut,
  operations,
  quietLog,
  refund,
  refused,
  settle,
  stage,
  unreachable,
  type Bench,
} from './support.ts'

const press = '3f1a5c9e-0d5b-4d0c-9b1e-2f6b8a7c4d10'
const other = '7b2d4e6f-1a3c-4e5d-8f70-9a1b2c3d4e5f'

let bench: Bench
beforeEach(async () => {
  bench = await createBench()
  bench.client.onWrite = () => confirmed()
})
afterEach(() => bench.end())

const intents = () => bench.ledger.list({ limit: 50 }).items

// Catches a double click that fires twice: the second call finds the row missing, since the first is not written yet.
test('two submits of one press at the same time are one request on the wire', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'press-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  let answer: () => void = () => undefined
  const platform = await serve((_, response) => {
    answer = () => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":{"id":"stage-1"}}')
    arrived.resolve(undefined)
  })
  const arrived = Promise.withResolvers<undefined>()
  const { client } = makeClient(platform.base, { operations: new Map(operations) })
  const database = await openProfile({ folder, clock: systemClock, log: quietLog })
  onTestFinished(() => database.close())
  const ledger = createLedger({
    database,
    client,
    operations,
    vault: createFakeVault(),
    clock: systemClock,
    log: quietLog,
    environment: () => 'rehearsal',
    account: () => undefined,
    redact: (value) => value,
  })
  ledger.start()
  const body = { id: 's1', started: true, streamKey: 'live-key-123456' }
  const twice = [
    ledger.submit({ operation: 'PUT /api/stage/update', body }, { press }),
    ledger.submit(
      { operation: 'PUT /api/stage/update', body: { started: true, streamKey: 'live-key-123456', id: 's1' } },
      { press },
    ),
  ]
  await arrived.promise
  twice.push(ledger.submit({ operation: 'PUT /api/stage/update', body }, { press }))
  answer()
  const [first, ...others] = await Promise.all(twice)
  expect(first).toMatchObject({ state: 'confirmed', attempts: 1 })
  for (const one of others) expect(one).toEqual(first)
  expect(await ledger.submit({ operation: 'PUT /api/stage/update', body }, { press })).toEqual(first)
  expect(platform.seen).toHaveLength(1)
  await ledger.stop(1_000)
})

// Catches a press that is taken for another one, and two presses of one button that are taken for one.
test('another press of the same button is another intent; submits without a press are as before', async () => {
  const made = [
    await bench.ledger.submit(stage('s1', true), { press }),
    await bench.ledger.submit(stage('s1', true), { press: other }),
    await bench.ledger.submit(stage('s1', true)),
    await bench.ledger.submit(stage('s1', true)),
  ]
  expect(new Set(made.map(({ id }) => id)).size).toBe(4)
  expect(bench.client.sent).toHaveLength(4)
})

// Catches a resubmit that answers something else than what became of the press: refused, queued, taken back.
test.each<[string, () => void, (intent: Intent) => Promise<Intent>]>([
  ['confirmed', () => undefined, async (intent) => intent],
  ['rejected', () => (bench.client.onWrite = refused), async (intent) => intent],
  ['queued', () => (bench.client.onWrite = unreachable), async (intent) => intent],
  ['cancelled', () => (bench.client.onWrite = unreachable), ({ id }) => bench.ledger.cancel(id)],
  ['unknown', () => (bench.client.onWrite = cut), async (intent) => intent],
])('a press that ended as %s answers that, also after a restart', async (state, prepare, then) => {
  prepare()
  bench.client.onRead = () => ({ items: [{ id: 'x' }] })
  bench.ledger.pause(true)
  bench.paused = true
  const made = await then(await bench.ledger.retry((await bench.ledger.submit(create('once'), { press })).id))
  expect(made.state).toBe(state)
  const sent = bench.client.sent.length
  expect(await bench.ledger.submit(create('once'), { press })).toMatchObject({ id: made.id, state })
  await bench.restart()
  expect(await bench.ledger.submit(create('once'), { press })).toMatchObject({
    id: made.id,
    reference: made.reference,
    state,
  })
  expect(intents()).toHaveLength(1)
  expect(bench.client.sent).toHaveLength(sent)
})

// Catches a page that submits again after a crash and starts the stream a second time.
test('after a crash in the middle of sending the press answers the intent as unknown', async () => {
  bench.client.onWrite = () => new Promise(() => undefined)
  void bench.ledger.submit(stage('s1', true), { press })
  await settle()
  await bench.restart(false)
  bench.client.onWrite = () => confirmed()
  expect(await bench.ledger.submit(stage('s1', true), { press })).toMatchObject({
    state: 'unknown',
    attempts: 1,
    error: { code: 'unknown_outcome' },
  })
  await bench.clock.advance(600_000)
  expect(bench.client.sent).toHaveLength(1)
  expect(intents()).toHaveLength(1)
})

// Catches a resubmit that answers `sending`, which says nothing, or waits for ever when the desk closes.
test('a press whose intent is on the wire again is waited for', async () => {
  bench.client.onWrite = refused
  const made = await bench.ledger.submit(stage('s1', true), { press })
  const wire = Promise.withResolvers<ReturnType<typeof confirmed>>()
  bench.client.onWrite = () => wire.promise
  const retried = bench.ledger.retry(made.id)
  await settle()
  const again = bench.ledger.submit(stage('s1', true), { press })
  const left = bench.ledger.submit(stage('s1', true), { press })
  await settle()
  wire.resolve(confirmed())
  expect(await Promise.all([again, left, retried])).toMatchObject([
    { id: made.id, state: 'confirmed' },
    { state: 'confirmed' },
    { state: 'confirmed' },
  ])

  bench.client.onWrite = refused
  const late = await bench.ledger.submit(stage('s2', true), { press: other })
  bench.client.onWrite = () => new Promise(() => undefined)
  void bench.ledger.retry(late.id)
  await settle()
  const waiting = bench.ledger.submit(stage('s2', true), { press: other })
  await settle()
  await bench.restart()
  expect(await waiting).toMatchObject({ id: late.id, state: 'sending' })
})

// Catches one press id that carries two requests: the second would be lost without a word, or the first sent in its place.
test('another request under the same press is refused in clear words', async () => {
  const made = await bench.ledger.submit(refund(500), { press })
  for (const [request, origin] of [
    [refund(700), {}],
    [stage('s1', true), {}],
    [refund(500), { environment: 'production' as const }],
  ] as const) {
    await expect(bench.ledger.submit(request, { press, ...origin })).rejects.toMatchObject({
      code: 'conflict',
      details: { facts: { reason: 'press_used', intent: made.id } },
    })
  }
  const wire = Promise.withResolvers<ReturnType<typeof confirmed>>()
  bench.client.onWrite = () => wire.promise
  const first = bench.ledger.submit(stage('s1', true), { press: other })
  await expect(bench.ledger.submit(stage('s1', false), { press: other })).rejects.toMatchObject({ code: 'conflict' })
  wire.resolve(confirmed())
  expect(await first).toMatchObject({ state: 'confirmed' })
  expect(intents()).toHaveLength(2)
})

// Catches a conflict that is only the desk's own doing: a secret that was moved to the keychain, content that the person edited in the queue.
test('a secret or an edit since does not make it another request', async () => {
  const secret = { operation: 'PUT /api/stage/describe', body: { id: 's1', streamKey: 'live-key-123456' } }
  const made = await bench.ledger.submit(secret, { press })
  expect(await bench.ledger.submit(secret, { press })).toMatchObject({ id: made.id })
  bench.ledger.pause(true)
  const queued = await bench.ledger.submit(create('before'), { press: other })
  await bench.ledger.edit(queued.id, { body: { name: 'after' } })
  expect(await bench.ledger.submit(create('before'), { press: other })).toMatchObject({
    id: queued.id,
    request: { body: { name: 'after' } },
  })
})

// Catches a press that is used up by an attempt of which nothing was written: the button would be dead.
test('a submit that failed before it was written leaves its press free', async () => {
  await expect(
    bench.ledger.submit({ operation: 'POST /api/notes/create', body: { bad: 1 } }, { press }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  bench.database.statement('CREATE TRIGGER full BEFORE INSERT ON intents BEGIN SELECT RAISE(ABORT, 0); END').run()
  await expect(bench.ledger.submit(create('a'), { press })).rejects.toMatchObject({ code: 'storage_failed' })
  bench.database.statement('DROP TRIGGER full').run()
  expect(await bench.ledger.submit(create('a'), { press })).toMatchObject({ state: 'confirmed' })
})
