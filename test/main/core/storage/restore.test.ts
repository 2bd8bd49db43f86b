import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { systemClock, type Clock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { migrations } from '../../../../main/core/storage/migrations/index.ts'
import { openProfileWith } from '../../../../main/core/storage/open.ts'
import type { ProfileDatabase } from '../../../../main/core/storage/types.ts'
import { runsOf, seed } from '../../../support/runs.ts'
import { keys, log, open, put, temporary } from './support.ts'

const options = (folder: string) => ({ folder, clock: systemClock, log })
const older = ['a', 'b']
const later = ['a', 'b', 'c']

/** A profile with `later` in it and a backup of `older`. */
async function profile(folder: string): Promise<{ database: ProfileDatabase; backup: string }> {
  const database = await open(folder)
  for (const key of older) put(database, key, 'v'.repeat(50_000))
  const backup = await database.backup('manual')
  put(database, 'c')
  return { database, backup }
}

const tree = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'lock.db')
    .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name)).toString('base64')])
    .sort()

// Catches backups in any other order, under another time or with a size of nothing.
test('backups are listed with their label, time and size, the newest first', async () => {
  let now = Date.parse('2026-11-21T20:14:05.123Z')
  const clock: Clock = { now: () => now, after: () => () => undefined }
  const database = await openProfile({ folder: await temporary(), clock, log })
  const first = await database.backup('manual')
  now += 60_000
  const second = await database.backup('daily')
  writeFileSync(join(second, '..', 'notes.txt'), 'not a backup')
  expect(database.backups()).toEqual([
    { file: second, label: 'daily', at: now, bytes: readFileSync(second).length },
    { file: first, label: 'manual', at: now - 60_000, bytes: readFileSync(first).length },
  ])
  database.close()
})

// Catches a restore that brings back anything but the backup, forgets what was there, or lets open intents be sent again.
test('a restore brings the backup, keeps what was there, and says so once', async () => {
  const folder = await temporary()
  const { database, backup } = await profile(folder)
  const { before } = await database.closeAndRestore(backup)
  expect(() => put(database, 'late')).toThrow(
    expect.objectContaining({
      code: 'storage_failed',
      message: expect.stringContaining('profile is closed (ERR_INVALID_STATE): this change was not saved') as string,
    }) as Error,
  )

  const restored = await openProfile(options(folder))
  expect([keys(restored), restored.restored]).toEqual([older, true])
  const said = restored.notices
  expect(said).toEqual([
    expect.objectContaining({
      level: 'info',
      code: 'backup_restored',
      facts: expect.objectContaining({ before: basename(before) }) as unknown,
    }),
  ])
  restored.close()
  const again = await openProfile(options(folder))
  expect([again.restored, again.notices.map(({ id }) => id)]).toEqual([true, said.map(({ id }) => id)])
  again.restoreHandled()
  expect((await again.closeAndRestore(before)).before).not.toBe(before)
  const back = await open(folder)
  expect([keys(back), back.notices.length]).toEqual([later, 1])
})

// Catches a rotation that takes the very backup that is being restored, before anyone knows that it can be opened.
test('the backup that is restored outlives the copy that is made first', async () => {
  const folder = await temporary()
  const { database } = await profile(folder)
  const oldest = await database.backup('before-restore')
  for (let n = 0; n < 4; n += 1) await database.backup('before-restore')
  await database.closeAndRestore(oldest)
  expect(existsSync(oldest)).toBe(true)
})

// Catches a secret in the keychain that nothing refers to any more after a restore, so that nobody could ever remove it.
test('references to secrets that are newer than the backup stay in the index', async () => {
  const folder = await temporary()
  const { database, backup } = await profile(folder)
  const add = (owner: string) =>
    database.statement('INSERT INTO vault_refs (reference, owner) VALUES (?, ?)').run(`${owner}/key/1`, owner)
  add('profile/later')
  add('intent/later')
  await database.closeAndRestore(backup)
  expect((await open(folder)).statement('SELECT owner FROM vault_refs').all()).toEqual([{ owner: 'profile/later' }])
})

// Catches a restore that can't be taken back, or a queue that is held back although nothing has happened.
test('a restore can be undone as if it had not been', async () => {
  const folder = await temporary()
  const { database, backup } = await profile(folder)
  const { undo } = await database.closeAndRestore(backup)
  await undo()
  const back = await open(folder)
  expect([keys(back), back.restored, back.notices]).toEqual([later, false, []])
})

// Catches a backup that is restored although it can't be opened afterwards, and a refusal that has changed something.
test.each<[string, (file: string) => void, string]>([
  ['a damaged one', (file) => truncateSync(file, 9_000), 'is damaged'],
  ['an empty one', (file) => truncateSync(file, 0), 'it is empty'],
  ['one that is not there', (file) => rmSync(file), 'no longer there'],
])('%s is neither looked at nor restored, and everything stays', async (_, spoil, words) => {
  const folder = await temporary()
  const { database, backup } = await profile(folder)
  spoil(backup)
  const before = tree(folder)
  expect(() => database.openBackup(backup)).toThrow(words)
  await expect(database.closeAndRestore(backup)).rejects.toThrow(words)
  expect(tree(folder)).toEqual(before)
  put(database, 'still open')
})

// Catches the same for a backup of a version that this desk does not know.
test('a newer backup is refused with both versions named', async () => {
  const folder = await temporary()
  const newer = await openProfileWith(
    [
      ...migrations,
      { version: migrations.length + 1, name: 'later', statements: ['CREATE TABLE later (a TEXT) STRICT'] },
    ],
    options(await temporary()),
  )
  mkdirSync(join(folder, 'backups'))
  const backup = join(folder, 'backups', basename(await newer.backup('manual')))
  copyFileSync(newer.backups()[0]?.file ?? '', backup)
  newer.close()
  const database = await open(folder)
  put(database, 'a')
  const words = new RegExp(
    `newer Showdesk \\(profile version ${migrations.length + 1}, this one knows ${migrations.length}\\)`,
  )
  expect(() => database.openBackup(backup)).toThrow(words)
  await expect(database.closeAndRestore(backup)).rejects.toThrow(words)
  expect(keys(database)).toEqual(['a'])
})

// Catches a look that writes into the backup, shows an older one without its later tables, or leaves copies behind.
test('a backup is looked at as it would be after its restore, and stays as it is', async () => {
  const folder = await temporary()
  const [step] = migrations
  const first = await openProfileWith(step === undefined ? [] : [step], options(folder))
  put(first, 'first')
  const old = await first.backup('manual')
  first.close()
  const database = await open(folder)
  put(database, 'second')
  const present = await database.backup('manual')
  const bytes = [old, present].map((file) => readFileSync(file))

  const looks = [old, present].map((file) => database.openBackup(file))
  expect(looks.map((look) => look.statement('SELECT key FROM settings ORDER BY key').all().length)).toEqual([1, 2])
  expect(looks.map((look) => look.statement('SELECT count(*) AS n FROM drafts').get())).toEqual([{ n: 0 }, { n: 0 }])
  expect(readdirSync(join(folder, 'previews'))).toHaveLength(1)
  for (const look of looks) look.close()
  expect(readdirSync(join(folder, 'previews'))).toEqual([])
  expect([old, present].map((file) => readFileSync(file))).toEqual(bytes)
  expect(readdirSync(join(folder, 'backups')).filter((name) => !name.endsWith('.db'))).toEqual([])

  writeFileSync(join(folder, 'previews', 'left.db'), 'left by a crash')
  database.close()
  await open(folder)
  expect(existsSync(join(folder, 'previews'))).toBe(false)
})

// Catches a start that can't tell whether the rename had happened: an old state whose queue is stopped, or a restored one whose queue is sent again.
test.each<[string, { staged: boolean; marker: boolean }, boolean]>([
  ['while the backup was staged', { staged: true, marker: false }, false],
  ['before the rename', { staged: true, marker: true }, false],
  ['after the rename', { staged: false, marker: true }, true],
])('a restore that was cut short %s leaves one whole state', async (_, { staged, marker }, restored) => {
  const folder = await temporary()
  const { database, backup } = await profile(folder)
  database.close()
  if (staged) copyFileSync(backup, join(folder, 'showdesk.db.restoring'))
  if (marker) writeFileSync(join(folder, 'restoring'), `${basename(backup)}\n${basename(backup)}`)
  const opened = await open(folder)
  expect([opened.restored, opened.notices.length, keys(opened)]).toEqual([restored, restored ? 1 : 0, later])
  expect(readdirSync(folder).filter((name) => name.includes('restor'))).toEqual(restored ? ['restored'] : [])
})

// Catches any moment at which a killed restore leaves neither state, a mixture, or a restored one that does not know it.
test('killed at any moment, a restore leaves the old or the restored state whole', async () => {
  const base = await temporary()
  const original = join(base, 'original')
  const made = await profile(original)
  made.database.close()
  const relative = join('backups', basename(made.backup))
  let round = 0
  let whole = 0

  async function run(part: number): Promise<boolean> {
    round += 1
    const folder = join(base, `copy-${round}`)
    cpSync(original, folder, { recursive: true })
    const child = spawn(
      process.execPath,
      [resolve(import.meta.dirname, 'restore-child.ts'), folder, join(folder, relative)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const exited = once(child, 'exit')
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    await lines.next()
    const from = performance.now()
    if (part < 0) {
      await lines.next()
      whole = performance.now() - from
    } else {
      // Shorter waits than a timer can give are given by turning.
      while (performance.now() - from < part * whole) await new Promise(setImmediate)
    }
    child.kill('SIGKILL')
    await exited
    const database = await openProfile(options(folder))
    try {
      const state = keys(database).join()
      expect([[...later, 'held'].join(), older.join()]).toContain(state)
      expect([database.restored, database.notices.length]).toEqual(state === older.join() ? [true, 1] : [false, 0])
      return database.restored
    } finally {
      database.close()
      rmSync(folder, { recursive: true })
    }
  }

  expect(await run(-1)).toBe(true)
  expect(await run(0)).toBe(false)
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), (part) => run(part).then(() => undefined)),
    { numRuns: runsOf(150), seed, endOnFailure: true },
  )
}, 120_000)

// Catches damage that is found while the desk runs and told to nobody before the next start.
test('a notice that comes late is heard', async () => {
  const folder = await temporary()
  const database = await openProfile(options(folder))
  for (let n = 0; n < 130; n += 1) put(database, `k${n}`, 'v'.repeat(200_000))
  database.close()
  let ring: (() => void) | undefined
  const clock: Clock = {
    now: () => Date.now(),
    after: (ms, run) => ((ring = ms === 10_000 ? run : ring), () => undefined),
  }
  const large = await openProfile({ folder, clock, log })
  const heard = vi.fn()
  const end = large.onNotice(heard)
  // Pages of the one large value's overflow chain: what the desk reads at its start lies elsewhere.
  const whole = readFileSync(join(folder, 'showdesk.db'))
  writeFileSync(join(folder, 'showdesk.db'), whole.fill(0x5a, 8_000_000, 8_200_000))
  ring?.()
  await expect
    .poll(() => heard)
    .toHaveBeenCalledWith(expect.objectContaining({ level: 'warning', code: 'profile_damaged' }))
  expect(large.notices).toHaveLength(1)
  end()
  large.close()
})
