import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Clock } from '../../../../main/core/ports.ts'
import { checkInThread } from '../../../../main/core/storage/background-checks.ts'
import { layoutOf } from '../../../../main/core/storage/layout.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { log, open, put, temporary } from './support.ts'

const dayMs = 86_400_000

/** A clock whose only timer the test rings by hand. */
function ringing(): Clock & { now: () => number; set(ms: number): void; ring(): void; waits: number[] } {
  let now = Date.parse('2026-03-01T12:00:00.000Z')
  let due: (() => void) | undefined
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    set: (ms) => void (now = ms),
    after(ms, run) {
      waits.push(ms)
      due = run
      return () => void (due = undefined)
    },
    ring: () => due?.(),
  }
}

const daily = (folder: string) => readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('-daily.db'))

// Catches a profile that is never backed up, or backed up at every start.
test('a backup is made when the newest is older than a day, and not before', async () => {
  const folder = await temporary()
  const clock = ringing()
  const first = await openProfile({ folder, clock, log })
  expect(clock.waits.at(-1)).toBe(dayMs)
  clock.set(clock.now() + dayMs)
  clock.ring()
  await expect.poll(() => daily(folder)).toHaveLength(1)
  first.close()

  clock.set(clock.now() + dayMs / 2)
  const second = await openProfile({ folder, clock, log })
  expect(clock.waits.at(-1)).toBeLessThanOrEqual(dayMs / 2)
  second.close()
  clock.set(clock.now() + dayMs)
  const third = await openProfile({ folder, clock, log })
  onTestFinished(() => third.close())
  expect(clock.waits.at(-1)).toBeLessThan(60_000)
  clock.ring()
  await expect.poll(() => daily(folder)).toHaveLength(2)
})

// Catches damage in a file too large to be checked at the start that nobody is told of.
test('a check beside the running desk finds damage and asks the next start to look', async () => {
  const folder = await temporary()
  const clock = ringing()
  const layout = layoutOf(folder)
  const damaged = Promise.withResolvers<undefined>()
  writeFileSync(layout.database, new Uint8Array(20_000).fill(7))
  const stop = checkInThread({ layout, clock, log, onDamage: () => damaged.resolve(undefined) })
  onTestFinished(stop)
  clock.ring()
  await damaged.promise
  expect(readdirSync(folder)).toContain('suspect')
})

// Catches a backup that a close cuts off and that is then taken for a whole one.
test('a backup under way when the profile is closed never passes for a good one', async () => {
  const folder = await temporary()
  const database = await open(folder)
  for (let n = 0; n < 500; n += 1) put(database, `k${n}`, 'v'.repeat(2_000))
  const backup = database.backup('cut').catch(() => 'failed')
  database.close()
  await backup
  const names = readdirSync(join(folder, 'backups'))
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
})
