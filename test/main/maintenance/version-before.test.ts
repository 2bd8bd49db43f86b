// A profile file and a database as version 0.1.0 wrote them, with all kinds of records and every setting of that day.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { careKinds } from '#contract/maintenance.ts'
import { createSettings } from '../../../main/core/profile/settings.ts'
import { createAllowance } from '../../../main/air/live/allowance.ts'
import { createTables } from '../../../main/writing/revisions/tables.ts'
import { rundownKind } from '../../../main/air/rundown/content.ts'
import { createShows } from '../../../main/air/show/index.ts'
import { settingsSchema } from '#contract/settings.ts'
import { createBench } from '../platform/history/support.ts'
import { dump, openDesk, temporary, textOfTransfer, upload, type TestDesk } from './desk.ts'

const files = join(import.meta.dirname, 'version-0.1.0')
const profileFile = () => readFileSync(join(files, 'profile.jsonl'), 'utf8')

/** A folder with the database. */
function profileFolder(): string {
  const folder = temporary()
  writeFileSync(join(folder, 'showdesk.db'), gunzipSync(readFileSync(join(files, 'showdesk.db.gz'))), { mode: 0o600 })
  return folder
}

/** What both the file and the database hold. */
function expectEverything(desk: TestDesk) {
  expect(desk.settings.get()).toMatchObject({
    theme: 'light',
    density: 'comfortable',
    language: 'es',
    hours: 'h23',
    notify: false,
    alarmSound: false,
    flashing: false,
    armKeys: { stop: 'mod+shift+s' },
    tourDone: true,
    authOverrides: { Polls: 'session' },
  })
  expect(desk.settings.get()).not.toHaveProperty('poorSignalKbps')
  expect(settingsSchema().safeParse(desk.settings.get()).error).toBeUndefined()
  // More than a desk offers to set today stays in force.
  expect(createAllowance(desk.settings).get()).toEqual({ perMinute: 300, reserve: 20 })
  expect(desk.settings.read('broadcast/production')).toMatchObject({ stream: { id: 's1' } })
  expect(desk.settings.read('firing/production')).toMatchObject({ startScene: 'Opening' })
  expect(desk.settings.read('words/production')).toMatchObject({ afoot: { means: 'accepted' } })
  expect(desk.settings.read('favourites')).toEqual(['PUT /api/stage/describe'])
  expect(desk.settings.read('mail')).toMatchObject({ snippets: [{ name: 'Footer', html: '<p>Bye</p>' }] })
  expect(desk.profiles.list()).toMatchObject([{ name: 'Main stage', environment: 'production' }])
  const { intents, drafts, revisions } = dump(desk)
  expect(intents.map(({ id }) => id)).toEqual(['01A', '01B', '01C', '01D', '01E', '01F'])
  expect(drafts.map(({ id, title, removed_at }) => [id, title, removed_at !== null])).toEqual([
    ['letter', 'Newsletter', false],
    ['old', 'Old news', true],
    ['show', 'Night show', false],
  ])
  expect(revisions).toHaveLength(5)
  expect(createTables(desk.database, rundownKind).find('r1')).toMatchObject({ title: 'Evening', count: 1 })
}

// Catches a setting, a record or a kind that was taken out of the desk and makes its older files unreadable.
test('a profile file of the version before is imported whole', async () => {
  const desk = await openDesk()
  const { kinds, warnings } = await desk.file.import(upload(desk, profileFile()), careKinds)
  expect(kinds).toMatchObject({
    drafts: { added: 3 },
    rundowns: { added: 1 },
    profiles: { added: 1 },
    settings: { added: 13 },
    activity: { added: 6 },
  })
  expect(warnings.join(' ')).not.toContain('does not know')
  const reopened = { ...desk, settings: createSettings(desk.database) }
  expectEverything(reopened)
})

// Catches a database of an older desk that is opened without what a person kept in it, and one whose own export can't be read again.
test('a database of the version before is opened whole, and moves on', async () => {
  const desk = await openDesk(profileFolder())
  expect(desk.database.notices).toEqual([])
  expectEverything(desk)
  expect(createShows(desk.database).list(10)).toMatchObject([{ id: 'night' }])
  const fresh = await openDesk()
  const text = textOfTransfer(desk, await desk.file.export())
  expect((await fresh.file.import(upload(fresh, text), careKinds)).kinds).toMatchObject({
    settings: { added: 13 },
    activity: { added: 6 },
  })
})

// Catches what was pinned and is forgotten by a history that keeps less.
test('what was pinned in the version before is kept', async () => {
  const { history } = await createBench({ folder: profileFolder() })
  expect(history.settings()).toEqual({ reads: 'answers', readDays: 90 })
  history.start()
  await history.forget({ kept: 'reads' })
  const { items } = await history.list({ limit: 50, environment: 'production' })
  expect(items).toMatchObject([{ id: '01R0', pinned: true }])
  expect((await history.list({ limit: 50, pinned: true })).items.map(({ id }) => id)).toEqual(['01R0', '01E'])
  await history.stop()
})
