import { expect, test } from 'vitest'
import { intentStates } from '#contract/models.ts'
import { actionsOf } from '../../../renderer/views/activity/actions.ts'

// Money sent again without a hold, or an on-air command without arming, is the mistake this desk is built against.
test('sending again asks as hard as the first time', () => {
  for (const state of ['rejected', 'unknown'] as const)
    for (const risk of ['edit', 'onair', 'money', 'destroy'] as const)
      expect(actionsOf({ state, risk }).find(({ id }) => id === 'retry')?.asks).toBe(risk)
})

// For an unknown outcome the first button must be the one that changes nothing.
test('what is offered follows the state', () => {
  const ids = Object.fromEntries(intentStates.map((state) => [state, actionsOf({ state, risk: 'edit' }).map(({ id }) => id)]))
  expect(ids).toEqual({
    queued: ['retry', 'cancel'],
    sending: [],
    confirmed: [],
    rejected: ['retry'],
    unknown: ['reconcile', 'confirm', 'reject', 'retry'],
    cancelled: [],
  })
  expect(actionsOf({ state: 'unknown', risk: 'money' })[0]?.asks).toBeUndefined()
})
