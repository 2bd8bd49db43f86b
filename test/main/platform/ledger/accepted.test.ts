import { readFile, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { WriteOutcome } from '../../../../main/platform/client/types.ts'
import { confirmed, create, createBench, cut, refund, settle, stage, update, type Bench } from './support.ts'

let bench: Bench
beforeEach(async () => {
  bench = await createBench()
})
afterEach(() => bench.end())

const accepted = (answer: Json = { data: { id: 'job_1', status: 'queued' } }, word = 'queued'): WriteOutcome => ({
  outcome: 'accepted',
  status: 202,
  answer,
  requestId: 'req-1',
  durationMs: 12,
  word,
})
const unclear = (): WriteOutcome => ({
  outcome: 'unknown',
  cause: 'unclear_answer',
  status: 200,
  word: 'lodged',
  answer: { data: { id: 'r1', status: 'lodged' } },
  error: new DeskError('unknown_outcome', 'The answer does not say what became of it.').toShape(),
  durationMs: 5,
})
const now = (intent: Intent) => bench.ledger.get(intent.id)
const stamp = () => new Date(bench.clock.now()).toISOString()
const record = (status: string, more: Record<string, Json> = {}) => ({
  items: [{ id: 'r1', chargeId: 'ch_1', amount: 500, createdAt: stamp(), status, ...more }],
  total: 1,
})
/** As the platform's queue does: there from the first read on, done or refused later. */
const lastly = (status: string, from: number) => () =>
  record(bench.client.reads.length < from ? 'pending' : status, { createdAt: '2026-03-01T12:00:01.000Z' })
const day = 24 * 3_600_000

// Catches a refund that the platform only took into its queue, shown as confirmed.
test('what the platform accepted is neither confirmed nor forgotten', async () => {
  bench.client.onWrite = () => accepted()
  bench.client.onRead = lastly('pending', 1_000)
  const intent = await bench.ledger.submit(refund(500))
  expect(intent).toMatchObject({ state: 'accepted', status: 202, requestId: 'req-1', attempts: 1 })
  expect(intent.settledAt).toBeUndefined()
  expect(intent.error).toBeUndefined()
  expect(intent.evidence.at(-1)).toMatchObject({ code: 'accepted', facts: { word: 'queued' }, status: 202 })
  expect(bench.ledger.counts()).toEqual({ queued: 0, sending: 0, accepted: 1, unknown: 0 })
  expect(bench.ledger.list({ state: 'accepted', limit: 10 }).items.map(({ id }) => id)).toEqual([intent.id])
})

// Catches an accepted write that stays so although the platform has done it.
test('it is read again, ever more rarely, until it is done', async () => {
  bench.client.onWrite = () => accepted()
  bench.client.onRead = lastly('succeeded', 5)
  const intent = await bench.ledger.submit(refund(500))
  const readAt: number[] = []
  const from = bench.clock.now()
  for (let seconds = 0; seconds < 600 && now(intent).state === 'accepted'; seconds += 1) {
    const before = bench.client.reads.length
    await bench.clock.advance(1_000)
    if (bench.client.reads.length > before) readAt.push((bench.clock.now() - from) / 1_000)
  }
  expect(readAt).toEqual([2, 7, 22, 82, 382])
  expect(now(intent)).toMatchObject({ state: 'confirmed', attempts: 1, answer: { id: 'r1', status: 'succeeded' } })
  expect(now(intent).settledAt).toBe(stamp())
  // Four readings that say the same are one piece of evidence.
  expect(now(intent).evidence.map(({ code }) => code)).toEqual(['sent', 'accepted', 'record_accepted', 'created_found'])
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a refund that failed after it was accepted, and is called done or goes on being read.
test('it is rejected once the platform refuses it, and may then be sent again by the person', async () => {
  bench.client.onWrite = () => accepted()
  bench.client.onRead = lastly('failed', 3)
  const intent = await bench.ledger.submit(refund(500))
  await bench.clock.advance(60_000)
  expect(now(intent)).toMatchObject({
    state: 'rejected',
    error: { code: 'invalid_request', facts: { reason: 'request_refused' } },
    answer: { id: 'r1', status: 'failed' },
  })
  expect(now(intent).evidence.at(-1)).toMatchObject({ code: 'record_refused', verdict: 'refused' })
  const reads = bench.client.reads.length
  await bench.clock.advance(day)
  expect(bench.client.reads).toHaveLength(reads)
  bench.client.onWrite = () => confirmed()
  expect(await bench.ledger.retry(intent.id)).toMatchObject({ state: 'confirmed', attempts: 2 })
})

// Catches the same money moved twice, because the first movement is only accepted.
test('a second refund of a charge is refused while the first one is accepted', async () => {
  bench.client.onWrite = () => accepted()
  bench.client.onRead = lastly('pending', 1_000)
  const first = await bench.ledger.submit(refund(500))
  const second = await bench.ledger.submit(refund(200))
  expect(second).toMatchObject({
    state: 'rejected',
    error: { code: 'conflict', facts: { reason: 'unsettled_money', intent: first.id } },
  })
  await expect(bench.ledger.retry(first.id)).rejects.toMatchObject({ code: 'invalid_state' })
  expect(bench.client.sent).toHaveLength(1)
  await bench.ledger.resolve(first.id, 'rejected')
  bench.client.onWrite = () => confirmed()
  expect(await bench.ledger.submit(refund(200))).toMatchObject({ state: 'confirmed' })
})

// Catches a Stop, or an edit, that waits behind what the platform has only accepted.
test('nothing waits for an accepted write of its record', async () => {
  bench.client.onWrite = () => accepted()
  const start = await bench.ledger.submit(stage('s1', true))
  expect(start.state).toBe('accepted')
  expect(await bench.ledger.submit(stage('s1', false))).toMatchObject({ state: 'accepted', attempts: 1 })
  bench.client.onRead = () => ({ items: [] })
  const edit = await bench.ledger.submit(update('n1', 'one'))
  expect(edit.state).toBe('accepted')
  bench.client.onWrite = () => confirmed()
  expect(await bench.ledger.submit(update('n1', 'two'))).toMatchObject({ state: 'confirmed' })
  expect(bench.ledger.queue()).toEqual([])
})

// Catches an accepted write without a read that nobody is ever asked about.
test('where no read can tell, the person is asked at once', async () => {
  bench.client.onWrite = () => accepted()
  const intent = await bench.ledger.submit(stage('s1', true))
  await settle()
  expect(now(intent).evidence.at(-1)).toMatchObject({ code: 'no_confirming_read', facts: { next: 'decide' } })
  await bench.restart()
  await bench.clock.advance(day)
  expect(now(intent).evidence.filter(({ code }) => code === 'no_confirming_read')).toHaveLength(1)
  expect(await bench.ledger.resolve(intent.id, 'confirmed')).toMatchObject({ state: 'confirmed' })
})

// Catches reads without end, and a person who is never asked.
test('after a day the person is asked, and a check that they ask for is one read', async () => {
  bench.client.onWrite = () => accepted()
  bench.client.onRead = lastly('pending', 10_000)
  const intent = await bench.ledger.submit(refund(500))
  await bench.clock.advance(day + 600_000)
  expect(now(intent)).toMatchObject({ state: 'accepted' })
  expect(now(intent).evidence.at(-1)).toMatchObject({ code: 'record_accepted', facts: { next: 'decide' } })
  const reads = bench.client.reads.length
  expect(reads).toBeLessThan(310)
  await bench.clock.advance(day)
  expect(bench.client.reads).toHaveLength(reads)
  await bench.ledger.reconcile(intent.id)
  await bench.clock.advance(day)
  expect(bench.client.reads).toHaveLength(reads + 1)
  bench.client.onRead = () => record('succeeded')
  expect(await bench.ledger.reconcile(intent.id)).toMatchObject({ state: 'confirmed' })
})

// Catches a machine that slept, or a clock that was set, which ends the reading or asks the person too early.
test('a clock that is set by a day asks nobody before it was read again', async () => {
  bench.client.onWrite = () => accepted()
  bench.client.onRead = lastly('succeeded', 4)
  const intent = await bench.ledger.submit(refund(500))
  await bench.clock.advance(2_000)
  for (const ms of [day, -2 * day]) {
    bench.clock.jump(ms)
    await bench.clock.advance(5_000)
    expect(now(intent).evidence.some(({ facts }) => facts?.['next'] === 'decide')).toBe(false)
  }
  await bench.clock.advance(400_000)
  expect(now(intent).state).toBe('confirmed')
})

// Catches an accepted write that a crash makes unknown, sends again or forgets.
test.each([true, false])('it stays accepted over a restart and is read on (clean: %s)', async (clean) => {
  bench.client.onWrite = () => accepted()
  bench.client.onRead = lastly('pending', 1_000)
  const intent = await bench.ledger.submit(refund(500))
  await bench.clock.advance(10_000)
  await bench.restart(clean)
  expect(now(intent)).toMatchObject({ state: 'accepted', attempts: 1 })
  expect(bench.ledger.counts().accepted).toBe(1)
  expect(await bench.ledger.submit(refund(200))).toMatchObject({ error: { facts: { reason: 'unsettled_money' } } })
  bench.client.onRead = lastly('succeeded', 0)
  await bench.clock.advance(5_000)
  expect(now(intent)).toMatchObject({ state: 'confirmed', attempts: 1 })
  expect(bench.client.sent).toHaveLength(1)
})

// Catches the desk's own reads that take what a person needs of the requests.
test('it is read only within the share that the desk has for itself', async () => {
  await bench.end()
  let room = false
  bench = await createBench({ affordable: () => room })
  bench.client.onWrite = () => accepted()
  bench.client.onRead = () => record('succeeded')
  const intent = await bench.ledger.submit(refund(500))
  await bench.clock.advance(600_000)
  expect(bench.client.reads).toEqual([])
  room = true
  await bench.clock.advance(60_000)
  expect(now(intent).state).toBe('confirmed')
})

// Catches a failed read that ends the reading of what was accepted.
test('reads that fail or are refused are repeated', async () => {
  bench.client.onWrite = () => accepted()
  bench.client.onRead = () => {
    throw bench.client.reads.length === 1
      ? new DeskError('unreachable', 'Nothing answers.')
      : new DeskError('invalid_request', 'The database is locked.', { status: 200 })
  }
  const intent = await bench.ledger.submit(refund(500))
  await bench.clock.advance(60_000)
  expect(now(intent).state).toBe('accepted')
  bench.client.onRead = () => record('succeeded')
  await bench.clock.advance(60_000)
  expect(now(intent).state).toBe('confirmed')
})

// Catches an edit that is called confirmed like any other, though the platform said something that nobody knows.
test('an edit whose answer was unclear is confirmed and says so', async () => {
  bench.client.onWrite = () => ({ ...confirmed(), unclear: 'lodged' }) as WriteOutcome
  const intent = await bench.ledger.submit(create('opening'))
  expect(intent).toMatchObject({ state: 'confirmed' })
  expect(intent.evidence.at(-1)).toMatchObject({ code: 'confirmed_unclear', facts: { word: 'lodged' } })
})

// Catches an unclear answer to a movement of money that is thrown away, so that nobody can judge it.
test('an unclear answer leaves money unknown, with the word and the answer', async () => {
  bench.client.onWrite = unclear
  bench.client.onRead = () => record('lodged')
  const intent = await bench.ledger.submit(refund(500))
  expect(intent).toMatchObject({ state: 'unknown', status: 200, answer: { data: { status: 'lodged' } } })
  expect(intent.evidence.at(-1)).toMatchObject({
    code: 'answer_unclear',
    cause: 'unclear_answer',
    facts: { word: 'lodged' },
  })
  await bench.clock.advance(3_600_000)
  expect(now(intent).state).toBe('unknown')
  expect(now(intent).evidence.at(-1)).toMatchObject({
    code: 'record_unclear',
    facts: { word: 'lodged', next: 'decide' },
  })
})

// Catches a lost refund that is confirmed by a record which itself says that it failed, or is not done.
test.each([
  ['failed', 'rejected'],
  ['declined', 'rejected'],
  ['pending', 'accepted'],
  ['processing', 'accepted'],
  ['lodged', 'unknown'],
  ['succeeded', 'confirmed'],
])('a lost refund whose record says %s is %s', async (status, state) => {
  bench.client.onWrite = cut
  bench.client.onRead = () => record(status, { createdAt: '2026-03-01T12:00:01.000Z' })
  const intent = await bench.ledger.submit(refund(500))
  await settle()
  // Until then our own may still be under way.
  if (state === 'rejected') expect(now(intent).state).toBe('unknown')
  await bench.clock.advance(3_000)
  expect(now(intent).state).toBe(state)
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a lost refund that was found pending and is then never looked at again.
test('a lost refund that is found pending is read on until it is done', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = lastly('succeeded', 4)
  const intent = await bench.ledger.submit(refund(500))
  await settle()
  expect(now(intent).state).toBe('accepted')
  await bench.clock.advance(60_000)
  expect(now(intent)).toMatchObject({ state: 'confirmed', attempts: 1 })
})

// Catches a read that failed inside HTTP 200 and says "not found", taken for the record that is gone.
test('a read that was refused inside 2xx proves no absence and no deletion', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => {
    throw new DeskError('not_found', 'No such tenant.', { status: 200 })
  }
  const gone = await bench.ledger.submit({ operation: 'POST /api/notes/delete', body: { id: 'n1' } })
  const made = await bench.ledger.submit(create('opening'))
  await bench.clock.advance(120_000)
  for (const intent of [gone, made]) {
    expect(now(intent).state).toBe('unknown')
    expect(now(intent).evidence.at(-1)).toMatchObject({ code: 'read_refused' })
  }
  expect(bench.client.sent).toHaveLength(2)
})

// Catches money of which the desk says that it did not take effect, by a list that may go on.
test.each<[string, Json, string]>([
  ['says nothing of its end', { items: [] }, 'created_end_unsaid'],
  ['says that it is whole', { items: [], total: 0 }, 'created_absent'],
  ['says that there is no more', { data: [], has_more: false }, 'created_absent'],
])('a lost refund is not in a list that %s', async (_, answer, code) => {
  bench.client.onWrite = cut
  bench.client.onRead = () => answer
  const intent = await bench.ledger.submit(refund(500))
  await bench.clock.advance(60_000)
  expect(now(intent)).toMatchObject({ state: 'unknown', attempts: 1 })
  expect(now(intent).evidence.at(-1)?.code).toBe(code)
})

// Catches a refund of another press, answered with its own identifier, that passes for a lost one.
test('a record that answered an accepted or a refused refund confirms no other', async () => {
  bench.client.onWrite = () => accepted({ data: { id: 'r1', chargeId: 'ch_1', status: 'pending' } })
  bench.client.onRead = () => record('pending')
  const first = await bench.ledger.submit(refund(500))
  await bench.ledger.resolve(first.id, 'rejected')
  bench.client.onWrite = cut
  bench.client.onRead = () => record('succeeded')
  const second = await bench.ledger.submit(refund(500))
  await bench.clock.advance(60_000)
  expect(now(second)).toMatchObject({ state: 'unknown' })
})

// Catches an accepted refund in a restored backup that is forgotten, called unknown or sent again.
test('it stays accepted in a restored backup and is read on', async () => {
  bench.client.onWrite = () => accepted()
  bench.client.onRead = lastly('pending', 1_000)
  const intent = await bench.ledger.submit(refund(500))
  await bench.database.backup('before')
  await bench.ledger.stop(0)
  bench.database.close()
  const file = `${bench.folder}/showdesk.db`
  await writeFile(file, (await readFile(file)).fill(0x5a, 4_096, 20_000))
  await bench.restart(false).catch(() => undefined)
  expect(bench.database.restored).toBe(true)
  expect(now(intent)).toMatchObject({ state: 'accepted', attempts: 1 })
  expect(now(intent).evidence.at(-1)).toMatchObject({ code: 'restored' })
  bench.client.onRead = () => record('succeeded')
  await bench.clock.advance(5_000)
  expect(now(intent)).toMatchObject({ state: 'confirmed', attempts: 1 })
  expect(bench.client.sent).toHaveLength(1)
})
