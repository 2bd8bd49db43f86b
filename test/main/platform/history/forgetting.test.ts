import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import { createTables } from '../../../../main/writing/drafts/tables.ts'
import { createShow, createShows } from '../../../../main/air/show/index.ts'
import { settle } from '../ledger/support.ts'
import { temporary } from '../../core/storage/support.ts'
import { createBench, day, note, type Bench } from './support.ts'

/** Lets a pass run to its end. */
async function pass(bench: Bench): Promise<void> {
  await bench.clock.advance(20_000)
  for (let turn = 0; turn < 30; turn += 1) await settle()
}
const ago = (bench: Bench, days: number): string => new Date(bench.clock.now() - days * day).toISOString()

// Catches a read that is kept for good, one that goes too soon, and a pin that does not hold.
test('unpinned reads go after their days, at the start and once a day', async () => {
  const bench = await createBench()
  bench.history.configure({ readDays: 10 })
  const old = note(bench, { at: ago(bench, 11) })
  const pinned = note(bench, { at: ago(bench, 400) })
  const young = note(bench, { at: ago(bench, 9.5) })
  await bench.history.mark({ id: old, name: 'named only' })
  await bench.history.mark({ id: pinned, pinned: true })
  bench.history.start()
  await pass(bench)
  expect(bench.ids('reads')).toEqual([pinned, young])
  expect(bench.count('marks')).toBe(1)
  await bench.clock.advance(day)
  await pass(bench)
  expect(bench.ids('reads')).toEqual([pinned])
})

// Catches a write that is forgotten although something leans on its row, and one that stays although nothing does.
test('of the writes only those go that are settled, old, unpinned and needed by nothing', async () => {
  const bench = await createBench()
  const at = ago(bench, 40)
  const old = (more: Partial<Intent> = {}) => bench.write({ createdAt: at, settledAt: at, ...more })
  const tables = createTables(bench.database)
  const shows = createShows(bench.database)
  const kept = {
    young: bench.write({ createdAt: at, settledAt: ago(bench, 29) }),
    queued: old({ state: 'queued' }),
    sending: old({ state: 'sending' }),
    unknown: old({ state: 'unknown' }),
    drafted: old({ draft: { id: 'd1', revision: 1 } }),
    pinned: old(),
    linked: old(),
    inShow: old({ createdAt: ago(bench, 51), settledAt: ago(bench, 49.9) }),
    // Its answer is how the ledger knows the record for its own.
    created: old({ operation: 'POST /api/team/general/create', answer: { data: { id: 'team-7' } } }),
  }
  const gone = [
    old(),
    old({ state: 'rejected' }),
    old({ state: 'cancelled' }),
    old({ operation: 'POST /api/team/general/create', state: 'rejected' }),
    old({ environment: 'production', createdAt: ago(bench, 51), settledAt: ago(bench, 49.9) }),
    old({ createdAt: ago(bench, 60), settledAt: ago(bench, 51) }),
  ]
  const draft = tables.insert(
    'd2',
    1,
    {
      content: {
        operation: 'PUT /api/video/event/update',
        title: '',
        path: {},
        query: {},
        body: {},
        notes: '',
        tags: [],
        extra: {},
        base: null,
      },
      at,
    },
    at,
  )
  tables.link(draft, { profile: kept.linked.id })
  shows.begin({ id: 'night', title: 'Night', environment: 'rehearsal', startedAt: ago(bench, 50) }, [])
  shows.end('night', ago(bench, 49.8))
  await bench.history.mark({ id: kept.pinned.id, pinned: true })
  await bench.history.mark({ id: gone[0]?.id ?? '', name: 'Named' })
  bench.history.start()
  await pass(bench)
  expect(bench.count('intents')).toBe(Object.keys(kept).length + gone.length)
  bench.history.configure({ writeDays: 30 })
  await pass(bench)
  expect(bench.ids('intents')).toEqual(
    Object.values(kept)
      .map(({ id }) => id)
      .sort(),
  )
  expect(bench.count('marks')).toBe(1)
})

// Catches a show's report that loses what was done in the show once writes are forgotten.
test('the report of an old show is as it was', async () => {
  const bench = await createBench()
  const shows = createShows(bench.database)
  shows.begin({ id: 'night', title: 'Night', environment: 'rehearsal', startedAt: ago(bench, 50) }, [])
  bench.write({ createdAt: ago(bench, 49.9), settledAt: ago(bench, 49.9) })
  bench.write({ createdAt: ago(bench, 49.8), settledAt: ago(bench, 45) })
  bench.write({ createdAt: ago(bench, 44), settledAt: ago(bench, 44) })
  shows.end('night', ago(bench, 49))
  const unused = new Proxy({}, { get: () => () => undefined })
  const report = () =>
    createShow({
      ...(unused as Parameters<typeof createShow>[0]),
      shows,
      database: bench.database,
      operations: new Map(),
      clock: bench.clock,
      cues: () => [],
      onChange: () => undefined,
    }).report('night')
  const before = await report()
  expect(before.entries).toHaveLength(2)
  bench.history.configure({ writeDays: 30 })
  bench.history.start()
  await pass(bench)
  expect(bench.count('intents')).toBe(2)
  expect(await report()).toEqual(before)
})

// Catches a pass that a crash leaves half done: marks of entries that are gone, or a profile that does not open.
test('cut short anywhere, the profile opens and the next start goes on', async () => {
  const bench = await createBench()
  for (let n = 0; n < 2_500; n += 1) note(bench, { at: ago(bench, 31) })
  const last = note(bench, { at: ago(bench, 31) })
  for (const id of (await bench.history.list({ limit: 500 })).items.map((entry) => entry.id))
    await bench.history.mark({ id, name: 'n' })
  const crashed = await temporary()
  bench.history.start()
  await bench.clock.advance(20_000)
  expect(bench.count('reads')).toBeGreaterThan(0)
  expect(bench.count('reads')).toBeLessThan(2_501)
  // As the disk is when the process is killed right now; nothing may be awaited in between, since the pass goes on meanwhile.
  cpSync(bench.folder, crashed, { recursive: true })
  const again = await createBench({ folder: crashed })
  const left = again.ids('reads')
  expect(left.length).toBeGreaterThan(0)
  expect(left.at(-1)).toBe(last)
  expect(
    again.database.statement('SELECT count(*) AS n FROM marks WHERE id NOT IN (SELECT id FROM reads)').get()?.n,
  ).toBe(0)
  again.history.start()
  await pass(again)
  expect([again.count('reads'), again.count('marks')]).toEqual([0, 0])
})

// Catches a write that the history throws away, another environment's reads that go too, and a pin that does not hold.
test('a person forgets one read, or all unpinned ones of an environment', async () => {
  const bench = await createBench()
  const [one, pinned] = [note(bench), note(bench)]
  const other = note(bench, { environment: 'production' })
  for (let n = 0; n < 450; n += 1) note(bench)
  const write = bench.write()
  await bench.history.mark({ id: pinned, pinned: true })
  expect(await bench.history.forget({ id: one })).toBe(1)
  expect(await bench.history.forget({ id: one })).toBe(0)
  await expect(bench.history.forget({ id: write.id })).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await bench.history.forget({ environment: 'rehearsal', reads: 'all' })).toBe(450)
  expect(bench.ids('reads')).toEqual([pinned, other])
  expect(await bench.history.forget({ id: pinned })).toBe(1)
  expect(bench.count('marks')).toBe(0)
  expect(bench.ids('intents')).toEqual([write.id])
})

// Catches settings that damage or a newer desk has left behind and that stop the start.
test('settings that can not be read are as at first', async () => {
  const bench = await createBench()
  bench.settings.write('history', { reads: 'everything', readDays: -1 })
  const again = await createBench({ folder: await copyOf(bench) })
  expect(again.history.settings()).toEqual({ reads: 'requests', readDays: 30, writeDays: 0 })
})

async function copyOf(bench: Bench): Promise<string> {
  const folder = await temporary()
  cpSync(bench.folder, folder, { recursive: true })
  return folder
}
