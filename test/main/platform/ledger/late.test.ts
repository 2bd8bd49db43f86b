// A queue entry never fires late: what is on air, moves money or destroys is sent now or not at all, whatever the path.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { operations as catalog } from '../../../../main/platform/catalog/index.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { createDesk, input } from '../../writing/drafts/support.ts'
import { makeClient } from '../client/support.ts'
import {
  confirmed,
  createBench,
  createFakeVault,
  cut,
  quietLog,
  refund,
  settle,
  stage,
  unreachable,
  type Bench,
} from './support.ts'

let bench: Bench
beforeEach(async () => {
  bench = await createBench()
})
afterEach(() => bench.end())

const fresh = ({ id }: Intent) => bench.ledger.get(id)
const minutes = (n: number) => n * 60_000

/** A write that stays on the wire until the test ends it. */
function onWire() {
  const wire = Promise.withResolvers<ReturnType<typeof confirmed>>()
  bench.client.onWrite = () => wire.promise
  return () => wire.resolve(confirmed())
}

// Catches an operation of the real catalog that waits in the queue although the audience, someone's money or a record hangs on it.
test('every operation that is not a plain edit is rejected while nothing answers, and none leaves when the platform is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'late-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))

  const { client } = makeClient(`http://127.0.0.1:${port}`, { operations: new Map(catalog) })
  const database = await openProfile({ folder, clock: systemClock, log: quietLog })
  onTestFinished(() => database.close())
  const ledger = createLedger({
    database,
    client,
    operations: catalog,
    vault: createFakeVault(),
    clock: systemClock,
    log: quietLog,
    environment: () => 'rehearsal',
    account: () => undefined,
    redact: (value) => value,
  })
  ledger.start()
  const live = [...catalog.values()].filter(({ kind, risk }) => kind !== 'read' && risk !== 'edit')
  expect(live.length).toBeGreaterThan(50)
  for (const { key, pathParams } of live) {
    const made = await ledger.submit({
      operation: key,
      path: Object.fromEntries(pathParams.map((name) => [name, 'x1'])),
    })
    expect([key, made.state, made.error?.code]).toEqual([key, 'rejected', 'unreachable'])
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  ledger.wake()
  ledger.pause(true)
  ledger.pause(false)
  await ledger.stop(1_000)
  expect(seen).toEqual([])
  expect(ledger.counts()).toEqual({ queued: 0, sending: 0, accepted: 0, unknown: 0 })
})

// Catches a command that was armed and fired offline and goes out when the line is back: by itself, after a restart, after a retry that failed too.
test.each([
  ['a live command', stage('s1', true)],
  ['money', refund(500)],
])('%s that was fired offline never leaves afterwards', async (_, request) => {
  bench.client.onWrite = unreachable
  const made = await bench.ledger.submit(request)
  expect(made).toMatchObject({ state: 'rejected', error: { code: 'unreachable' } })
  expect(await bench.ledger.retry(made.id)).toMatchObject({
    state: 'rejected',
    error: { code: 'unreachable' },
    attempts: 2,
  })
  bench.client.onWrite = () => confirmed()
  const wake = () => Promise.resolve(bench.ledger.wake())
  for (const then of [wake, () => bench.restart(), () => bench.restart(false), wake]) {
    await then()
    await bench.clock.advance(minutes(10))
  }
  expect(bench.client.sent).toHaveLength(2)
  expect(fresh(made).state).toBe('rejected')
})

// Catches a draft whose sending waits where a command that is typed in would not.
test('a draft of a live command is rejected offline and does not leave later', async () => {
  const desk = await createDesk()
  desk.client.onWrite = unreachable
  const draft = await desk.drafts.save(input({ operation: 'PUT /api/stage/update', body: { id: 's1', started: true } }))
  expect(await desk.drafts.submit(draft.id)).toMatchObject({ state: 'rejected', error: { code: 'unreachable' } })
  desk.client.onWrite = () => confirmed()
  desk.ledger.wake()
  await desk.clock.advance(minutes(10))
  await desk.restart()
  await desk.clock.advance(minutes(10))
  expect(desk.client.sent).toHaveLength(1)
})

// Catches "start" that comes minutes after its press, because something else of the stream hung on the wire.
test('a live command whose turn does not come within 20 s is told so, and never goes', async () => {
  const end = onWire()
  const first = bench.ledger.submit(stage('s1', true))
  await settle()
  const second = bench.ledger.submit(stage('s1', false))
  await bench.clock.advance(19_000)
  const [waiting] = bench.ledger.list({ limit: 1 }).items
  expect(waiting).toMatchObject({ state: 'queued', waiting: { reason: 'order' } })
  await bench.clock.advance(1_000)
  expect(await second).toMatchObject({
    state: 'rejected',
    attempts: 0,
    error: { code: 'cancelled', facts: { reason: 'waited_too_long', waitedMs: 20_000 } },
    evidence: [{}, { code: 'not_sent', facts: { code: 'cancelled', reason: 'waited_too_long', waitedMs: 20_000 } }],
  })
  end()
  expect(await first).toMatchObject({ state: 'confirmed' })
  await bench.clock.advance(minutes(10))
  expect(bench.client.sent).toHaveLength(1)
  expect(await bench.ledger.retry((await second).id)).toMatchObject({ state: 'confirmed' })
})

// Catches a command that waited when the lid was closed and fires when it is opened: timers stand still in a machine's sleep.
test('a live command does not outlive the sleep of the machine', async () => {
  await bench.end()
  let asleep = 0
  bench = await createBench({
    clock: { now: () => bench.clock.now() + asleep, after: (ms, run) => bench.clock.after(ms, run) },
  })
  const end = onWire()
  const first = bench.ledger.submit(stage('s1', true))
  await settle()
  const second = bench.ledger.submit(stage('s1', false))
  await settle()
  asleep = minutes(10)
  end()
  expect(await first).toMatchObject({ state: 'confirmed' })
  expect(await second).toMatchObject({ state: 'rejected', attempts: 0, error: { code: 'cancelled' } })
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a live command in its turn, or one that came in with another desk's profile, that the next start sends.
test('what is live and found queued at a start is rejected, not sent', async () => {
  onWire()
  void bench.ledger.submit(stage('s1', true))
  await settle()
  void bench.ledger.submit(stage('s1', false))
  await settle()
  const [waiting] = bench.ledger.list({ limit: 1 }).items as [Intent]
  await bench.restart(false)
  bench.client.onWrite = () => confirmed()
  expect(fresh(waiting)).toMatchObject({ state: 'rejected', attempts: 0, error: { code: 'cancelled' } })
  bench.database
    .statement("UPDATE intents SET state = 'queued', held = 1, settled_at = NULL WHERE id = ?")
    .run(waiting.id)
  await bench.restart(false)
  expect(fresh(waiting).state).toBe('rejected')
  await bench.clock.advance(minutes(10))
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a lost answer that makes the desk send a live command or a payment once more by itself.
test('what is live and unknown stays for the person to decide', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: [] })
  const lost = [await bench.ledger.submit(stage('s1', true)), await bench.ledger.submit(refund(500))]
  bench.client.onWrite = () => confirmed()
  bench.ledger.wake()
  await bench.clock.advance(minutes(10))
  await bench.restart()
  await bench.clock.advance(minutes(10))
  expect(bench.client.sent).toHaveLength(2)
  expect(lost.map((intent) => fresh(intent).state)).toEqual(['unknown', 'unknown'])
})
