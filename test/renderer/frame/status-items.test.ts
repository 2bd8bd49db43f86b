import { expect, test } from 'vitest'
import {
  budgetItem,
  connectionItem,
  keychainItem,
  ledgerItems,
  type StatusText,
} from '../../../renderer/frame/status-items.ts'

const since = '2026-11-21T19:14:05.000Z'

const budget = {
  environment: 'rehearsal',
  perMinute: 90,
  reserve: 20,
  stretch: 1,
  usedByItself: 0,
  watches: 0,
  quick: true,
} as const

const seen = { environment: 'rehearsal', since, sending: 'on', probing: 'on' } as const

// A green light before anything was asked is the lie that desks are blamed for.
test('the connection shows only what was seen', () => {
  expect(connectionItem(undefined, '')).toMatchObject({ text: 'frame.connection.unknown', tone: 'text-muted' })
  expect(connectionItem({ ...seen, state: 'reachable', latencyMs: 41.6 }, '')).toMatchObject({
    text: 'frame.connection.reachable',
    title: 'frame.reachableIn',
    values: { ms: 42 },
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
  expect(ledgerItems({ queued: 2, sending: 0, accepted: 0, unknown: 1 }).map(({ id, to }) => [id, to])).toEqual([
    ['queued', '/activity?queue=1'],
    ['accepted', '/activity?state=accepted'],
    ['unknown', '/activity?state=unknown'],
  ])
})

// A bar that always talks, so that nobody looks when it has something to say; and one that is quiet about trouble.
test('only what somebody has to act on speaks', () => {
  const speaking = (items: StatusText[]): string[] => items.flatMap(({ id, quiet }) => (quiet === true ? [] : [id]))
  expect(speaking(ledgerItems({ queued: 0, sending: 4, accepted: 0, unknown: 0 }))).toEqual([])
  expect(speaking(ledgerItems({ queued: 3, sending: 0, accepted: 0, unknown: 1 }))).toEqual(['queued', 'unknown'])
  const open = ledgerItems({ queued: 0, sending: 0, accepted: 2, unknown: 0 }).find(({ id }) => id === 'accepted')
  expect(open).toMatchObject({ tone: 'text-warning', quiet: false, values: { n: 2 } })
  expect(speaking([keychainItem('keytar', 'found', false), keychainItem('memory', 'absent', true)])).toEqual([])
  expect(speaking([budgetItem({ ...budget, used: 40, slowdown: 1 })])).toEqual([])
  expect(speaking([budgetItem({ ...budget, used: 40, slowdown: 2 })])).toEqual(['budget'])
  expect(speaking([budgetItem({ ...budget, used: 90, slowdown: 1 })])).toEqual(['budget'])
  expect(speaking([budgetItem({ ...budget, used: 40, slowdown: 1, stretch: 1.7 })])).toEqual(['budget'])
})

test('secrets in memory only are amber', () => {
  expect(keychainItem('memory', 'found', false).tone).toBe('text-warning')
  expect(keychainItem('keytar', 'absent', false).tone).toBe('text-muted')
  expect(keychainItem('keytar', 'locked', true)).toMatchObject({
    tone: 'text-warning',
    title: 'settings.credential.state.locked',
  })
})
