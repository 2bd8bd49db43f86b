import { expect, test } from 'vitest'
import { connectionItem, keychainItem, ledgerItems } from '../../../renderer/frame/status-items.ts'

const since = '2026-11-21T19:14:05.000Z'

// A green light before anything was asked is the lie that desks are blamed for.
test('the connection shows only what was seen', () => {
  expect(connectionItem(undefined)).toMatchObject({ text: 'frame.connection.unknown', tone: 'text-muted' })
  expect(connectionItem({ environment: 'rehearsal', state: 'reachable', since, latencyMs: 41.6 })).toMatchObject({ text: 'frame.reachableIn', values: { ms: 42 }, short: '42 ms' })
  expect(connectionItem({ environment: 'rehearsal', state: 'unreachable', since, reason: 'refused' })).toMatchObject({ tone: 'text-warning', values: { reason: 'refused' } })
})

// Each count must open its own intents.
test('counts link to what they count', () => {
  expect(ledgerItems({ queued: 2, sending: 0, unknown: 1 }).map(({ id, to }) => [id, to])).toEqual([
    ['queued', '/activity?state=queued'],
    ['unknown', '/activity?state=unknown'],
  ])
  expect(ledgerItems({ queued: 0, sending: 1, unknown: 0 }).map(({ id }) => id)).toContain('sending')
})

test('secrets in memory only are amber', () => {
  expect(keychainItem('memory', 'found').tone).toBe('text-warning')
  expect(keychainItem('keytar', 'absent').tone).toBe('text-muted')
  expect(keychainItem('keytar', 'locked')).toMatchObject({ tone: 'text-warning', title: 'settings.credential.state.locked' })
})
