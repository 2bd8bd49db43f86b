import { expect, test } from 'vitest'
import { aheadOf, eventsOf, usageOf } from '../../../renderer/views/payments/model/timeline.ts'

const now = Date.parse('2026-11-21T20:00:00.000Z')

// Catches a life line out of order, or one that shows what is over as still to come.
test('what happened stands in its order, what comes stands ahead', () => {
  const history = {
    data: {
      id: 'subs_1',
      status: 'paused',
      items: [
        { at: '2026-11-10T09:00:00.000Z', event: 'paused', from: 'active', to: 'paused' },
        { at: '2026-08-20 09:00:00', event: 'created', from: null, to: 'active' },
      ],
    },
  }
  expect(eventsOf(history).map(({ what, from, to }) => [what, from, to])).toEqual([
    ['created', undefined, 'active'],
    ['paused', 'active', 'paused'],
  ])
  expect(
    aheadOf(
      { id: 'subs_1', status: 'paused', trialEndsAt: '2026-09-03T00:00:00Z', nextBillingAt: null },
      { data: { nextBillingAt: '2026-12-01' } },
      now,
    ),
  ).toEqual([{ kind: 'nextBilling', at: Date.parse('2026-12-01T00:00:00Z') }])
})

// Catches a billing that is overdue and shown as nothing, or as still to come.
test('a billing whose day has passed is due, a trial whose day has passed is over', () => {
  expect(aheadOf({ nextBillingAt: '2026-11-20', trialEndsAt: '2026-11-01' }, undefined, now)).toEqual([
    { kind: 'billingDue', at: Date.parse('2026-11-20T00:00:00Z') },
  ])
})

// Catches a step that leads nowhere.
test('a state that stays the same is no step', () => {
  expect(eventsOf([{ at: '2026-11-20', event: 'plan_changed', from: 'active', to: 'active' }])).toEqual([
    { what: 'plan_changed', at: Date.parse('2026-11-20T00:00:00Z') },
  ])
})

// Catches a screen that breaks on an answer of another shape.
test.each([undefined, null, 'nothing', [], {}, { data: null }, { data: { items: [null, 3, { status: 'odd' }] } }])(
  'history %j is shown as far as it goes',
  (history) => {
    expect(() => [eventsOf(history), aheadOf({}, history, now)]).not.toThrow()
  },
)

// Catches identifiers and texts among the figures.
test('usage shows the platform\u2019s figures under their own names', () => {
  expect(
    usageOf({ data: { id: 'subs_1', status: 'active', showsWatched: 3, minutesWatched: 141, limit: null } }),
  ).toEqual([
    { name: 'showsWatched', text: '3' },
    { name: 'minutesWatched', text: '141' },
  ])
})
