import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { createBackups } from '../../../main/maintenance/backups.ts'
import type { ProfileDatabase } from '../../../main/core/storage/types.ts'
import { open, temporary } from '../core/storage/support.ts'

const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()

function draft(database: ProfileDatabase, id: string, revision: number, at = minutes(0)): void {
  database
    .statement(
      `INSERT INTO drafts (id, operation, revision, indexed, bytes, created_at, updated_at, title, tags, links) VALUES (?, 'PUT /api/video/event/update', ?, 0, 2, ?, ?, ?, '[]', '{}')
       ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, updated_at = excluded.updated_at`,
    )
    .run(id, revision, at, at, id === 'blank' ? '' : `Draft ${id}`)
}

function intent(database: ProfileDatabase, id: string, state: string, sentAt: string | null = null): void {
  database
    .statement(
      `INSERT INTO intents (id, reference, operation, state, environment, product, risk, place, attempts, created_at, sent_at, evidence, request)
       VALUES (?, ?, 'PUT /api/video/event/update', ?, 'rehearsal', 'Livestream', 'edit', 1, 0, '2026-11-21T20:14:05.123Z', ?, '[]', '{}')
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, sent_at = excluded.sent_at`,
    )
    .run(id, `sd-${id}`, state, sentAt)
}

function profile(database: ProfileDatabase, id: string, options = '{}'): void {
  database
    .statement(
      "INSERT INTO profiles (id, environment, name, options, secrets, updated_at) VALUES (?, 'rehearsal', ?, ?, '{}', ?) ON CONFLICT (id) DO UPDATE SET options = excluded.options",
    )
    .run(id, `Profile ${id}`, options, minutes(0))
}

const setting = (database: ProfileDatabase, key: string, value: unknown) =>
  void database
    .statement('INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
    .run(key, JSON.stringify(value))

const secret = (database: ProfileDatabase, owner: string, field: string) =>
  void database.statement('INSERT INTO vault_refs (reference, owner) VALUES (?, ?)').run(`${owner}/${field}/abc`, owner)

// Catches a preview that counts a coming back as a going, misses a kind, or names what it shows by an id.
test('a preview says kind by kind what comes back, what grows older and what goes', async () => {
  const database = await open(await temporary())
  const backups = createBackups(database)
  draft(database, 'kept', 1)
  draft(database, 'edited', 1)
  draft(database, 'blank', 1)
  profile(database, 'p')
  setting(database, 'desk', { theme: 'dark' })
  setting(database, 'environment', 'rehearsal')
  intent(database, '01', 'queued')
  const { id } = await backups.create()
  draft(database, 'edited', 2)
  draft(database, 'new', 1)
  database.statement("DELETE FROM drafts WHERE id = 'blank'").run()
  profile(database, 'p', '{"title":"x"}')
  setting(database, 'desk', { theme: 'light' })
  setting(database, 'platforms/rehearsal', { outputs: [] })
  intent(database, '01', 'confirmed')
  intent(database, '02', 'queued')

  const { kinds } = backups.preview(id)
  expect(kinds.drafts).toEqual({
    added: 1,
    changed: 1,
    removed: 1,
    examples: [
      { name: 'Draft edited', change: 'changed' },
      { name: 'Draft new', change: 'removed' },
      { name: 'Untitled', change: 'added' },
    ],
  })
  expect(kinds.profiles).toEqual({
    added: 0,
    changed: 1,
    removed: 0,
    examples: [{ name: 'Profile p', change: 'changed' }],
  })
  expect(kinds.settings).toEqual({
    added: 0,
    changed: 1,
    removed: 1,
    examples: [
      { name: 'Appearance and authentication', change: 'changed' },
      { name: 'Platform names of Rehearsal', change: 'removed' },
    ],
  })
  expect(kinds.activity).toMatchObject({ added: 0, changed: 1, removed: 1 })
  expect(kinds.activity.examples[0]?.name).toBe('PUT /api/video/event/update, 2026-11-21 20:14:05 UTC')
})

// Catches a preview that sends a list of thousands to the page.
test('examples are the first fifty by name, as a person counts', async () => {
  const database = await open(await temporary())
  const backups = createBackups(database)
  const { id } = await backups.create()
  for (let n = 1; n <= 60; n += 1) draft(database, String(n), 1)
  const { drafts } = backups.preview(id).kinds
  expect([drafts.removed, drafts.examples.length, drafts.examples[1]?.name, drafts.examples[49]?.name]).toEqual([
    60,
    50,
    'Draft 2',
    'Draft 50',
  ])
})

// Catches a person who goes back without knowing what it costs.
test('the warnings name later work, open requests, what was sent, other addresses and secrets that are gone', async () => {
  const database = await open(await temporary())
  const backups = createBackups(database)
  profile(database, 'p')
  draft(database, 'd', 1)
  setting(database, 'environments', { production: 'https://old.example.org' })
  for (const [id, state] of [
    ['01', 'queued'],
    ['02', 'unknown'],
    ['03', 'confirmed'],
  ] as const)
    intent(database, id, state)
  secret(database, 'profile/p', 'streamKey')
  secret(database, 'draft/d', 'apiKey')
  const { id } = await backups.create()
  draft(database, 'd', 2, minutes(90))
  intent(database, '04', 'confirmed', minutes(1))
  intent(database, '05', 'queued')
  setting(database, 'environments', { production: 'https://new.example.org' })
  database.statement('DELETE FROM vault_refs').run()

  const warnings = backups.preview(id).warnings
  expect(warnings).toEqual([
    expect.stringMatching(/^(89|90|91) minutes of work are later than this backup/) as string,
    '2 requests were still open in this backup. It is not known what became of them since, so they are marked as unknown and not sent before you have checked.',
    'One request was sent after this backup. What the platform has done stays done; only this desk forgets it.',
    'One request that waits in the queue now would not be sent.',
    expect.stringContaining('Production moves from https://new.example.org to https://old.example.org') as string,
    'Secrets stay in the keychain as they are now; no backup holds them. 2 that this backup refers to were removed since and must be entered again: Profile p (streamKey), Draft d (apiKey).',
  ])
})

// Catches warnings about nothing, which teach a person to pass over them.
test('a backup of just now has nothing to warn of but the keychain', async () => {
  const database = await open(await temporary())
  const backups = createBackups(database)
  const { id } = await backups.create()
  expect(backups.preview(id)).toMatchObject({
    kinds: { drafts: { examples: [] }, settings: { examples: [] } },
    warnings: ['Secrets stay in the keychain as they are now; no backup holds them.'],
  })
})

// Catches a file outside of the backups that is opened because someone names it.
test.each(['../showdesk.db', '/etc/passwd', 'showdesk.db', ''])('only backups can be named: %j', async (id) => {
  const database = await open(await temporary())
  const backups = createBackups(database)
  await backups.create()
  expect(() => backups.preview(id)).toThrow('no longer there')
  await expect(backups.restore(id)).rejects.toMatchObject({ code: 'not_found_here' })
})

// Catches a manual backup under another label, and manual ones that fill the disk.
test('backups by hand are labelled, and the newest five are kept', async () => {
  const database = await open(await temporary())
  const backups = createBackups(database)
  const made: string[] = []
  for (let n = 0; n < 6; n += 1) made.push((await backups.create()).id)
  expect(backups.list().map(({ id }) => id)).toEqual(made.slice(1).reverse())
  expect(new Set(backups.list().map(({ label }) => label))).toEqual(new Set(['manual']))
})

// Catches an answer that names another backup than the one that was restored, or a copy that is not there.
test('a restore answers what it restored and where the former state is', async () => {
  const database = await open(await temporary())
  const backups = createBackups(database)
  draft(database, 'd', 1)
  const made = await backups.create()
  const { restored, before } = await backups.restore(made.id)
  expect([restored, before.label]).toEqual([made, 'before-restore'])
  expect(database.backups().map(({ file }) => basename(file))).toContain(before.id)
})
