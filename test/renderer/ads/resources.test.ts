import { expect, test } from 'vitest'
import { offering } from '../../../renderer/records/resources/spec-parts.ts'
import { resources, runNow, schedule } from '../../../renderer/views/ads/resources.ts'

const placement = {
  id: 'plc_5',
  name: 'Coffee break',
  advertisementId: 'ad_2',
  streamId: 'str_1',
  slot: 'Full screen',
  startsAt: '2026-11-21T20:45:00Z',
  endsAt: '2026-11-21T20:50:00Z',
  impressions: 12,
  votes: { stay: 3 },
}

// Catches a repetition at the old time, with the old counts, or without its end.
test('a new run takes over what is shown, where and how long, and nothing that happened', () => {
  expect(runNow.start?.(placement, 'plc_5')).toEqual({
    body: {
      name: 'Coffee break',
      advertisementId: 'ad_2',
      streamId: 'str_1',
      slot: 'Full screen',
      durationSeconds: 300,
    },
  })
  expect(runNow.start?.({ id: 'plc_1', name: 'Lower third', durationSeconds: 20 }, 'plc_1')).toEqual({
    body: { name: 'Lower third', durationSeconds: 20 },
  })
})

// Catches an advertisement that is run under the identifier of something else.
test('an advertisement is run as itself', () => {
  const run = resources.advertisements.actions?.[0]
  expect(run?.start?.({ id: 'ad_1', name: 'Tickets' }, 'ad_1')).toEqual({
    body: { name: 'Tickets', advertisementId: 'ad_1' },
  })
})

// Catches a schedule for yesterday that is confirmed like any other.
test('a start that has passed is said before it goes', () => {
  const labels = (startsAt: string) =>
    schedule.facts?.(undefined, { body: { advertisementId: 'ad_1', startsAt } }).map(({ label }) => label)
  expect(labels(new Date(Date.now() - 60_000).toISOString())).toContain('ads.fact.startsPast')
  expect(labels(new Date(Date.now() + 60_000).toISOString())).toEqual([
    'ads.field.advertisementId',
    'ads.field.startsAt',
  ])
})

// Catches a form that closes itself to what is not known, or that offers nothing of what is.
test('known values are offered where their field is', () => {
  const known = { advertisementId: [{ value: 'ad_1', text: 'Tickets' }], inventoryId: [] }
  const fields = offering(runNow, known).fields ?? []
  expect(
    fields.filter(({ suggestions }) => suggestions !== undefined).map(({ name, control }) => [name, control]),
  ).toEqual([['advertisementId', 'text']])
})
