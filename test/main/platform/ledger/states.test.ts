import { expect, test } from 'vitest'
import { intentStates } from '#contract/models.ts'
import { isOpen, nextState, type IntentEvent } from '../../../../main/platform/ledger/states.ts'

const events: IntentEvent[] = [
  'send',
  'confirm',
  'accept',
  'reject',
  'lose',
  'requeue',
  'wait',
  'note',
  'cancel',
  'withdraw',
]

// Catches a way out of an end: a confirmed intent that could be sent again.
test('nothing follows confirmed and cancelled', () => {
  for (const state of ['confirmed', 'cancelled'] as const)
    expect(events.map((event) => nextState(state, event))).toEqual(events.map(() => undefined))
})

// Catches a short cut past the commit before the socket: only what is `sending` is confirmed or lost by the wire.
test('queued is never confirmed, and only what has not reached the wire is cancelled', () => {
  expect(nextState('queued', 'confirm')).toBeUndefined()
  for (const state of intentStates)
    expect(nextState(state, 'cancel')).toBe(state === 'queued' || state === 'sending' ? 'cancelled' : undefined)
})

// Catches an unknown or an accepted intent that counts as done and is forgotten.
test('queued, sending, accepted and unknown are open', () => {
  expect(intentStates.filter(isOpen)).toEqual(['queued', 'sending', 'accepted', 'unknown'])
})

// Catches what the platform has already, sent to it a second time.
test('an accepted intent is never sent again, only confirmed or rejected', () => {
  const after = Object.fromEntries(events.map((event) => [event, nextState('accepted', event)]))
  expect(Object.entries(after).filter(([, state]) => state !== undefined)).toEqual([
    ['confirm', 'confirmed'],
    ['reject', 'rejected'],
    ['note', 'accepted'],
  ])
})
