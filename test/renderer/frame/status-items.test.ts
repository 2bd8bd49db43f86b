import { expect, test } from 'vitest'
import { connectionItem, keychainItem, ledgerItems } from '../../../renderer/frame/status-items.ts'

const since = '2026-11-21T19:14:05.000Z'

const seen = { environment: 'rehearsal', since, sending: 'on', probing: 'on' } as const

// A green light before anything was asked is the lie that desks are blamed for.
test('the connection shows only what was seen', () => {
  expect(connectionItem(undefined, '')).toMatchObject({ text: 'frame.connection.unknown', tone: 'text-muted' })
  expect(connectionItem({ ...seen, state: 'reachable', latencyMs: 41.6 }, '')).toMatchObject({
    text: 'frame.reachableIn',
    values: { ms: 42 },
    short: '42 ms',
  })
  expect(connectionItem({ ...seen, state: 'unreachable', reason: 'refused' }, '0:08')).toMatchObject({
    tone: 'text-warning',
    text: 'frame.connection.offline.askedAgain',
    short: '0:08',
    values: { reason: 'refused', left: '0:08' },
  })
})

// A countdown that promises what the person paused, and a pause that is forgotten because the light is green.
test('what is paused is said first', () => {
  expect(connectionItem({ ...seen, state: 'reachable', latencyMs: 42, sending: 'paused' }, '').text).toBe(
    'frame.connection.sending.paused',
  )
  expect(connectionItem({ ...seen, state: 'unreachable', sending: 'paused' }, '0:08').text).toBe(
    'frame.connection.offline.sendingPaused',
  )
  expect(connectionItem({ ...seen, state: 'unreachable', probing: 'paused' }, '').text).toBe(
    'frame.connection.offline.askingPaused',
  )
  expect(connectionItem({ ...seen, state: 'unreachable' }, '').text).toBe('frame.connection.offline.askedNow')
})

// Each count must open its own intents.
test('counts link to what they count', () => {
  expect(ledgerItems({ queued: 2, sending: 0, unknown: 1 }).map(({ id, to }) => [id, to])).toEqual([
    ['queued', '/activity?queue=1'],
    ['unknown', '/activity?state=unknown'],
  ])
  expect(ledgerItems({ queued: 0, sending: 1, unknown: 0 }).map(({ id }) => id)).toContain('sending')
})

test('secrets in memory only are amber', () => {
  expect(keychainItem('memory', 'found').tone).toBe('text-warning')
  expect(keychainItem('keytar', 'absent').tone).toBe('text-muted')
  expect(keychainItem('keytar', 'locked')).toMatchObject({
    tone: 'text-warning',
    title: 'settings.credential.state.locked',
  })
})
