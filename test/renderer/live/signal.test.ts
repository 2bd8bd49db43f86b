import { describe, expect, it } from 'vitest'
import { sumCharges } from '#answers/takings.ts'
import { lengthOf, readAds, runNowBody } from '#answers/placements.ts'
import { nobody, trendOf, withViewers } from '../../../renderer/air/model/audience.ts'
import { signalOf } from '../../../renderer/air/model/signal.ts'

const of = (signals: Record<string, string>, live = true) =>
  signalOf(
    Object.entries(signals).map(([name, text]) => ({ name, text })),
    live,
  )

describe('the signal', () => {
  // A black picture that looks like a good one: 0 kbit/s in the same grey as 5,800.
  it.each([
    [{ bitrateKbps: '5842' }, 'good'],
    [{ bitrateKbps: '1999' }, 'poor'],
    [{ bitrateKbps: '2000' }, 'good'],
    [{ bitrateKbps: '0' }, 'none'],
    [{ bitrate: '5842000' }, 'good'],
    [{ bitrate: '400' }, 'poor'],
    [{ health: 'excellent' }, 'good'],
    [{ health: 'Degraded', bitrateKbps: '6000' }, 'poor'],
    [{ health: 'good', bitrateKbps: '0' }, 'none'],
    [{ health: 'purple' }, undefined],
    [{}, undefined],
  ])('%o is %s', (signals, verdict) => {
    expect(of(signals as Record<string, string>).verdict).toBe(verdict)
  })

  // Before the start nothing arrives, and nothing is wrong.
  it('has no verdict off air', () => {
    expect(of({ bitrateKbps: '0' }, false).verdict).toBeUndefined()
  })

  // Text where a number is expected must not become 0, which is red.
  it('leaves out what is no number', () => {
    expect(of({ bitrateKbps: 'n/a', droppedFrames: '-1', fps: '' })).toEqual({})
  })
})

describe('the audience', () => {
  const at = (seconds: number): number => 1_790_000_000_000 + seconds * 1_000
  const of = (...reads: ReadonlyArray<readonly [number, number]>) =>
    reads.reduce((audience, [seconds, count]) => withViewers(audience, { at: at(seconds), count }), nobody)

  // The highest number of the evening that a later reading replaces.
  it('keeps the highest number with its time', () => {
    expect(of([0, 900], [10, 1_311], [20, 1_204]).highest).toEqual({ at: at(10), count: 1_311 })
  })

  // The same answer told twice would make a trend of nothing.
  it('takes each reading once', () => {
    const once = of([0, 900])
    expect(withViewers(once, { at: at(0), count: 900 })).toBe(once)
  })

  // A trend over a second jumps with every reading.
  it('compares with about two minutes ago, and says nothing before there is enough', () => {
    expect(trendOf(of([0, 900], [10, 950]))).toBeUndefined()
    expect(trendOf(of([0, 900], [30, 938]))).toBe(38)
    expect(trendOf(of([0, 100], [60, 200], [130, 300], [200, 400]))).toBe(200)
  })

  // A show of many hours must not grow without end.
  it('forgets what is older than the span', () => {
    let audience = nobody
    for (let second = 0; second < 36_000; second += 5)
      audience = withViewers(audience, { at: at(second), count: second })
    expect(audience.recent.length).toBeLessThan(30)
    expect(audience.since).toBe(at(0))
  })
})

describe('an ad that runs now', () => {
  const adOf = (row: Record<string, string | number | null>) => {
    const [ad] = readAds({ items: [{ id: 'p', name: 'Spot', ...row }] }, undefined, Date.now()).choices
    return ad ?? expect.unreachable('No ad was read')
  }

  // An ad that never ends: the live desk used to send a start alone.
  it('has its length under the names of the rows, or both where they have neither', () => {
    const now = '2026-11-21T20:00:00.000Z'
    expect(
      runNowBody(adOf({ startsAt: '2026-11-20T20:00:00Z', endsAt: '2026-11-20T20:05:00Z' }), 's', now, 300),
    ).toEqual({
      name: 'Spot',
      streamId: 's',
      startsAt: now,
      endsAt: '2026-11-21T20:05:00.000Z',
    })
    expect(runNowBody(adOf({ startAt: '2026-11-20T20:00:00Z', durationSeconds: 30 }), 's', now, 30)).toMatchObject({
      startAt: now,
      durationSeconds: 30,
    })
    expect(runNowBody(adOf({}), 's', now, 60)).toMatchObject({
      startsAt: now,
      durationSeconds: 60,
      endsAt: '2026-11-21T20:01:00.000Z',
    })
  })

  // A length that nobody entered and no field says.
  it('runs as long as its placement did, where that is known', () => {
    expect(lengthOf(adOf({ startsAt: '2026-11-20T20:00:00Z', endsAt: '2026-11-20T20:05:00Z' }))).toBe(300)
    expect(lengthOf(adOf({ durationSeconds: '45' }))).toBe(45)
    expect(lengthOf(adOf({ startsAt: '2026-11-20T20:00:00Z', endsAt: null }))).toBeUndefined()
    expect(lengthOf(adOf({ startsAt: '2026-11-20T20:00:00Z', endsAt: '2026-11-20T19:00:00Z' }))).toBeUndefined()
  })
})

describe('the sum of charges', () => {
  const charge = (id: number, amount: number | null, currency = 'EUR', status = 'succeeded') => ({
    id: `c${id}`,
    amount,
    currency,
    status,
  })
  const sum = (items: unknown[], total?: number) =>
    sumCharges({ items, ...(total === undefined ? {} : { total }) } as never, { fields: {}, amounts: 'minor' })

  // A sum of the first page, read out on air as the evening's money.
  it('stands only over a complete list', () => {
    expect(sum([charge(1, 1_000), charge(2, 500)], 2)).toEqual({
      sums: [{ minor: 1_500, currency: 'EUR' }],
      count: 2,
      net: false,
    })
    expect(sum([charge(1, 1_000)], 2)).toBeUndefined()
    expect(sum(Array.from({ length: 100 }, (_, n) => charge(n, 1_000)))).toBeUndefined()
  })

  // Euros and dollars in one number, or money that never came.
  it('is apart for each currency, and counts what succeeded', () => {
    expect(sum([charge(1, 1_000), charge(2, 300, 'USD'), charge(3, 900, 'EUR', 'failed'), charge(4, 200)], 4)).toEqual({
      sums: [
        { minor: 1_200, currency: 'EUR' },
        { minor: 300, currency: 'USD' },
      ],
      count: 3,
      net: false,
    })
  })

  // One amount in doubt makes the whole sum a guess.
  it('is none where one amount or status is not certain', () => {
    expect(sum([charge(1, 1_000), charge(2, null)], 2)).toBeUndefined()
    expect(sum([charge(1, 1_000), { id: 'c2', amount: 5, currency: 'EUR' }], 2)).toBeUndefined()
  })
})
