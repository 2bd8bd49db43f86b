import { expect, test } from 'vitest'
import type { CredentialStatus, Notice } from '#contract/models.ts'
import { offerToMeet } from '../../../main/desk/notices.ts'

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
    { id: 'meet-development', level: 'info' },
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
