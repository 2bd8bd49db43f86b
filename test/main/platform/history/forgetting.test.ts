import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
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
  note(bench, { at: ago(bench, 11) })
  const pinned = note(bench, { at: ago(bench, 400) })
  const young = note(bench, { at: ago(bench, 9.5) })
  // Writes stay, however old.
  bench.write({ createdAt: ago(bench, 4_000), settledAt: ago(bench, 4_000) })
  await bench.history.mark({ id: pinned, pinned: true })
  bench.history.start()
  await pass(bench)
  expect(bench.ids('reads')).toEqual([pinned, young])
  expect(bench.count('marks')).toBe(1)
  await bench.clock.advance(day)
  await pass(bench)
  expect(bench.ids('reads')).toEqual([pinned])
  expect(bench.count('intents')).toBe(1)
})

// Catches a pass that a crash leaves half done: marks of entries that are gone, or a profile that does not open.
test('cut short anywhere, the profile opens and the next start goes on', async () => {
  const bench = await createBench()
  for (let n = 0; n < 2_500; n += 1) note(bench, { at: ago(bench, 31) })
  const last = note(bench, { at: ago(bench, 31) })
  for (const id of (await bench.history.list({ limit: 500 })).items.map((entry) => entry.id))
    await bench.history.mark({ id, pinned: true })
  // A mark of a version that had names, without a pin.
  bench.database.statement('UPDATE marks SET pinned_at = NULL').run()
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
  expect(again.history.settings()).toEqual({ reads: 'requests', readDays: 30 })
})

async function copyOf(bench: Bench): Promise<string> {
  const folder = await temporary()
  cpSync(bench.folder, folder, { recursive: true })
  return folder
}
