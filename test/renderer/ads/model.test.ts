import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import { adOf, phaseOf, readAds } from '#answers/placements.ts'
import { lanesOf, spanFor, ticksOf, windowAround } from '../../../renderer/views/ads/model/board.ts'
import { countsOf } from '../../../renderer/views/ads/model/counts.ts'
import { proofOfPlay, proofRecord, runOperation } from '../../../renderer/views/ads/model/proof.ts'

const now = Date.parse('2026-11-21T20:00:00.000Z')
const iso = (minutes: number): string => new Date(now + minutes * 60_000).toISOString()
const ads = (...rows: JsonObject[]) => rows.flatMap((row) => adOf(row, undefined))

describe('the phase of a placement', () => {
  // Catches an ad that is called running because its start has passed, or ended because its status is a word nobody knows.
  test.each<[string, JsonObject, string]>([
    ['says that it runs', { id: 'p', status: 'running' }, 'running'],
    [
      'has ended by its word, whatever its times',
      { id: 'p', status: 'ended', startsAt: iso(-1), endsAt: iso(9) },
      'over',
    ],
    ['is within its times', { id: 'p', status: 'active', startsAt: iso(-1), endsAt: iso(9) }, 'running'],
    [
      'is within its times under a word that nobody knows',
      { id: 'p', status: 'wobbly', startsAt: iso(-1), endsAt: iso(9) },
      'doubtful',
    ],
    ['comes by its time', { id: 'p', status: 'active', startsAt: iso(5) }, 'coming'],
    ['has begun and gives no end', { id: 'p', startsAt: iso(-5) }, 'begun'],
    ['has a length instead of an end', { id: 'p', startsAt: iso(-5), durationSeconds: '60' }, 'over'],
    [
      'gives its times as seconds since 1970',
      { id: 'p', startAt: now / 1_000 + 60, endAt: now / 1_000 + 120 },
      'coming',
    ],
    ['gives no time at all', { id: 'p', status: 'active' }, 'untimed'],
    ['is switched off', { id: 'p', status: 'paused', startsAt: iso(5) }, 'off'],
    ['has null for its times', { id: 'p', status: null, startsAt: null, endsAt: null }, 'untimed'],
  ])('one that %s', (_, row, phase) => {
    expect(ads(row).map((ad) => phaseOf(ad, now))).toEqual([phase])
  })
})

describe('the board', () => {
  const rows: JsonObject[] = [
    { id: 'a', name: 'Spot A', status: 'running', slot: 'Lower third', startsAt: iso(-10), endsAt: iso(10) },
    { id: 'b', name: 'Spot B', slot: 'Lower third', startsAt: iso(30), endsAt: iso(31) },
    { id: 'c', name: 'Spot C', slot: 'Overlay', startsAt: iso(-300), endsAt: iso(-290) },
    { id: 'd', name: 'Spot D', slot: 'Overlay', startsAt: iso(-20) },
    { id: 'e', name: 'Spot E', status: 'active' },
  ]

  // Catches the next ad taken from the end of the list, or one of another stream on the board of this one.
  test('knows what runs, what comes next and what was last', () => {
    const { running, next, last, untimed } = readAds(
      [...rows, { id: 'x', streamId: 'other', startsAt: iso(1), endsAt: iso(2) }],
      'str_1',
      now,
    )
    expect([running.map(({ id }) => id), next?.id, last?.id, untimed.map(({ id }) => id)]).toEqual([
      ['a'],
      'b',
      'd',
      ['e'],
    ])
  })

  // Catches a bar outside its lane, or one that hides that it goes on.
  test('draws what lies within the window, and marks what goes beyond it', () => {
    const window = windowAround(now, 1)
    const lanes = lanesOf(ads(...rows), window, now)
    expect(lanes.map(({ label, bars }) => [label, bars.map(({ ad }) => ad.id)])).toEqual([
      ['Overlay', ['d']],
      ['Lower third', ['a', 'b']],
    ])
    for (const { left, width } of lanes.flatMap(({ bars }) => bars)) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual(1 + 1e-9)
    }
    expect(lanes[0]?.bars[0]).toMatchObject({ cutLeft: false, cutRight: true, phase: 'begun' })
  })

  // Catches a bar that lies over another one and hides it.
  test('runs too close to stand beside each other stand below each other', () => {
    const close = ads(
      { id: 'a', slot: 'Overlay', startsAt: iso(0), endsAt: iso(1) },
      { id: 'b', slot: 'Overlay', startsAt: iso(1), endsAt: iso(2) },
      { id: 'c', slot: 'Overlay', startsAt: iso(60), endsAt: iso(61) },
    )
    const [lane] = lanesOf(close, windowAround(now, 3), now)
    expect([lane?.rows, lane?.bars.map(({ row }) => row)]).toEqual([2, [0, 1, 0]])
  })

  // Catches a board that opens on hours in which there is nothing, while something stands just beyond.
  test.each<[number | undefined, number]>([
    [30, 3],
    [300, 12],
    [900, 24],
    [3_000, 168],
    [undefined, 3],
  ])('an ad in %s minutes opens %i h', (minutes, span) => {
    expect(
      spanFor(minutes === undefined ? [] : ads({ id: 'a', startsAt: iso(minutes), endsAt: iso(minutes + 1) }), now),
    ).toBe(span)
  })

  // Catches hours that drift out of the window.
  test.each([1, 3, 12, 24, 168] as const)('has ticks within %i h', (span) => {
    const ticks = ticksOf(windowAround(now, span))
    expect(ticks.length).toBeGreaterThan(2)
    expect(ticks.every(({ left }) => left >= 0 && left <= 1)).toBe(true)
  })
})

describe('proof of play', () => {
  const command = (id: string, state: Intent['state'], answer: Intent['answer']): Intent => ({
    id,
    reference: id,
    operation: runOperation,
    state,
    environment: 'rehearsal',
    product: 'Ads',
    risk: 'onair',
    request: { body: { name: 'Spot Z', advertisementId: 'ad_9' } },
    attempts: 1,
    createdAt: iso(-3),
    settledAt: iso(-2),
    requestId: `req-${id}`,
    ...(answer === undefined ? {} : { answer }),
    evidence: [],
  })

  // Catches a list that claims what was only planned, or forgets a command whose placement the platform does not list.
  test('lists what was shown, and the commands that the platform knows nothing of', () => {
    const rows = [
      { id: 'a', name: 'Spot A', status: 'ended', startsAt: iso(-30), endsAt: iso(-29), impressions: '12' },
      { id: 'b', name: 'Spot B', startsAt: iso(30) },
      { id: 'c', name: 'Spot C', status: 'paused', impressions: 0 },
    ]
    const proof = proofOfPlay(
      rows,
      [
        command('i1', 'confirmed', { data: { id: 'a', status: 'running' } }),
        command('i2', 'unknown', undefined),
        command('i3', 'rejected', undefined),
      ],
      now,
    )
    expect(
      proof.map(({ placement, phase, impressions, command: sent }) => [placement, phase, impressions, sent?.requestId]),
    ).toEqual([
      ['', 'not_listed', undefined, 'req-i2'],
      ['a', 'over', 12, 'req-i1'],
    ])
    expect(proofRecord(proof[1] ?? { placement: '', name: '', phase: 'over' })).toMatchObject({
      startsAt: iso(-30),
      endsAt: iso(-29),
      seconds: 60,
      commandState: 'confirmed',
    })
  })
})

// Catches a total that the desk adds up, or a count that is shown as 0 because it is no number.
test('counts are the platform\u2019s, and what is no count is left open', () => {
  expect(
    countsOf({ votes: { stay: '31', skip: null }, totalVotes: 50, choices: {}, interactions: { click: 3 } }),
  ).toEqual([
    {
      id: 'votes',
      bars: [
        { id: 'stay', label: 'stay', value: 31 },
        { id: 'skip', label: 'skip' },
      ],
      total: 50,
    },
    { id: 'interactions', bars: [{ id: 'click', label: 'click', value: 3 }] },
  ])
})
