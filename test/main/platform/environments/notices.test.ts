import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CredentialStatus, Notice } from '#contract/models.ts'
import { createNotices, offerToMeet } from '../../../../main/core/profile/notices.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'

const now = Date.parse('2026-11-22T12:00:00.000Z')
const saved = { state: 'found', updatedAt: '2026-11-22T12:00:00.000Z' } as const
const absent = { state: 'absent' } as const

function offered(
  environment: 'production' | 'development' | 'rehearsal',
  credentials: CredentialStatus['credentials'],
): Notice[] {
  const notices: Notice[] = []
  offerToMeet({ add: (notice) => notices.push(notice) }, environment, credentials, now)
  return notices
}

// Catches an offer that never comes, or comes without the identifier that keeps it from coming twice.
test('the first credential of an environment brings the offer, under one identifier', () => {
  expect(offered('development', { apiKey: saved, session: absent })).toMatchObject([
    { id: 'meet-development', level: 'info', code: 'meet', facts: { environment: 'development' } },
  ])
  expect(offered('production', { apiKey: absent, session: saved })).toMatchObject([{ id: 'meet-production' }])
})

// Catches an offer at every unlock, with the second credential, or for the platform inside the desk.
test('a second credential, one that was removed, one that was only read and rehearsal bring none', () => {
  expect(offered('development', { apiKey: saved, session: saved })).toEqual([])
  expect(offered('development', { apiKey: absent, session: absent })).toEqual([])
  expect(
    offered('development', { apiKey: { ...saved, updatedAt: '2026-11-20T12:00:00.000Z' }, session: absent }),
  ).toEqual([])
  expect(offered('rehearsal', { apiKey: saved, session: absent })).toEqual([])
})

// Catches a notice of an earlier version that loses its text, and one that does not come back as it was told.
test('notices are kept as codes with facts, and rows of an earlier version keep their text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'showdesk-notices-'))
  const database = await openProfile({ folder, clock: systemClock, log: { write: () => undefined } })
  const at = '2026-11-22T12:00:00.000Z'
  database.statement("INSERT INTO notices (id, level, message, at) VALUES ('old', 'warning', 'As it was.', ?)").run(at)
  const notices = createNotices(database, () => undefined)
  const told = { id: 'new', level: 'info', code: 'secrets_masked', facts: { rows: 2, backups: 0 }, at } as const
  notices.add(told)
  expect(notices.list()).toEqual([{ id: 'old', level: 'warning', message: 'As it was.', at }, told])
  database.close()
  await rm(folder, { recursive: true })
})
