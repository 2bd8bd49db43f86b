import { describe, expect, it } from 'vitest'
import { readStreamStatus } from '#answers/stream-status.ts'
import { readAds, runNowBody } from '#answers/placements.ts'
import { readCharges, readGoal } from '#answers/income.ts'

const at = '2026-11-21T20:00:00.000Z'
const ms = Date.parse(at)

describe('the state of a stream', () => {
  // A word that no list knows must be shown, not taken for off, and never for live.
  it('is the platform\u2019s word, else its flags, else not known', () => {
    expect(readStreamStatus({ data: { status: 'LIVE', viewers: '12', startedOn: at } })).toEqual({
      state: 'live',
      word: 'LIVE',
      viewers: 12,
      startedAt: ms,
      signals: [],
    })
    expect(readStreamStatus([{ state: 'idle', viewer_count: 0 }])).toMatchObject({ state: 'off', viewers: 0 })
    expect(readStreamStatus({ data: { status: 'warming_up' } })).toMatchObject({ state: 'unseen', word: 'warming_up' })
    expect(readStreamStatus({ started: true, paused: true })).toMatchObject({ state: 'paused' })
    for (const odd of [undefined, null, 7, 'live', [], [1, 2], { data: null }, { status: { deep: 1 }, viewers: -4 }])
      expect(readStreamStatus(odd).state).toBe('unseen')
  })
})

describe('ads', () => {
  const items = [
    { id: 'a', name: 'Spot A', advertisementId: 'ad_1', startsAt: '2026-11-21T20:30:00Z', status: 'scheduled' },
    { id: 'b', name: 'Spot B', startAt: '2026-11-21T19:50:00Z', durationSeconds: 30 },
    { id: 'c', name: 'Spot C', startedOn: '2026-11-21T19:59:50Z', endsAt: '2026-11-21T20:00:20Z' },
    { id: 'd', name: 'Lower third', status: 'active' },
    { id: 'e', name: 'Off', status: 'paused', startsAt: '2026-11-21T20:10:00Z' },
    { id: 'f', name: 'Elsewhere', status: 'running', streamId: 'other' },
  ]

  // A countdown to an ad that is paused, of another stream or over makes the desk cut to nothing.
  it('are running, next and last by their times, and said to have none', () => {
    const board = readAds({ data: { items } }, 'str_1', ms)
    expect(board.running.map(({ id }) => id)).toEqual(['c'])
    expect([board.next?.id, board.last?.id]).toEqual(['a', 'b'])
    expect(board.untimed.map(({ id }) => id)).toEqual(['d'])
    expect(readAds(undefined, undefined, ms)).toMatchObject({ running: [], untimed: [], choices: [] })
  })

  // "Run now" under another field name would be scheduled for never.
  it('run now under the name that the platform\u2019s rows use', () => {
    const [ad] = readAds(
      [
        {
          id: 'a',
          name: 'Spot A',
          advertisementId: 'ad_1',
          startAt: '2026-11-20T20:00:00Z',
          impressions: 4,
          streamId: 'str_1',
        },
      ],
      'str_1',
      ms,
    ).choices
    if (ad === undefined) throw new Error('No ad was read')
    expect(runNowBody(ad, 'str_1', at, 300)).toEqual({
      name: 'Spot A',
      advertisementId: 'ad_1',
      streamId: 'str_1',
      startAt: at,
      durationSeconds: 300,
      endsAt: new Date(Date.parse(at) + 300_000).toISOString(),
    })
  })
})

describe('money', () => {
  // A goal that the desk computes, or cents that pass for euros, is a wrong number on air.
  it('is the platform\u2019s figure, and says where units are not known', () => {
    const data = { data: { goal: 50_000, raised: 31_000, percent: 62, currency: 'EUR', payments: 7 } }
    expect(readGoal(data, { fields: {}, amounts: 'minor' })).toEqual({
      percent: 62,
      raised: { text: '310.00 EUR', money: { currency: 'EUR', minor: 31_000 } },
      goal: { text: '500.00 EUR', money: { currency: 'EUR', minor: 50_000 } },
      payments: 7,
    })
    expect(readGoal(data)?.raised).toEqual({ text: '31000 EUR', problem: 'unit_unknown' })
    expect(readGoal({ data: { raised: '310.50', goal: null, currency: 'EUR' } })).toEqual({
      raised: { text: '310.50 EUR', money: { currency: 'EUR', minor: 31_050 } },
    })
    expect(readGoal({ progress: 0.5 })?.percent).toBe(50)
    expect(readGoal('nothing')).toBeUndefined()
  })

  // Odd rows must not take the panel down with them.
  it('reads charges leniently, newest first', () => {
    const { rows, total } = readCharges({
      items: [
        { id: 1, amount: '12.00', currency: 'EUR', created: '2026-11-21 19:00:00' },
        { id: 2, amount: null, createdAt: at, status: 'odd_word', name: '<b>Bold</b>' },
        { nothing: true },
      ],
      total: '41',
    })
    expect(rows).toEqual(
      [
        { id: '2', title: '<b>Bold</b>', namesGoods: false, status: 'odd_word', at: ms },
        {
          id: '1',
          title: '1',
          namesGoods: false,
          amount: { text: '12.00 EUR', money: { currency: 'EUR', minor: 1_200 } },
        },
      ].map((one, index) => (index === 0 ? one : { ...one, at: Date.parse('2026-11-21T19:00:00Z') })),
    )
    expect(total).toBe(41)
  })
})
