import { expect, onTestFinished, test } from 'vitest'
import { systemClock as clock } from '../../../../main/core/ports.ts'
import { migrations } from '../../../../main/core/storage/migrations/index.ts'
import { openProfileWith } from '../../../../main/core/storage/open.ts'
import { log, temporary } from '../../core/storage/support.ts'
import { createDesk, event, listing } from './support.ts'

// Catches an event of the first version whose text, destinations or credentials do not come along.
test('the events of a version 1 profile become drafts', async () => {
  const folder = await temporary()
  const old = await openProfileWith(migrations.slice(0, 1), { folder, clock, log })
  const insert = old.statement(
    'INSERT INTO events (id, environment, title, body, profile_ids, last_intents, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const reference = 'event/night-1/streamKey/AAAAAAAAAAAAAAAA'
  const body = {
    options: { streamKey: { $secret: reference } },
    details: { title: 'Nacht "ä" 😀', price: 1.5, none: null },
  }
  insert.run(
    'night-1',
    'rehearsal',
    'Night',
    JSON.stringify(body),
    '["p1"]',
    '{"p1":"intent-1"}',
    '2026-01-02T03:04:05.678Z',
  )
  insert.run('with space', 'production', '', 'null', '[]', '{}', '2026-01-03T03:04:05.678Z')
  old.statement('INSERT INTO vault_refs (reference, owner) VALUES (?, ?)').run(reference, 'event/night-1')
  old
    .statement("INSERT INTO vault_refs (reference, owner) VALUES ('profile/p1/apiKey/AAAAAAAAAAAAAAAA', 'profile/p1')")
    .run()
  old.close()

  const desk = await createDesk(folder)
  onTestFinished(() => desk.drafts.stop())
  expect((await desk.drafts.list(listing())).items.map(({ title, environment }) => [title, environment])).toEqual([
    ['', 'production'],
    ['Night', 'rehearsal'],
  ])
  const draft = desk.drafts.get('night-1')
  expect(draft).toEqual({
    id: 'night-1',
    operation: event,
    title: 'Night',
    path: {},
    query: {},
    body,
    notes: '',
    tags: [],
    environment: 'rehearsal',
    extra: { profileIds: ['p1'] },
    base: null,
    revision: 1,
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
    links: { p1: 'intent-1' },
    sends: [],
  })
  const owners = desk.database
    .statement('SELECT owner FROM vault_refs ORDER BY owner')
    .all()
    .map(({ owner }) => owner)
  expect(owners).toEqual(['draft/night-1', 'profile/p1'])
  expect(desk.database.statement("SELECT name FROM sqlite_schema WHERE name = 'events'").all()).toEqual([])
  expect((await desk.drafts.list(listing({ query: 'nacht' }))).items).toMatchObject([{ id: 'night-1' }])

  const { operation, title, path, query, notes, tags, environment, extra, base, revision } = draft
  const content = {
    operation,
    title,
    path,
    query,
    body: draft.body,
    notes,
    tags,
    ...(environment !== undefined && { environment }),
    extra,
    base,
  }
  expect((await desk.drafts.save({ id: 'night-1', baseRevision: revision, ...content })).revision).toBe(1)
  expect((await desk.drafts.save({ id: 'night-1', baseRevision: revision, ...content, title: 'Later' })).body).toEqual(
    body,
  )
})
