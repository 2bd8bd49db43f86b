import { expect, test } from 'vitest'
import { intentStates } from '#contract/models.ts'
import { isOpen, nextState, type IntentEvent } from '../../../main/ledger/states.ts'

const events: IntentEvent[] = ['send', 'confirm', 'reject', 'lose', 'requeue', 'wait', 'note', 'cancel', 'withdraw']

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

// Catches an unknown intent that counts as done and is forgotten.
test('queued, sending and unknown are open', () => {
  expect(intentStates.filter(isOpen)).toEqual(['queued', 'sending', 'unknown'])
})
