// What a screen says of its write must be taken by main, else the sentence that a person reads is another one.
import { expect, test } from 'vitest'
import { fitsDeed, type Deed } from '#contract/deed-schema.ts'
import { deedRules, longestDeedName } from '#contract/deeds.ts'
import { stepIds } from '#answers/poll/steps.ts'
import { transportActions } from '#contract/access-kinds.ts'
import { adDeed, deedFor, moneyFacts, pollDeed, transportDeed } from '#answers/deeds.ts'
import { eventDeed } from '../../../../renderer/views/publishing/model/deed.ts'
import { refundDeed } from '../../../../renderer/views/payments/model/refund-request.ts'

const update = 'PUT /api/video/event/update'
const create = 'POST /api/ads/placement/create'
const form = { details: { title: 'Night show' } }

const given: Array<[string, Deed, string]> = [
  ...stepIds.map((step): [string, Deed, string] => [
    step,
    pollDeed(step, 'emb_1', 'Who should come next?'),
    'PUT /api/vote/embed/update',
  ]),
  ...transportActions.map((action): [string, Deed, string] => [
    action,
    transportDeed(action, { id: 'str_1', name: 'Night show' }, 'Output one'),
    update,
  ]),
  ['publish', eventDeed('publish', form, 'Output one'), update],
  ['create', eventDeed('create', form, 'Output one'), 'POST /api/video/event/create'],
  ['change', eventDeed('change', form, 'Output one'), update],
  ['delete', eventDeed('delete', form, 'Output one'), 'POST /api/video/event/delete'],
  ['run', adDeed('ad_run', { name: 'Sponsor spot', durationSeconds: 30 }), create],
  ['schedule', adDeed('ad_scheduled', { name: 'Sponsor spot' }), create],
  [
    'refund',
    refundDeed(
      { operation: 'POST /api/payment/refund/partialrefund', body: { chargeId: 'chg_1' } },
      { minor: 1_500, currency: 'EUR' },
    ),
    'POST /api/payment/refund/partialrefund',
  ],
]
// Catches a deed that main replaces by the general one because a screen gave it a fact of another.
test.each(given)('the deed of "%s" fits its operation', (_, deed, operation) => {
  expect(fitsDeed(deed, operation)).toBe(true)
  expect(deed.code).not.toBe('record')
})

test('facts that are missing or belong to another code are left out', () => {
  expect(deedFor('poll_revealed', { id: 'emb_1', name: undefined, seconds: 30 })).toEqual({
    code: 'poll_revealed',
    facts: { id: 'emb_1' },
  })
  expect(deedRules.refunded.facts).toEqual(['amount', 'currency'])
  expect(moneyFacts({ minor: 1_500, currency: 'EUR' })).toEqual({ amount: '15.00', currency: 'EUR' })
})

// Catches a sentence that says an identifier twice, and a title that breaks the log into lines.
test('a name is one short line, and never the identifier', () => {
  expect(deedFor('record', { id: 'emb_1', name: 'emb_1' }).facts).toEqual({ id: 'emb_1' })
  const { name = '' } = deedFor('record', { name: `First\nline ${'x'.repeat(300)}` }).facts
  expect(name.startsWith('First line x')).toBe(true)
  expect(name.length).toBeLessThanOrEqual(longestDeedName)
})

test('the length of an ad comes from its own start and end where no length is given', () => {
  const body = { name: 'Spot', startsAt: '2026-11-21T20:00:00.000Z', endsAt: '2026-11-21T20:00:45.000Z' }
  expect(adDeed('ad_run', body).facts).toEqual({ name: 'Spot', seconds: 45 })
  expect(adDeed('ad_run', {}, 'Sponsor').facts).toEqual({ name: 'Sponsor' })
})
