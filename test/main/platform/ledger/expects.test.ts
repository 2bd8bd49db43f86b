import { afterEach, beforeEach, expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import { DeskError, type ErrorCode } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import { confirmed, createBench, cut, settle, unreachable, update, type Bench } from './support.ts'

const base = { id: 'n1', name: 'old' }
let there: Json
let bench: Bench
beforeEach(async () => {
  bench = await createBench()
  there = base
  bench.client.onWrite = () => confirmed()
  bench.client.onRead = ({ operation }) => (operation === 'POST /api/notes/get' ? { data: there } : { items: [there] })
})
afterEach(() => bench.end())

const drafted = (name: string, revision = 1) =>
  bench.ledger.submit(update('n1', name), { draft: { id: 'd1', revision }, expects: { base } })
const fresh = ({ id }: Intent) => bench.ledger.get(id)
const fail = (code: ErrorCode) => () => {
  throw new DeskError(code, 'No.', code === 'rate_limited' ? { retryAfterMs: 2_000 } : {})
}

// Catches an update that goes without a look, or a look that stops what may go.
test('the copy is read first, and the update goes where it is as expected', async () => {
  const intent = await drafted('new')
  expect(intent).toMatchObject({ state: 'confirmed', attempts: 1, draft: { id: 'd1', revision: 1 }, expects: { base } })
  expect(bench.client.reads).toEqual([{ operation: 'POST /api/notes/get', body: { id: 'n1' } }])
  expect(intent.evidence.map(({ event }) => event)).toEqual(['sent', 'read', 'answered'])
  expect(await bench.ledger.submit(update('n1', 'plain'))).toMatchObject({ state: 'confirmed' })
  expect(bench.client.reads).toHaveLength(1)
})

// Catches the work of someone else that is overwritten, and a conflict without what a person needs to merge.
test('a copy that has changed ends it as a conflict, with the copy and the fields', async () => {
  there = { id: 'n1', name: 'theirs', tags: ['x'] }
  const intent = await drafted('mine')
  expect(intent).toMatchObject({
    state: 'rejected',
    answer: there,
    error: { code: 'conflict', fields: [{ path: 'name' }, { path: 'tags' }], operation: 'PUT /api/notes/update' },
    request: { body: { id: 'n1', name: 'mine' } },
  })
  expect(intent.error?.facts).toEqual({ reason: 'copy_changed', fields: ['name', 'tags'] })
  expect(intent.evidence.at(-1)).toMatchObject({ code: 'copy_changed', facts: { fields: ['name', 'tags'] } })
  expect(intent.evidence.map(({ event }) => event)).toEqual(['sent', 'read'])
  expect(bench.client.sent).toEqual([])
  await bench.restart()
  expect(fresh(intent)).toEqual(intent)
  expect(await bench.ledger.retry(intent.id)).toMatchObject({ state: 'rejected', error: { code: 'conflict' } })
  expect(bench.client.sent).toEqual([])
})

// Catches a guess where the copy shows nothing: what can't be compared must be looked at.
test('a copy that can not be compared is a conflict too', async () => {
  there = { id: 'n1', status: 'ok' }
  const intent = await drafted('mine')
  expect(intent).toMatchObject({ state: 'rejected', error: { code: 'conflict' }, answer: there })
  expect(intent.error?.fields).toBeUndefined()
})

// Catches a secret that comes back with the platform's copy and is written to disk.
test('the copy is redacted, and so is what was expected', async () => {
  await bench.end()
  bench = await createBench({ redact: (value) => JSON.parse(JSON.stringify(value).replaceAll('sekret', mask)) as Json })
  bench.client.onRead = () => ({ data: { id: 'n1', name: 'sekret theirs' } })
  const intent = await bench.ledger.submit(update('n1', 'mine'), { expects: { base: { name: 'sekret old' } } })
  expect(intent).toMatchObject({
    state: 'rejected',
    answer: { name: `${mask} theirs` },
    expects: { base: { name: `${mask} old` } },
  })
})

// Catches an update that is lost because the platform was away for the look, and one that is sent without it.
test.each<[ErrorCode, object]>([
  ['unreachable', { reason: 'offline' }],
  ['timed_out', { reason: 'offline' }],
  ['keychain_locked', { reason: 'offline' }],
  ['rate_limited', { reason: 'gate' }],
])('a look that ends as %s leaves it queued', async (code, waiting) => {
  const { onRead } = bench.client
  bench.client.onRead = fail(code)
  const intent = await drafted('new')
  expect(intent).toMatchObject({ state: 'queued', waiting })
  expect(bench.client.sent).toEqual([])
  bench.client.onRead = onRead
  await bench.clock.advance(10_000)
  expect(fresh(intent)).toMatchObject({ state: 'confirmed', attempts: 2 })
})

// Catches a look that is refused and lets the write through, or keeps it for ever.
test('a look that is refused ends it with the reason, a record that is gone says so', async () => {
  bench.client.onRead = fail('not_authorized')
  expect(await drafted('new')).toMatchObject({ state: 'rejected', error: { code: 'not_authorized' } })
  bench.client.onRead = fail('not_found')
  const gone = await drafted('new')
  expect(gone).toMatchObject({
    state: 'rejected',
    error: { code: 'not_found', facts: { reason: 'record_gone' } },
    evidence: [{}, { code: 'record_gone' }],
  })
  bench.client.onRead = () => {
    throw new Error('broken')
  }
  expect(await drafted('new')).toMatchObject({ state: 'rejected', error: { code: 'internal' } })
  expect(bench.client.sent).toEqual([])
  // Catches a record that is called gone because something else was not found inside HTTP 200.
  bench.client.onRead = () => {
    throw new DeskError('not_found', 'No such tenant.', { status: 200, facts: { reason: 'request_refused' } })
  }
  const refused = await drafted('new')
  expect(refused).toMatchObject({ state: 'rejected', error: { facts: { reason: 'request_refused' } } })
  expect(refused.evidence.some(({ code }) => code === 'record_gone')).toBe(false)
})

// Catches a resend that overwrites what someone changed in between, and one that takes its own effect for a change.
test('a resend looks again; what it wrote itself is no conflict', async () => {
  bench.client.onWrite = cut
  const lost = await drafted('new')
  await bench.clock.advance(3_000)
  bench.client.onWrite = () => confirmed()
  there = { id: 'n1', name: 'theirs' }
  await bench.clock.advance(10_000)
  expect(fresh(lost)).toMatchObject({ state: 'rejected', attempts: 2, error: { code: 'conflict' } })

  there = base
  bench.client.onWrite = unreachable
  const late = await drafted('newer', 2)
  expect(late.state).toBe('queued')
  there = { id: 'n1', name: 'newer' }
  bench.client.onWrite = () => confirmed()
  await bench.clock.advance(10_000)
  expect(fresh(late)).toMatchObject({ state: 'confirmed' })
})

// Catches a conflict with the draft's own earlier revision, which the platform took between.
test('what the same draft sent before is no conflict, what another sent is', async () => {
  await drafted('first')
  there = { id: 'n1', name: 'first' }
  expect(await drafted('second', 2)).toMatchObject({ state: 'confirmed' })
  there = { id: 'n1', name: 'second' }
  expect(
    await bench.ledger.submit(update('n1', 'other'), { draft: { id: 'd2', revision: 1 }, expects: { base } }),
  ).toMatchObject({ state: 'rejected', error: { code: 'conflict' } })
})

// Catches a crash between the look and the write that is taken for "not sent", or for "sent".
test('a stop during the look leaves it unknown, and it is looked into', async () => {
  bench.client.onRead = () => new Promise(() => undefined)
  const ended = drafted('new')
  ended.catch(() => undefined)
  await settle()
  expect(bench.ledger.counts().sending).toBe(1)
  bench.client.onRead = ({ operation }) => (operation === 'POST /api/notes/get' ? { data: there } : { items: [there] })
  await bench.restart(false)
  expect(bench.ledger.counts()).toEqual({ queued: 0, sending: 0, accepted: 0, unknown: 1 })
  await bench.clock.advance(120_000)
  expect(bench.ledger.list({ limit: 1 }).items).toMatchObject([{ state: 'confirmed', attempts: 2 }])
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a write that begins after the desk was told to close.
test('a desk that closes during the look does not write', async () => {
  const answer = Promise.withResolvers<Json>()
  bench.client.onRead = () => answer.promise
  const ended = drafted('new')
  await settle()
  const closed = bench.ledger.stop(5_000)
  answer.resolve({ data: there })
  await closed
  expect(await ended).toMatchObject({ state: 'queued', attempts: 1 })
  expect(bench.client.sent).toEqual([])
})
