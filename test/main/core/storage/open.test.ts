import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { migrations } from '../../../../main/core/storage/migrations/index.ts'
import { openProfileWith } from '../../../../main/core/storage/open.ts'
import { keys, log, open, put, temporary } from './support.ts'

const options = (folder: string) => ({ folder, clock: systemClock, log })
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Another process that holds a profile until it is killed. */
async function holder(folder: string) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'holder.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

// Catches a database that commits to memory only, or that other accounts on the machine can read.
test('a profile is durable, strict and private', async () => {
  const folder = join(await temporary(), 'deep', 'profile')
  const database = await open(folder)
  put(database, 'a')
  const pragma = (name: string) => Object.values(database.statement(`PRAGMA ${name}`).get() ?? {})[0]
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys'), pragma('trusted_schema')]).toEqual([
    'wal',
    2,
    1,
    0,
  ])
  expect([pragma('user_version'), pragma('application_id')]).toEqual([migrations.length, 0x53_44_53_4b])
  const loose = database
    .statement(
      "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite%'",
    )
    .all()
  expect(loose).toEqual([])
  await database.backup('by hand')
  expect(modeOf(folder)).toBe('700')
  expect(modeOf(join(folder, 'backups'))).toBe('700')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(
    files
      .map(({ parentPath, name }) => `${name} ${modeOf(join(parentPath, name))}`)
      .filter((line) => !line.endsWith(' 600')),
  ).toEqual([])
})

// Catches a desk that flushes nothing any more after one commit was left to the next, or keeps half of it.
test('a commit that is left to the next flush changes no later one', async () => {
  const database = await open(await temporary())
  const synchronous = () => Object.values(database.statement('PRAGMA synchronous').get() ?? {})[0]
  expect(database.beforeNext(() => (put(database, 'a'), synchronous()))).toBe(1)
  expect(synchronous()).toBe(2)
  const fails = (): void =>
    database.beforeNext(() => {
      put(database, 'b')
      throw new Error('no')
    })
  expect(fails).toThrow('no')
  expect(synchronous()).toBe(2)
  database.transaction(() => database.beforeNext(() => put(database, 'c')))
  expect(synchronous()).toBe(2)
  expect(keys(database)).toEqual(['a', 'c'])
})

// Catches a close that leaves the last commits in a log beside the file.
test('a clean close leaves one whole file, and closing twice is harmless', async () => {
  const folder = await temporary()
  const database = await open(folder)
  put(database, 'a')
  expect(() => database.transaction(() => database.close())).toThrow('transaction')
  database.close()
  database.close()
  expect(readdirSync(folder).sort()).toEqual(['lock.db', 'showdesk.db'])
  expect(keys(await open(folder))).toEqual(['a'])
})

// Catches half of a change that stays when the other half failed.
test('a transaction that throws leaves nothing', async () => {
  const database = await open(await temporary())
  expect(() =>
    database.transaction(() => {
      put(database, 'a')
      throw new Error('no')
    }),
  ).toThrow('no')
  database.transaction(() => database.transaction(() => put(database, 'b')))
  expect(keys(database)).toEqual(['b'])
})

// Catches two desks on one profile, in one process or in two.
test('a second desk on the profile is refused and told who has it', async () => {
  const folder = await temporary()
  await open(folder)
  await expect(openProfile(options(folder))).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`process ${process.pid}) is using this profile: ${folder}`) as string,
  })
  const other = await temporary()
  const child = await holder(other)
  await expect(openProfile(options(other))).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`process ${child.pid ?? 0})`) as string,
  })
})

// Catches a lock that outlives a killed desk, and a commit that was only in the killed one's memory.
test('kill -9 frees the profile and loses nothing that was committed', async () => {
  const folder = await temporary()
  const child = await holder(folder)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const database = await open(folder)
  expect(keys(database)).toEqual(['held'])
  expect([database.restored, database.notices]).toEqual([false, []])
})

// Catches a desk that writes into a profile it does not understand.
test('a profile of a newer version is refused and stays as it is, byte for byte', async () => {
  const folder = await temporary()
  const newer = await openProfileWith(
    [
      ...migrations,
      { version: migrations.length + 1, name: 'later', statements: ['CREATE TABLE later (a TEXT) STRICT'] },
    ],
    options(folder),
  )
  put(newer, 'a')
  newer.close()
  const before = readFileSync(join(folder, 'showdesk.db'))
  await expect(openProfile(options(folder))).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringContaining('newer Showdesk') as string,
  })
  expect(readFileSync(join(folder, 'showdesk.db')).equals(before)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['lock.db', 'showdesk.db'])
})

// Catches a migration without a way back, and one that leaves half of itself.
test('a migration is preceded by a backup, and one that fails changes nothing', async () => {
  const folder = await temporary()
  const first = await open(folder)
  put(first, 'a')
  first.close()
  const next = {
    version: migrations.length + 1,
    name: 'next',
    statements: ['ALTER TABLE settings ADD COLUMN more TEXT', 'UPDATE settings SET more = value'],
  }
  const broken = {
    version: migrations.length + 2,
    name: 'broken',
    statements: ['CREATE TABLE half (a TEXT) STRICT', 'SELECT nothing FROM nowhere'],
  }
  await expect(openProfileWith([...migrations, next, broken], options(folder))).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringContaining('broken') as string,
  })
  const migrated = await openProfileWith([...migrations, next], options(folder))
  expect(migrated.statement('SELECT more FROM settings').all()).toEqual([{ more: 'x' }])
  expect(migrated.statement("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'half'").get()).toEqual({ n: 0 })
  migrated.close()
  expect(readdirSync(join(folder, 'backups')).filter((name) => name.includes('before-00'))).toHaveLength(2)
})

// Catches a folder that can't be written and a message that does not say so.
test('a folder that can not be made is named', async () => {
  const folder = await temporary()
  writeFileSync(join(folder, 'file'), '')
  await expect(openProfile(options(join(folder, 'file', 'profile')))).rejects.toMatchObject({
    code: 'storage_failed',
    details: { facts: { reason: 'profile_read_only', lost: 'opening' } },
  })
})

// Catches the same for a folder whose rights forbid it. Root may write anywhere, so there another account tries.
test('a read-only folder is refused as such', async () => {
  const folder = await temporary()
  mkdirSync(join(folder, 'profile'))
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'profile'), 0o555)
  const asOther = process.getuid?.() === 0 ? ['65534'] : []
  const child = spawn(
    process.execPath,
    [resolve(import.meta.dirname, 'holder.ts'), join(folder, 'profile'), ...asOther],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stdout.once('data', () => child.kill('SIGKILL'))
  await once(child, 'close')
  expect(said).toContain('storage_failed')
  expect(said).toContain("can't be written")
  expect(readdirSync(join(folder, 'profile'))).toEqual([])
  expect(modeOf(join(folder, 'profile'))).toBe('555')
})

// Catches a mode that is changed without a word, a profile that others may read, and a folder of someone's work that is closed to the others in it.
test.skipIf(process.platform === 'win32')(
  'a folder that is open to others becomes private with a word, and keeps its mode where other files are in it',
  async () => {
    const parent = await temporary()
    const made = async (name: string, prepare: (folder: string) => void = () => undefined) => {
      const folder = join(parent, name)
      mkdirSync(folder)
      chmodSync(folder, 0o775)
      prepare(folder)
      const database = await open(folder)
      const told = database.notices.map(({ code, facts }) => [code, facts?.['mode']])
      database.close()
      return { folder, told }
    }
    const empty = await made('empty')
    expect([modeOf(empty.folder), empty.told]).toEqual(['700', [['folder_made_private', '775']]])
    const shared = await made('shared', (folder) => writeFileSync(join(folder, 'work.txt'), 'x'))
    expect([modeOf(shared.folder), shared.told]).toEqual(['775', [['folder_open', '775']]])
    chmodSync(empty.folder, 0o750)
    const again = await open(empty.folder)
    expect([modeOf(empty.folder), again.notices.length]).toEqual(['700', 1])
    again.close()
    expect((await open(empty.folder)).notices).toEqual([])
  },
)

// Catches a full disk that leaves half a change, or a desk that can't go on once there is room again.
test('a full disk is named, keeps what was saved, and is over when there is room', async () => {
  const database = await open(await temporary())
  put(database, 'before')
  const pages = Number(database.statement('PRAGMA page_count').get()?.page_count)
  database.statement(`PRAGMA max_page_count = ${pages}`).get()
  const big = () =>
    database.transaction(() => {
      put(database, 'half')
      put(database, 'big', 'x'.repeat(100_000))
    })
  expect(big).toThrow(
    expect.objectContaining({
      code: 'storage_full',
      details: { facts: expect.objectContaining({ reason: 'disk_full', lost: 'change' }) as object },
    }) as Error,
  )
  expect(keys(database)).toEqual(['before'])
  database.statement('PRAGMA max_page_count = 100000').get()
  big()
  expect(keys(database)).toEqual(['before', 'big', 'half'])
})

// Catches backups that fill the disk, or that replace each other.
test('the newest five backups of a label are kept', async () => {
  const folder = await temporary()
  const database = await open(folder)
  const files: string[] = []
  for (let n = 0; n < 7; n += 1) files.push(await database.backup('By hand'))
  await database.backup('other')
  expect(new Set(files).size).toBe(7)
  expect(files.map((file) => existsSync(file))).toEqual([false, false, true, true, true, true, true])
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(6)
})
