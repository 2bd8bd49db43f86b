import { afterEach, beforeEach, expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { confirmed, create, createBench, cut, refund, settle, timedOut, update, type Bench } from './support.ts'

let bench: Bench
beforeEach(async () => {
  bench = await createBench()
})
afterEach(() => bench.end())

const now = (intent: Intent) => bench.ledger.get(intent.id)
const verdicts = (intent: Intent) => now(intent).evidence.flatMap(({ verdict }) => verdict ?? [])
const stamp = () => new Date(bench.clock.now()).toISOString()

// Catches an applied write that the desk calls lost, or sends again.
test('a write whose answer was cut but whose record is there is confirmed by one read', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ data: [{ id: 'n7', name: 'opening', createdAt: stamp() }] })
  const intent = await bench.ledger.submit(create('opening'))
  expect(intent.state).toBe('unknown')
  await settle()
  expect(now(intent)).toMatchObject({ state: 'confirmed', answer: { id: 'n7', name: 'opening' }, attempts: 1 })
  expect(now(intent).error).toBeUndefined()
  expect(now(intent).evidence.at(-1)).toMatchObject({ event: 'read', verdict: 'found', requestId: 'req-read' })
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a resend on the word of a read that came before a slow server had committed.
test('after a cut, absence counts only after 3 s and by two reads, then the write goes again by itself', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: [] })
  const intent = await bench.ledger.submit(create('opening'))
  await bench.clock.advance(2_999)
  expect(bench.client.reads).toHaveLength(1)
  await bench.clock.advance(1)
  expect(bench.client.reads).toHaveLength(2)
  expect(now(intent).state).toBe('unknown')
  bench.client.onWrite = () => confirmed()
  await bench.clock.advance(1_000)
  expect(now(intent)).toMatchObject({ state: 'confirmed', attempts: 2, reference: intent.reference })
  expect(new Set(bench.client.sent.map(({ reference }) => reference)).size).toBe(1)
})

// Catches a second send because the clock was set ahead, which looked like the settle window passing.
test('a clock that jumps ahead does not make an absence count early', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: [] })
  const intent = await bench.ledger.submit(create('opening'))
  await bench.clock.advance(1_000)
  bench.clock.jump(2 * 3_600_000)
  for (let read = 0; read < 2; read += 1) await bench.ledger.reconcile(intent.id)
  await settle()
  expect(bench.client.sent).toHaveLength(1)
  bench.client.onWrite = () => confirmed()
  await bench.clock.advance(3_000)
  expect(now(intent)).toMatchObject({ state: 'confirmed', attempts: 2 })
})

// Catches the same after a time-out, where the server may work on for a minute.
test('after a time-out, absence counts only after 60 s', async () => {
  bench.client.onWrite = timedOut
  bench.client.onRead = () => ({ items: [] })
  const intent = await bench.ledger.submit(create('opening'))
  await bench.clock.advance(59_999)
  expect(bench.client.sent).toHaveLength(1)
  bench.client.onWrite = () => confirmed()
  await bench.clock.advance(1_001)
  expect(now(intent)).toMatchObject({ state: 'confirmed', attempts: 2 })
})

// Catches a resend when the record turned up between the two reads.
test('a record that turns up late is found by the second read', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: bench.client.reads.length < 3 ? [] : [{ id: 'n1', name: 'opening' }] })
  const intent = await bench.ledger.submit(create('opening'))
  await bench.clock.advance(10_000)
  expect(now(intent).state).toBe('confirmed')
  expect(verdicts(intent)).toEqual(['absent', 'absent', 'found'])
  expect(bench.client.sent).toHaveLength(1)
})

// Catches money that is sent again by a machine.
test('an absent payment stays unknown until the person decides', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: [], total: 0 })
  const intent = await bench.ledger.submit(refund(500))
  await bench.clock.advance(3_600_000)
  bench.ledger.wake()
  await settle()
  expect(now(intent).state).toBe('unknown')
  expect(now(intent).evidence.at(-1)).toMatchObject({ code: 'created_absent', facts: { next: 'decide_absent' } })
  expect(bench.client.sent).toHaveLength(1)
  bench.client.onWrite = () => confirmed()
  expect(await bench.ledger.retry(intent.id)).toMatchObject({ state: 'confirmed', attempts: 2 })
})

// Catches an answer that tells nothing and is taken for an answer.
test('what can not be told stays unknown and is not read for ever', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: [{ id: 'n1', status: 'ok' }] })
  const intent = await bench.ledger.submit(create('opening'))
  await bench.clock.advance(3_600_000)
  expect(now(intent).state).toBe('unknown')
  expect(verdicts(intent)).toEqual(['unclear', 'unclear'])
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a write that is sent twice, or waits for a person, because its record stands on a page behind the first.
test('a record on a later page is found, and absence counts only where the last page was read', async () => {
  bench.client.onWrite = cut
  const page = (last: readonly object[]) => (request: { body?: unknown; query?: unknown }) =>
    JSON.stringify([request.query ?? null, request.body ?? null]).includes('"cursor":"c2"')
      ? { items: [...last], next_cursor: null }
      : { items: [{ id: 'n1', name: 'other' }], next_cursor: 'c2' }
  bench.client.onRead = page([{ id: 'n7', name: 'opening' }]) as typeof bench.client.onRead
  const found = await bench.ledger.submit(create('opening'))
  await bench.clock.advance(10_000)
  expect(now(found)).toMatchObject({ state: 'confirmed', answer: { id: 'n7' } })
  expect(bench.client.sent).toHaveLength(1)

  bench.client.onRead = page([{ id: 'n8', name: 'third' }]) as typeof bench.client.onRead
  const absent = await bench.ledger.submit(create('closing'))
  await bench.clock.advance(3_500)
  expect(verdicts(absent)).toEqual(['absent', 'absent'])
  bench.client.onRead = () => ({ items: [{ id: 'n1', name: 'other' }], lantern: 'WzE2' })
  const unclear = await bench.ledger.submit(create('last'))
  await bench.clock.advance(3_600_000)
  expect(now(unclear).state).toBe('unknown')
  expect(verdicts(unclear)).toEqual(['unclear', 'unclear'])
})

// Catches a failed read that counts as an absence, and one that is never tried again.
test('reads that fail prove nothing and are tried again', async () => {
  bench.client.onWrite = cut
  let down = true
  bench.client.onRead = () => {
    if (down) throw new DeskError('unreachable', 'Nothing answers.')
    return { items: [{ id: 'n1', name: 'opening' }] }
  }
  const intent = await bench.ledger.submit(create('opening'))
  await bench.clock.advance(120_000)
  expect(now(intent).state).toBe('unknown')
  expect(verdicts(intent)).toEqual([])
  await expect(bench.ledger.reconcile(intent.id)).rejects.toMatchObject({ code: 'unreachable' })
  down = false
  bench.ledger.wake()
  await settle()
  expect(now(intent).state).toBe('confirmed')
})

// Catches one record that confirms two intents: the second, which was lost, would be given up.
test('of two equal writes whose answers were cut, one record confirms only one', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: [] })
  const first = await bench.ledger.submit(create('opening'))
  const second = await bench.ledger.submit(create('opening'))
  expect(second).toMatchObject({ state: 'queued', waiting: { reason: 'twin' } })
  bench.client.onRead = () => ({ items: [{ id: 'n1', name: 'opening' }] })
  await bench.clock.advance(3_000)
  expect([now(first).state, now(second).state]).toEqual(['confirmed', 'unknown'])
  bench.client.onWrite = () => confirmed()
  await bench.clock.advance(5_000)
  expect(now(second)).toMatchObject({ state: 'confirmed', attempts: 2 })
})

// Catches a reading that undoes what the person decided meanwhile.
test('a person may decide while the desk still reads', async () => {
  bench.client.onWrite = cut
  const read = Promise.withResolvers<{ items: never[] }>()
  bench.client.onRead = () => read.promise
  const intent = await bench.ledger.submit(create('opening'))
  await settle()
  expect(await bench.ledger.resolve(intent.id, 'confirmed')).toMatchObject({ state: 'confirmed' })
  read.resolve({ items: [] })
  await bench.clock.advance(60_000)
  expect(now(intent).state).toBe('confirmed')
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a button that does nothing: reading by hand must read.
test('reconcile by hand reads now', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: [{ id: 'n5', name: 'old' }] })
  const intent = await bench.ledger.submit({ operation: 'POST /api/notes/delete', body: { id: 'n5' } })
  await bench.clock.advance(60_000)
  expect(now(intent).state).toBe('unknown')
  bench.client.onRead = () => ({ items: [] })
  expect(await bench.ledger.reconcile(intent.id)).toMatchObject({ state: 'confirmed' })
})

// Catches a crash in the middle of sending that is taken for "never sent".
test('after a crash what was on the wire is unknown, read again, and the queue behind it waits', async () => {
  const wire = Promise.withResolvers<never>()
  bench.client.onWrite = () => wire.promise
  void bench.ledger.submit(update('n1', 'a'))
  await settle()
  const behind = await bench.ledger.submit(update('n1', 'b'))
  bench.client.onRead = () => ({ items: [{ id: 'n1', name: 'before' }] })
  bench.client.onWrite = () => confirmed()
  await bench.restart(false)
  const [lost] = bench.ledger.list({ limit: 1, state: 'unknown' }).items
  expect(lost).toMatchObject({ state: 'unknown', error: { code: 'unknown_outcome' } })
  expect(bench.ledger.counts()).toEqual({ queued: 1, sending: 0, accepted: 0, unknown: 1 })
  await bench.clock.advance(59_999)
  expect(bench.client.sent).toHaveLength(1)
  await bench.clock.advance(2_000)
  expect(bench.client.sent.map(({ request }) => (request.body as { name: string }).name)).toEqual(['a', 'a', 'b'])
  expect(now(behind).state).toBe('confirmed')
})

// Catches intents of an old backup that are sent although that may have happened since.
test('after a restore everything open is unknown and nothing is sent by itself', async () => {
  bench.client.onWrite = () => ({
    outcome: 'not_sent',
    error: new DeskError('unreachable', 'Nothing answers.').toShape(),
  })
  const intent = await bench.ledger.submit(update('n1', 'a'))
  await bench.database.backup('before')
  bench.client.onWrite = () => confirmed()
  bench.client.onRead = () => ({ items: [{ id: 'n1', name: 'newer' }] })
  await bench.ledger.stop(0)
  bench.database.close()
  const { writeFile, readFile } = await import('node:fs/promises')
  const file = `${bench.folder}/showdesk.db`
  const bytes = await readFile(file)
  await writeFile(file, bytes.fill(0x5a, 4_096, 20_000))
  await bench.restart(false).catch(() => undefined)
  expect(bench.database.restored).toBe(true)
  await bench.clock.advance(3_600_000)
  expect(now(intent)).toMatchObject({ state: 'unknown' })
  expect(bench.client.sent).toHaveLength(1)
  await bench.restart()
  expect(bench.database.restored).toBe(false)
})

// Catches a live command from before a crash that fires at the next start.
test('a live command that a crash kept from being sent is rejected as never sent', async () => {
  const wire = Promise.withResolvers<never>()
  bench.client.onWrite = () => wire.promise
  void bench.ledger.submit({ operation: 'PUT /api/stage/update', body: { id: 's1', started: true } })
  await settle()
  void bench.ledger.submit({ operation: 'PUT /api/stage/update', body: { id: 's1', started: false } })
  await settle()
  await bench.restart(false)
  const states = bench.ledger.list({ limit: 10 }).items.map(({ state }) => state)
  expect(states).toEqual(['rejected', 'unknown'])
  await bench.clock.advance(3_600_000)
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a resend that never left and makes the desk forget that the first attempt may have been applied.
test('sending an unknown payment again without reaching the platform leaves it unknown', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: [{ id: 'r1' }] })
  const intent = await bench.ledger.submit(refund(500))
  bench.client.onWrite = () => ({
    outcome: 'not_sent',
    error: new DeskError('unreachable', 'Nothing answers.').toShape(),
  })
  expect(await bench.ledger.retry(intent.id)).toMatchObject({
    state: 'unknown',
    attempts: 2,
    error: { code: 'unreachable' },
  })
})

// Catches secrets of settled intents that stay in the keychain because the process died before their removal.
test('at start the secrets of settled intents are removed, those of open ones kept', async () => {
  const insert = bench.database.statement('INSERT INTO vault_refs (reference, owner) VALUES (?, ?)')
  bench.client.onWrite = () => confirmed()
  const settled = await bench.ledger.submit(create('a'))
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: [{ id: 'n1' }] })
  const open = await bench.ledger.submit(create('b'))
  const owners = [`intent/${settled.id}`, `intent/${open.id}`, 'intent/NEVER', 'profile/p1']
  for (const owner of owners) {
    insert.run(`${owner}/key`, owner)
    bench.vault.stored.set(`${owner}/key`, { owner, value: 'v' })
  }
  await bench.restart()
  await settle()
  expect([...bench.vault.stored.values()].map(({ owner }) => owner)).toEqual([`intent/${open.id}`, 'profile/p1'])
})
