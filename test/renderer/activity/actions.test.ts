import { expect, test } from 'vitest'
import { intentStates } from '#contract/models.ts'
import { actionsOf } from '../../../renderer/views/activity/model/intent-actions.ts'

// Money sent again without a hold, or an on-air command without arming, is the mistake this desk is built against.
test('sending again asks as hard as the first time', () => {
  for (const state of ['rejected', 'unknown'] as const)
    for (const risk of ['edit', 'onair', 'money', 'destroy'] as const)
      expect(actionsOf({ state, risk }, true).find(({ id }) => id === 'retry')?.asks).toBe(risk)
})

// For an unknown outcome the first button must be the one that changes nothing.
test('what is offered follows the state', () => {
  const ids = Object.fromEntries(
    intentStates.map((state) => [state, actionsOf({ state, risk: 'edit' }, true).map(({ id }) => id)]),
  )
  expect(ids).toEqual({
    queued: ['retry', 'hold', 'edit', 'cancel'],
    sending: [],
    accepted: ['reconcile', 'confirm', 'reject'],
    confirmed: [],
    rejected: ['retry'],
    unknown: ['reconcile', 'confirm', 'reject', 'retry'],
    cancelled: [],
  })
  expect(actionsOf({ state: 'unknown', risk: 'money' }, true)[0]?.asks).toBeUndefined()
  expect(actionsOf({ state: 'queued', risk: 'edit', held: true }, true).map(({ id }) => id)).toContain('release')
  // The ledger neither keeps back nor edits a live command.
  expect(actionsOf({ state: 'queued', risk: 'onair' }, false).map(({ id }) => id)).toEqual(['retry', 'cancel'])
})
