import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import { handedOut } from '../requests/support.ts'
import { createBench, note, readOf } from './support.ts'

// Catches a read that waits for the disk, or several that each pay for a commit of their own.
test('reads are noted at once and written together within a second', async () => {
  const bench = await createBench()
  const ids = [note(bench), note(bench), note(bench)]
  expect(ids).toEqual([...new Set(ids)].sort())
  expect(bench.count('reads')).toBe(0)
  await bench.clock.advance(1_000)
  expect(bench.ids('reads')).toEqual(ids)
})

// Catches a list, a record or a mark that does not know of what was noted a moment ago, and a stop that loses it.
test('what waits is written before anything is asked, and at a stop', async () => {
  const bench = await createBench()
  const first = note(bench)
  expect((await bench.history.list({ limit: 10 })).items.map(({ id }) => id)).toEqual([first])
  const second = note(bench)
  expect(await bench.history.mark({ id: second, pinned: true })).toMatchObject({ id: second, pinned: true })
  const third = note(bench, {
    error: 'server_error',
    message: 'It failed',
    outcome: 'refused',
    status: 500,
    attempts: 3,
    product: 'Events',
    durationMs: 7,
  })
  expect(await bench.history.get(third)).toEqual({
    id: third,
    kind: 'read',
    at: '2026-11-22T12:00:00.000Z',
    operation: 'GET /api/team/general/all',
    product: 'Events',
    environment: 'rehearsal',
    risk: 'read',
    outcome: 'refused',
    status: 500,
    requestId: 'req-1',
    durationMs: 7,
    bytes: 20,
    attempts: 3,
    error: 'server_error',
    pinned: false,
    kept: false,
    request: { query: { limit: 10 } },
    message: 'It failed',
  })
  note(bench)
  await bench.history.stop()
  expect(bench.count('reads')).toBe(4)
})

// Catches a history that keeps what the person told it not to.
test('turned off, nothing is kept; turned on again, it is', async () => {
  const bench = await createBench()
  bench.history.configure({ reads: 'off' })
  expect(bench.history.noteRead(readOf())).toBeUndefined()
  await bench.clock.advance(2_000)
  expect(bench.count('reads')).toBe(0)
  expect(bench.history.configure({ reads: 'requests' })).toEqual({ reads: 'requests', readDays: 30 })
  note(bench, {
    answer: () => {
      throw new Error('An answer was worked out that nobody keeps.')
    },
  })
  expect((await bench.history.list({ limit: 1 })).items[0]).toMatchObject({ kept: false })
})

// Catches a password or a known secret that reaches the profile's files by way of a request or a message.
test('no secret is in any file of the profile', async () => {
  const bench = await createBench()
  bench.redactor.learn('known-secret-value-1')
  const id = note(bench, {
    operation: 'POST /api/payment/charge/all',
    request: {
      body: { email: 'a@example.org', password: 'hunter-password-9', nested: { text: 'known-secret-value-1' } },
    },
    message: 'Refused: known-secret-value-1',
    outcome: 'refused',
  })
  expect((await bench.history.get(id)).request).toEqual({
    body: { email: 'a@example.org', password: mask, nested: { text: mask } },
  })
  await bench.history.stop()
  bench.database.close()
  for (const file of readdirSync(bench.folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const bytes = readFileSync(join(bench.folder, file.name))
    for (const secret of ['hunter-password-9', 'known-secret-value-1'])
      expect(bytes.includes(secret), file.name).toBe(false)
  }
})

// Catches text that comes back as bytes, bytes that come back as text, and an answer that is not the one that came.
test('answers are kept where that was asked for, over a restart', async () => {
  const first = await createBench()
  first.history.configure({ reads: 'answers' })
  const binary = Buffer.from([0, 255, 254, 98, 116])
  const text = note(first, { answer: () => '{"name":"Grüße 🎬"}' })
  const bytes = note(first, { answer: () => binary })
  const broken = note(first, {
    answer: () => {
      throw new Error('gone')
    },
  })
  await first.history.stop()
  first.database.close()
  const { history, answers } = await createBench({ folder: first.folder })
  expect(history.settings().reads).toBe('answers')
  const ofText = await history.get(text)
  expect(ofText).toMatchObject({ kept: true, body: { kind: 'json', length: 19 } })
  expect(handedOut(answers, ofText)).toBe('{"name":"Grüße 🎬"}')
  const ofBytes = await history.get(bytes)
  expect(ofBytes).toMatchObject({ kept: true, body: { kind: 'binary', bytes: 5 } })
  expect(handedOut(answers, ofBytes)).toBe(binary.toString('base64'))
  const without = await history.get(broken)
  expect(without.kept).toBe(false)
  expect(without.body).toBeUndefined()
})

// Catches one answer that fills the profile, and many that do.
test('an answer over 8 MiB is not kept, and all together are bounded, the oldest unpinned out first', async () => {
  const bench = await createBench({ mostAnswers: 3_000 })
  bench.history.configure({ reads: 'answers' })
  const huge = note(bench, { answer: () => 'x'.repeat(8 * 1024 * 1024 + 1), bytes: 20 })
  expect((await bench.history.get(huge)).kept).toBe(false)
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push(note(bench, { answer: () => randomBytes(800) }))
  await bench.history.mark({ id: ids[0] ?? '', pinned: true })
  for (let n = 3; n < 9; n += 1) ids.push(note(bench, { answer: () => randomBytes(800) }))
  const { items } = await bench.history.list({ limit: 20 })
  const keptIds = items.filter(({ kept }) => kept).map(({ id }) => id)
  expect(keptIds).toContain(ids[0])
  expect(keptIds).toContain(ids[8])
  expect(keptIds).not.toContain(ids[1])
  expect(items).toHaveLength(10)
  const bytes = Number(bench.database.statement('SELECT sum(octet_length(answer)) AS n FROM reads').get()?.n)
  expect(bytes).toBeLessThanOrEqual(3_000)
  expect(bytes).toBeGreaterThan(1_500)
})

// Catches a full disk that takes the desk down, or reads that are lost although the disk has room again.
test('what the disk does not take is written later', async () => {
  const bench = await createBench()
  bench.database.statement("CREATE TRIGGER full BEFORE INSERT ON reads BEGIN SELECT RAISE(ABORT, 'no room'); END").run()
  const id = note(bench)
  expect((await bench.history.list({ limit: 5 })).items).toEqual([])
  bench.database.statement('DROP TRIGGER full').run()
  await bench.clock.advance(10_000)
  expect(bench.ids('reads')).toEqual([id])
})

// Catches a desk that tells of every read, and one that does not tell of the last.
test('changes are told at most twice a second, the last one never lost', async () => {
  const bench = await createBench()
  for (let n = 0; n < 50; n += 1) note(bench)
  expect(bench.told.history).toBe(1)
  await bench.clock.advance(500)
  expect(bench.told.history).toBe(2)
  await bench.clock.advance(5_000)
  expect(bench.told.history).toBe(2)
  bench.write()
  expect(bench.told.history).toBe(3)
})
