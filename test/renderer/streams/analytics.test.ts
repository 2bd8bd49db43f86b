import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/json.ts'
import {
  figuresIn,
  firstPick,
  keptMs,
  observedSeries,
  seriesOf,
  timelinesIn,
  withSample,
  type Sample,
} from '../../../renderer/views/streams/model/analytics.ts'

const at = Date.UTC(2026, 10, 22, 20)
const minute = 60_000

describe('figures of an answer', () => {
  // An id, a page number or an instant drawn as a curve; a figure as text left out.
  it('takes numbers by their dotted name, also as text, and nothing that only looks like one', () => {
    const data = {
      data: {
        id: 7,
        streamId: 12,
        viewers: 40,
        rate: '12.5',
        status: 'live',
        startedOn: 1_795_000_000,
        limit: 50,
        video: { bitrateKbps: 5_800, codec: 'x' },
        label: '12 people',
        none: null,
        list: [1, 2],
      },
    }
    expect(figuresIn(data)).toEqual({ viewers: 40, rate: 12.5, 'video.bitrateKbps': 5_800 })
  })

  // A hostile answer that hangs the view.
  it('stays small whatever the answer is', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`n${index}`, index]))
    expect(Object.keys(figuresIn({ data: wide }))).toHaveLength(60)
    let deep: Json = 1
    for (let level = 0; level < 5_000; level += 1) deep = { inner: deep }
    expect(figuresIn(deep)).toEqual({})
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(Object.values(figuresIn(data as Json)).every(Number.isFinite)).toBe(true)
        for (const { points } of timelinesIn(data as Json))
          expect(points.every(([ms]) => Number.isFinite(ms))).toBe(true)
      }),
    )
  })
})

describe("the platform's own timeline", () => {
  // A timeline in another spelling that is not drawn, or drawn out of order.
  it('reads instants of any kind, in any order, a value twice only once', () => {
    const data = {
      data: {
        timeline: [
          { at: new Date(at + minute).toISOString(), viewers: '12', chat: 3 },
          { at: at / 1_000, viewers: 10 },
          { at: new Date(at + minute).toISOString(), viewers: 13 },
          { at: 'yesterday', viewers: 99 },
          null,
          { viewers: 98 },
          { at: at + 2 * minute, viewers: null },
        ],
        bitrate: [
          [at, 5_000],
          [at + minute, null],
          ['x', 1],
        ],
      },
    }
    expect(timelinesIn(data)).toEqual([
      {
        id: 'viewers',
        source: 'platform',
        points: [
          [at, 10],
          [at + minute, 13],
          [at + 2 * minute, null],
        ],
      },
      { id: 'chat', source: 'platform', points: [[at + minute, 3]] },
      {
        id: 'bitrate',
        source: 'platform',
        points: [
          [at, 5_000],
          [at + minute, null],
        ],
      },
    ])
  })

  // Two curves of the same figure that contradict each other.
  it('stands in the place of what was observed of the same field', () => {
    const answer = { data: { viewers: 5, chat: 2, timeline: [{ at, viewers: 4 }] } }
    const samples = withSample([], { at, values: figuresIn(answer) })
    expect(seriesOf(answer, samples).map(({ id, source }) => `${source} ${id}`)).toEqual([
      'platform viewers',
      'observed chat',
    ])
    expect(seriesOf(answer, samples, new Set(['chat'])).map(({ id }) => id)).toEqual(['chat'])
  })
})

describe('what was observed', () => {
  // A line drawn straight over the time in which nothing could be read.
  it('has one gap where reads failed, and none for a field that is always there', () => {
    let samples: Sample[] = []
    for (const sample of [
      { at, values: { viewers: 1 } },
      { at: at + 1, values: null },
      { at: at + 2, values: null },
      { at: at + 3, values: { viewers: 2, late: 7 } },
    ])
      samples = withSample(samples, sample)
    expect(observedSeries(samples)).toEqual([
      {
        id: 'viewers',
        source: 'observed',
        points: [
          [at, 1],
          [at + 1, null],
          [at + 3, 2],
        ],
      },
      {
        id: 'late',
        source: 'observed',
        points: [
          [at, null],
          [at + 1, null],
          [at + 3, 7],
        ],
      },
    ])
  })

  // A desk that runs for days and fills the memory.
  it('keeps four hours and no more than its number of readings', () => {
    let samples: Sample[] = []
    for (let step = 0; step < 7_000; step += 1)
      samples = withSample(samples, { at: at + step * 1_000, values: { viewers: step } })
    expect(samples.length).toBeLessThanOrEqual(6_000)
    samples = withSample(samples, { at: at + 7_000_000 + keptMs, values: { viewers: 1 } })
    expect(samples).toHaveLength(1)
  })

  // An answer that is told twice, or a clock that was set back, must not bend the line.
  it('replaces a reading of the same moment', () => {
    const samples = withSample(withSample([], { at, values: { a: 1 } }), { at, values: { a: 2 } })
    expect(samples).toEqual([{ at, values: { a: 2 } }])
  })
})

// A chart that opens on droppedFrames tells nobody anything.
it('draws the audience first', () => {
  const series = ['droppedFrames', 'peakViewers', 'x'].map((id) => ({ id, source: 'observed' as const, points: [] }))
  expect(firstPick(series)).toEqual(['peakViewers'])
  expect(firstPick(series.slice(0, 1))).toEqual(['droppedFrames'])
  expect(firstPick([])).toEqual([])
})
