import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { ErrorReason } from '#contract/reasons.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import type { ProfileDatabase } from '../../../../main/core/storage/types.ts'
import { runsOf, seed } from '../../../support/runs.ts'
import { keys, log, open, put, temporary } from './support.ts'

const file = (folder: string) => join(folder, 'showdesk.db')

/** A closed profile with rows before and after its one backup. */
async function profile(folder: string, backup = true): Promise<void> {
  const database = await openProfile({ folder, clock: systemClock, log })
  for (let n = 0; n < 200; n += 1) put(database, `old ${n}`, 'v'.repeat(200))
  if (backup) await database.backup('daily')
  put(database, 'new')
  database.close()
}

function overwrite(path: string, from: number, bytes: Uint8Array): void {
  const whole = readFileSync(path)
  whole.set(bytes, Math.min(from, whole.length - bytes.length))
  writeFileSync(path, whole)
}

function emptyDatabase(path: string): void {
  const empty = new DatabaseSync(path)
  empty.exec('PRAGMA journal_mode = WAL; CREATE TABLE x (a); DROP TABLE x')
  empty.close()
}

// Catches damage that goes unnoticed, and a damaged file that is thrown away.
test.each<[string, (path: string) => void]>([
  ['its beginning', (path) => overwrite(path, 0, new Uint8Array(16))],
  ['the page size', (path) => overwrite(path, 16, new Uint8Array([3, 7]))],
  ['whole pages', (path) => overwrite(path, 4_096, new Uint8Array(40_000).fill(0x5a))],
  ['its end is missing', (path) => truncateSync(path, statSync(path).size - 20_000)],
  ['nearly everything is missing', (path) => truncateSync(path, 50)],
  [
    'it is another kind of file',
    (path) =>
      writeFileSync(
        path,
        'not a database at all, but long enough to be read as a header of one hundred bytes or more, surely',
      ),
  ],
  ['everything is missing', (path) => truncateSync(path, 0)],
  [
    'everything is missing, and an old log is left',
    (path) => {
      for (const end of ['-wal', '-shm']) writeFileSync(`${path}${end}`, Buffer.alloc(40_000, 0x37))
      truncateSync(path, 0)
    },
  ],
  [
    'it is a database without anything in it',
    (path) => {
      rmSync(path)
      emptyDatabase(path)
    },
  ],
])('a damaged file is set aside whole and the backup restored: %s', async (_, damage) => {
  const folder = await temporary()
  await profile(folder)
  damage(file(folder))
  const damaged = readFileSync(file(folder))
  const database = await open(folder)
  expect(database.restored).toBe(true)
  expect(database.notices).toHaveLength(1)
  expect(database.notices[0]).toMatchObject({
    level: 'warning',
    code: 'profile_damaged_restored',
    facts: { place: expect.stringContaining('damaged') as string, backup: expect.any(String) as string },
  })
  expect(keys(database)).toHaveLength(200)
  const [place = ''] = readdirSync(join(folder, 'damaged'))
  expect(readFileSync(join(folder, 'damaged', place, 'showdesk.db')).equals(damaged)).toBe(true)
  put(database, 'works again')
})

// Catches "restored" that is forgotten when the desk stops before the ledger has acted on it.
test('a restore is told until it was handled', async () => {
  const folder = await temporary()
  await profile(folder)
  truncateSync(file(folder), 5_000)
  const first = await openProfile({ folder, clock: systemClock, log })
  first.close()
  const second = await openProfile({ folder, clock: systemClock, log })
  expect(second.restored).toBe(true)
  second.restoreHandled()
  second.close()
  expect((await open(folder)).restored).toBe(false)
})

// Catches a restore from a backup that is damaged itself.
test('the newest good backup is taken, and without one the desk starts empty and says so', async () => {
  const folder = await temporary()
  await profile(folder)
  const [good = ''] = readdirSync(join(folder, 'backups'))
  const newer = join(folder, 'backups', good.replace(/^\d{4}/, '2099'))
  copyFileSync(join(folder, 'backups', good), newer)
  overwrite(newer, 4_096, new Uint8Array(30_000).fill(1))
  truncateSync(file(folder), 5_000)
  const database = await openProfile({ folder, clock: systemClock, log })
  expect(database.notices[0]?.facts).toMatchObject({ backup: good })
  expect(keys(database)).toHaveLength(200)
  database.close()

  rmSync(join(folder, 'backups'), { recursive: true })
  truncateSync(file(folder), 5_000)
  const empty = await open(folder)
  expect(empty.restored).toBe(false)
  expect(empty.notices[0]?.code).toBe('profile_damaged_empty')
  expect(keys(empty)).toEqual([])
})

// Catches a new profile, or one from which everything was deleted, that is taken for a damaged one.
test('what is empty as it should be stays', async () => {
  const fresh = await temporary()
  writeFileSync(file(fresh), '')
  const made = await open(fresh)
  expect([made.restored, made.notices]).toEqual([false, []])

  const cleared = await temporary()
  await profile(cleared)
  const database = await openProfile({ folder: cleared, clock: systemClock, log })
  database.statement('DELETE FROM settings').run()
  database.close()
  const again = await open(cleared)
  expect([again.restored, again.notices, keys(again)]).toEqual([false, [], []])
})

// Catches a profile that starts empty because its file was moved away, although there are backups.
test('a missing file is restored from the newest backup', async () => {
  const folder = await temporary()
  await profile(folder)
  rmSync(file(folder))
  const database = await open(folder)
  expect([database.restored, keys(database).length]).toEqual([true, 200])
})

// Catches committed changes that vanish without a word because the log that held them is garbage.
test('a log of garbage is set aside, and what was open is no longer trusted', async () => {
  const folder = await temporary()
  await profile(folder, false)
  writeFileSync(`${file(folder)}-wal`, new Uint8Array(9_000).fill(7))
  const database = await open(folder)
  expect(database.restored).toBe(true)
  expect(keys(database)).toHaveLength(201)
  const [place = ''] = readdirSync(join(folder, 'damaged'))
  expect(readdirSync(join(folder, 'damaged', place))).toEqual(['showdesk.db-wal'])
})

// Catches a restore that is cut short and, at the next start, takes up the log of the file that was moved away.
test('a restore that was cut short is done again', async () => {
  const folder = await temporary()
  await profile(folder)
  rmSync(file(folder))
  writeFileSync(join(folder, 'showdesk.db.restoring'), 'half')
  writeFileSync(`${file(folder)}-wal`, new Uint8Array(9_000).fill(7))
  const database = await open(folder)
  expect([database.restored, keys(database).length]).toEqual([true, 200])
  expect(existsSync(join(folder, 'showdesk.db.restoring'))).toBe(false)
})

/** Why the profile can't be used; undefined where it works. */
async function use(folder: string, key: string): Promise<ErrorReason | undefined> {
  let database: ProfileDatabase | undefined
  try {
    database = await openProfile({ folder, clock: systemClock, log })
    put(database, key)
    expect(keys(database).length).toBeGreaterThan(1)
    return undefined
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    return error.details.facts?.reason
  } finally {
    database?.close()
  }
}

// Catches any damage, anywhere, that ends in a crash, an unexplained error or a profile that a restart does not mend.
test('with bytes flipped anywhere the profile works, at the latest after the restart that its reason asks for', async () => {
  const base = await temporary()
  const original = join(base, 'original')
  await profile(original)
  const size = statSync(file(original)).size
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(size - 1), fc.uint8Array({ minLength: 1, maxLength: 64 }), async (at, bytes) => {
      round += 1
      const folder = join(base, `copy-${round}`)
      cpSync(original, folder, { recursive: true })
      overwrite(file(folder), at, bytes)
      const first = await use(folder, 'first')
      if (first !== undefined && first !== 'profile_too_new') {
        expect(['profile_damaged', 'change_refused']).toContain(first)
        expect(await use(folder, 'second')).toBeUndefined()
      }
      rmSync(folder, { recursive: true })
    }),
    {
      numRuns: runsOf(600),
      seed,
      examples: [
        [26662, new Uint8Array([6])],
        [60, new Uint8Array([0, 0, 0, 200])],
        [18, new Uint8Array([9])],
        [44, new Uint8Array([0, 0, 0, 99])],
        [56, new Uint8Array([0, 0, 0, 9])],
        [28, new Uint8Array([9, 9, 9, 9])],
      ],
    },
  )
}, 600_000)
