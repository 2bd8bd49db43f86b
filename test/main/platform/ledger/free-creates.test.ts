// New records do not wait for each other: a create whose request names no record waits for no other outcome.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { isFreeCreate, recordsOf } from '../../../../main/platform/ledger/identity.ts'
import { operations as catalog } from '../../../../main/platform/catalog/index.ts'
import type { WriteOutcome } from '../../../../main/platform/client/types.ts'
import { confirmed, create, createBench, cut, operations, settle, unreachable, type Bench } from './support.ts'

let bench: Bench
beforeEach(async () => {
  bench = await createBench({ operations: withChildren() })
  bench.client.check = () => undefined
  bench.client.onRead = () => ({ items: [{ id: 'x', remark: 'nothing to compare' }] })
})
afterEach(() => bench.end())

/** Notes may have remarks; a live kind of note may not wait in the queue. */
function withChildren() {
  const made = operations.get('POST /api/notes/create')
  if (made === undefined) throw new Error('The test catalog has no such operation.')
  const key = 'POST /api/remarks/create'
  const live = 'POST /api/banners/create'
  return new Map([
    ...operations,
    [key, { ...made, key, path: '/api/remarks/create', resource: 'remarks' }],
    [
      live,
      {
        ...made,
        key: live,
        path: '/api/banners/create',
        resource: 'banners',
        risk: 'onair' as const,
        queueable: false,
      },
    ],
  ])
}

const remark = (noteId: string): OperationRequest => ({
  operation: 'POST /api/remarks/create',
  body: { noteId, text: 'fine' },
})
const banner = (text: string): OperationRequest => ({ operation: 'POST /api/banners/create', body: { text } })
const sent = () => bench.client.sent.map(({ request }) => (request.body as { name: string }).name)
const now = ({ id }: Intent) => bench.ledger.get(id)

// Catches a number of the issue that the catalog does not bear out.
test('43 of 46 creates name no record', () => {
  const creates = [...catalog.values()].filter(({ kind }) => kind === 'create')
  const free = creates.filter((operation) => operation.record === undefined && operation.pathParams.length === 0)
  expect([creates.length, free.length]).toEqual([46, 43])
  for (const operation of free)
    expect([
      operation.key,
      isFreeCreate(operation, recordsOf(operation, 'rehearsal', { body: { name: 'x' } })),
    ]).toEqual([operation.key, true])
})

// Catches the one unknown create that holds up every later one.
test('behind a create that is unknown, the others leave', async () => {
  bench.client.onWrite = cut
  const lost = await bench.ledger.submit(create('a'))
  bench.client.onWrite = () => confirmed()
  for (const name of ['b', 'c']) expect(await bench.ledger.submit(create(name))).toMatchObject({ state: 'confirmed' })
  expect(now(lost).state).toBe('unknown')
})

// Catches creates that wait for the answer of the one before, and those that overtake it.
test('they start in the order in which they were made, without waiting for an answer', async () => {
  bench.ledger.pause(true)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await bench.ledger.submit(create(name))
  const answers: Array<(outcome: WriteOutcome) => void> = []
  bench.client.onWrite = () => new Promise((resolve) => answers.push(resolve))
  // The first takes longest to be fetched.
  const slow = Promise.withResolvers<undefined>()
  bench.client.beforeWrite = ({ request }) =>
    (request.body as { name: string }).name === 'a' ? slow.promise : undefined
  bench.ledger.pause(false)
  await settle()
  expect(bench.ledger.counts().sending).toBe(1)
  slow.resolve(undefined)
  await settle()
  await settle()
  expect(bench.ledger.counts()).toEqual({ queued: 2, sending: 4, accepted: 0, unknown: 0 })
  while (answers.length > 0) {
    answers.pop()?.(confirmed())
    await settle()
  }
  expect(sent()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(bench.ledger.counts()).toEqual({ queued: 0, sending: 0, accepted: 0, unknown: 0 })
})

// Catches a queue that lets the later one go first because the earlier is held.
test('one that is held keeps its place at the start', async () => {
  bench.ledger.pause(true)
  const [a, b] = [await bench.ledger.submit(create('a')), await bench.ledger.submit(create('b'))]
  await bench.ledger.hold(a.id, true)
  bench.client.onWrite = () => confirmed()
  bench.ledger.pause(false)
  await settle()
  expect(now(b)).toMatchObject({
    state: 'queued',
    waiting: { reason: expect.stringMatching(/order|paused/) as string },
  })
  await bench.ledger.hold(a.id, false)
  await settle()
  expect(sent()).toEqual(['a', 'b'])
})

// Catches a record that is made for a parent which may not be there yet.
test('one that names its parent waits for an unsettled create of that', async () => {
  bench.client.onWrite = cut
  const parent = await bench.ledger.submit(create('a'))
  bench.client.onWrite = () => confirmed()
  const child = await bench.ledger.submit(remark('n1'))
  expect(child).toMatchObject({ state: 'queued', waiting: { reason: 'parent' } })
  const other = await bench.ledger.submit({ operation: 'POST /api/remarks/create', body: { text: 'of nothing' } })
  expect(other).toMatchObject({ state: 'confirmed' })
  await bench.ledger.resolve(parent.id, 'confirmed')
  await settle()
  expect(now(child)).toMatchObject({ state: 'confirmed' })
})

// Catches a record that is made twice without the person.
test('of two that are the same, of which one is unknown, the second waits for the person', async () => {
  bench.client.onWrite = cut
  const lost = await bench.ledger.submit(create('a'))
  bench.client.onWrite = () => confirmed()
  const [twin, held] = [await bench.ledger.submit(create('a')), await bench.ledger.submit(create('a'))]
  const other = await bench.ledger.submit(create('b'))
  expect([twin, held]).toMatchObject([
    { state: 'queued', waiting: { reason: 'twin' } },
    { state: 'queued', waiting: { reason: 'twin' } },
  ])
  expect(other).toMatchObject({ state: 'confirmed' })
  await bench.restart()
  await bench.clock.advance(600_000)
  expect(sent()).toEqual(['a', 'b'])
  expect([lost, twin, held].map((one) => now(one).state)).toEqual(['unknown', 'queued', 'queued'])
  expect(await bench.ledger.retry(twin.id)).toMatchObject({ state: 'confirmed' })
  await bench.ledger.cancel(held.id)
  await bench.ledger.resolve(lost.id, 'confirmed')
  expect(sent()).toEqual(['a', 'b', 'a'])
})

// Catches a live create that waits in the queue for the outcome of its twin.
test('a live one is refused while the same is unknown', async () => {
  bench.client.onWrite = cut
  const lost = await bench.ledger.submit(banner('hello'))
  bench.client.onWrite = () => confirmed()
  expect(await bench.ledger.submit(banner('hello'))).toMatchObject({
    state: 'rejected',
    error: { code: 'conflict', facts: { reason: 'unsettled_twin', intent: lost.id } },
  })
  expect(await bench.ledger.submit(banner('bye'))).toMatchObject({ state: 'confirmed' })
})

// Catches work of an outage that leaves in another order, or only in part.
test('after an outage all of them leave, in order', async () => {
  bench.client.onWrite = unreachable
  const names = Array.from({ length: 10 }, (_, n) => `note ${n}`)
  for (const name of names) await bench.ledger.submit(create(name))
  bench.client.sent.length = 0
  bench.client.onWrite = () => confirmed()
  bench.ledger.wake()
  await bench.clock.advance(60_000)
  expect(sent()).toEqual(names)
})
