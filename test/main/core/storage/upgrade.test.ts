import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock as clock } from '../../../../main/core/ports.ts'
import { migrations } from '../../../../main/core/storage/migrations/index.ts'
import { openProfileWith } from '../../../../main/core/storage/open.ts'
import { log, temporary } from './support.ts'
import { makeOlderProfile, older, olderVersion } from './older-profile.ts'

const count = 20_000
/** While there is no newer step, one stands for it. */
const steps =
  migrations.length > olderVersion
    ? migrations
    : [...migrations, { version: olderVersion + 1, name: 'next', statements: ['CREATE TABLE next (a TEXT) STRICT'] }]

// Catches a step that loses or changes what is there, one that works on an empty profile only, one that leaves the older desk to write into what
// it does not understand, and an upgrade without a way back.
test('a profile of an earlier version with 20,000 writes is brought up whole, and an older desk refuses it', async () => {
  const folder = await temporary()
  const original = join(folder, 'original')
  const copy = join(folder, 'copy')
  await makeOlderProfile(original, clock, count)
  mkdirSync(copy, { mode: 0o700 })
  cpSync(original, copy, { recursive: true })
  const before = await openProfileWith(older, { folder: original, clock, log })
  onTestFinished(() => before.close())
  const after = await openProfileWith(steps, { folder: copy, clock, log })
  onTestFinished(() => after.close())
  expect(after.statement('PRAGMA user_version').get()).toEqual({ user_version: steps.at(-1)?.version })
  expect(after.notices).toEqual([])
  expect(after.statement('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])

  const columns = before
    .statement('PRAGMA table_info(intents)')
    .all()
    .map(({ name }) => String(name))
    .join(', ')
  const rows = (database: typeof before) => database.statement(`SELECT ${columns} FROM intents ORDER BY id`).all()
  expect(rows(after)).toHaveLength(count)
  expect(rows(after)).toEqual(rows(before))
  expect(after.backups().filter(({ label }) => label.startsWith('before-')).length).toBeGreaterThan(0)

  after.close()
  const bytes = readFileSync(join(copy, 'showdesk.db'))
  await expect(openProfileWith(older, { folder: copy, clock, log })).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringContaining('newer Showdesk') as string,
  })
  expect(readFileSync(join(copy, 'showdesk.db')).equals(bytes)).toBe(true)
})
