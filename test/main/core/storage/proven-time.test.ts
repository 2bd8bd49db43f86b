import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDrafts } from '../../../../main/writing/drafts/index.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import type { Forgetting } from '../../../../main/platform/history/forgetting.ts'
import { createRetention } from '../../../../main/platform/history/retention.ts'
import { followPlatformTime } from '../../../../main/air/live/platform-time.ts'
import type { WireExchange } from '../../../../main/platform/client/types.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { createFakeClient, createFakeClock, createFakeVault, operations } from '../../platform/ledger/support.ts'
import { log, temporary } from './support.ts'
import { atRestOver } from '../../../support/at-rest.ts'

const day = 86_400_000
const start = Date.parse('2026-03-01T12:00:00.000Z')

/** A desk whose clock says `at`; what it deletes for its age, it deletes by itself. */
async function openDesk(folder: string, at: number) {
  const clock = createFakeClock(at)
  const database = await openProfile({ folder, clock, log })
  const client = createFakeClient(clock)
  const vault = createFakeVault()
  const ledger = createLedger({
    database,
    client,
    operations,
    vault,
    clock,
    log,
    environment: () => 'rehearsal',
    account: () => undefined,
    redact: (value) => value,
  })
  const redactor = createRedactor()
  const drafts = createDrafts({
    database,
    vault,
    redactor,
    atRest: atRestOver(redactor),
    ledger,
    operations,
    clock,
    log,
  })
  const asked: string[] = []
  const unused = () => {
    throw new Error('Not a part of forgetting by age')
  }
  const forgetting: Forgetting = {
    reads: async (before) => (asked.push(before), 0),
    all: unused,
    answers: unused,
    count: unused,
    one: unused,
  }
  const retention = createRetention({
    forgetting,
    settings: () => ({ reads: 'requests', readDays: 30 }),
    provenTime: database.provenTime,
    clock,
    log,
  })
  drafts.start()
  retention.start()
  let open = true
  const close = () => {
    if (!open) return
    open = false
    drafts.stop()
    retention.stop()
    database.close()
  }
  onTestFinished(close)
  return {
    clock,
    database,
    drafts,
    close,
    asked,
    inBin: async () => (await drafts.list({ removed: true, limit: 10 })).items.length,
  }
}

/** A profile with one draft in the bin since `start`, left by a desk that ran for a while. */
async function profileWithBin(): Promise<string> {
  const folder = await temporary()
  const desk = await openDesk(folder, start)
  await desk.drafts.save({
    id: 'd1',
    operation: 'POST /api/notes/create',
    title: 'Removed',
    path: {},
    query: {},
    body: {},
    notes: '',
    tags: [],
    extra: {},
  })
  await desk.drafts.remove('d1', false)
  await desk.clock.advance(120_000)
  desk.close()
  return folder
}

const answer =
  (baseUrl: string, date: string, more: Array<readonly [string, string]> = []) =>
  (confirm: (time: number) => void): void => {
    let hear: (exchange: WireExchange) => void = () => undefined
    followPlatformTime({
      client: { onExchange: (listener) => ((hear = listener), () => undefined) },
      environments: { get: (id) => ({ id, name: id, baseUrl, selected: true, configured: true }) },
      provenTime: { confirm },
    })
    hear({
      environment: 'production',
      answer: { status: 200, headers: [['Date', date], ...more], body: Buffer.from('') },
    } as unknown as WireExchange)
  }

// Catches a bin that one start with a wrong clock empties for good, and reads that are forgotten for it.
test('a clock that is 40 days ahead empties nothing', async () => {
  const folder = await profileWithBin()
  const desk = await openDesk(folder, start + 40 * day)
  await desk.clock.advance(3_600_000)
  expect(await desk.inBin()).toBe(1)
  expect(desk.asked.every((before) => Date.parse(before) < start - 29 * day)).toBe(true)
  // Nor does it at the start after that.
  desk.close()
  const again = await openDesk(folder, start + 41 * day)
  await again.clock.advance(3_600_000)
  expect(await again.inBin()).toBe(1)
})

// Catches a bin that is never emptied, and a desk that was off for 40 days and is not believed although the platform says the same.
test('the platform agrees: what is old enough goes', async () => {
  const desk = await openDesk(await profileWithBin(), start + 40 * day)
  answer(
    'https://api.example.org',
    new Date(start + 40 * day).toUTCString(),
  )((time) => desk.database.provenTime.confirm(time))
  await desk.clock.advance(60_000)
  expect(await desk.inBin()).toBe(0)
  expect(desk.asked.map((before) => before.slice(0, 10))).toEqual([
    new Date(start + 10 * day).toISOString().slice(0, 10),
  ])
})

// Catches a platform whose time is believed over a clock that is behind, one on this machine that proves the machine's own mistake, and an old answer of a cache.
test('the platform disagrees, is on this machine, or its answer is old: nothing goes', async () => {
  for (const [baseUrl, ahead, more] of [
    ['https://api.example.org', 0, []],
    ['http://127.0.0.1:8080', 40, []],
    ['https://api.example.org', 40, [['Age', '12']]],
  ] as Array<[string, number, Array<readonly [string, string]>]>) {
    const desk = await openDesk(await profileWithBin(), start + 40 * day)
    answer(baseUrl, new Date(start + ahead * day).toUTCString(), more)((time) => desk.database.provenTime.confirm(time))
    await desk.clock.advance(3_600_000)
    expect(await desk.inBin()).toBe(1)
    desk.close()
  }
})

// Catches a bin that grows old while the clock was wrong for the moment in which something was put into it.
test('a clock that is set back deletes nothing, then or later, and running 31 days does', async () => {
  const folder = await temporary()
  const first = await openDesk(folder, start)
  await first.clock.advance(120_000)
  first.close()
  const back = await openDesk(folder, start - 60 * day)
  await back.drafts.save({
    id: 'd1',
    operation: 'POST /api/notes/create',
    title: 'Removed',
    path: {},
    query: {},
    body: {},
    notes: '',
    tags: [],
    extra: {},
  })
  await back.drafts.remove('d1', false)
  await back.clock.advance(60_000)
  expect(await back.inBin()).toBe(1)
  back.close()
  const right = await openDesk(folder, start + day)
  await right.clock.advance(60_000)
  expect(await right.inBin()).toBe(1)
  await right.clock.advance(31 * day)
  expect(await right.inBin()).toBe(0)
})

// Catches an upgrade with a wrong clock: a profile that never counted believes its own newest thing, not the clock.
test('a profile of an earlier version is not believed to be 40 days older at its first start', async () => {
  const folder = await profileWithBin()
  const before = await openDesk(folder, start + 60_000)
  before.database.statement("DELETE FROM settings WHERE key = 'elapsed'").run()
  before.close()
  const desk = await openDesk(folder, start + 40 * day)
  await desk.clock.advance(3_600_000)
  expect(await desk.inBin()).toBe(1)
})

// Catches backups that make room for those of a wrong clock, and new ones that go at once because those stand before them.
test('backups of a wrong clock push no good one out', async () => {
  const folder = await temporary()
  const first = await openDesk(folder, start)
  const good: string[] = []
  for (let n = 0; n < 5; n += 1) {
    good.push(await first.database.backup('daily'))
    await first.clock.advance(1_000)
  }
  await first.clock.advance(120_000)
  first.close()
  for (let n = 0; n < 3; n += 1) {
    const ahead = await openDesk(folder, start + (40 + 2 * n) * day)
    await ahead.database.backup('daily')
    ahead.close()
  }
  expect(good.every((file) => existsSync(file))).toBe(true)
  const right = await openDesk(folder, start + 300_000)
  const made = await right.database.backup('daily')
  expect(existsSync(made)).toBe(true)
  expect(good.slice(1).every((file) => existsSync(file))).toBe(true)
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(5)
  right.close()
  const back = await openDesk(folder, start - 90 * day)
  const low = await back.database.backup('daily')
  expect([low, made, ...good.slice(1)].every((file) => existsSync(file))).toBe(true)
})
