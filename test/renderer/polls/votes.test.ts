import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { formatRate, rateOf, withSample, type Sample } from '#answers/poll/rate.ts'
import { castAt, nothingGathered, voteColumns, withPage } from '../../../renderer/views/polls/model/votes.ts'

const vote = (id: number): JsonObject => ({ id: `v${id}`, optionId: 'a' })
const page = (ids: number[], more: JsonObject = {}): Json => ({ data: { items: ids.map(vote), ...more } })
const gather = (...pages: Json[]) => pages.reduce((all, one) => withPage(all, one), nothingGathered)

describe('votes page by page', () => {
  // A vote that is exported twice because new ones pushed it onto the next page.
  it('takes each vote once while the list grows', () => {
    const all = gather(page([5, 4, 3], { total: 5 }), page([4, 3, 2], { total: 7 }), page([1], { total: 7 }))
    expect(all.votes.map(({ id }) => id)).toEqual(['v5', 'v4', 'v3', 'v2', 'v1'])
    expect(all.done).toBe(true)
  })

  // An export that ends after a page that is smaller than asked for, though there are more.
  it('goes on to an empty page where the platform gives no total', () => {
    expect(gather(page([3, 2])).done).toBe(false)
    expect(gather(page([3, 2]), page([1]), page([])).done).toBe(true)
    expect(gather(page([3, 2], { hasMore: false })).done).toBe(true)
    expect(gather(page([])).done).toBe(true)
  })

  // A platform that does not page: the same votes without end.
  it('stops at a page that comes again, and says so', () => {
    expect(gather(page([3, 2]), page([3, 2]))).toMatchObject({ done: true, stuck: true })
    const nameless: Json = { data: { items: [{ optionId: 'a' }, { optionId: 'b' }] } }
    const all = gather(nameless, nameless)
    expect(all).toMatchObject({ done: true, stuck: true })
    expect(all.votes).toHaveLength(2)
  })

  // A page whole of what is known already, in the middle of a list that grew, that ends the export.
  it('goes on where a total says that there is more', () => {
    expect(gather(page([2, 1], { total: 2 }))).toMatchObject({ done: true, stuck: false })
  })
})

describe('columns of the export', () => {
  const votes: JsonObject[] = [
    { id: 'v1', embedId: 'e', optionId: 'cook', voterId: '=cmd()', createdAt: '2026-11-21 20:30:00', test: true },
    { voteId: 'v2', optionId: 'ghost', createdAt: 1_795_293_000, extra: { deep: 1 }, castAt: 'once' },
  ]
  const table = voteColumns(votes, [{ id: 'cook', text: 'A cook' }])
  const read = (index: number): Record<string, string> =>
    Object.fromEntries(table.map(({ id, read: cell }) => [id, cell(votes[index] ?? {})]))

  // Times that a spreadsheet reads in its own zone, and fields of the platform that are dropped.
  it('has time in UTC, option in words, and every other field', () => {
    expect(read(0)).toMatchObject({
      voteId: 'v1',
      castAt: '2026-11-21T20:30:00.000Z',
      optionId: 'cook',
      option: 'A cook',
      voterId: '=cmd()',
      test: 'true',
      embedId: 'e',
    })
    expect(read(1)).toMatchObject({
      voteId: 'v2',
      optionId: 'ghost',
      option: '',
      extra: '{"deep":1}',
      'platform.castAt': 'once',
    })
    expect(new Set(table.map(({ id }) => id)).size).toBe(table.length)
  })

  // A date that nobody can read made into another one.
  it('keeps what is no date as it came', () => {
    expect(castAt({ createdAt: 'last night' })).toBe('last night')
    expect(castAt({})).toBe('')
  })
})

describe('the rate', () => {
  const samples = (...list: Array<[seconds: number, total: number]>): Sample[] =>
    list.reduce<Sample[]>((all, [at, total]) => withSample(all, { at: at * 1_000, total }), [])
  // A rate out of one total, or out of two that lie a moment apart.
  it('needs two totals some seconds apart', () => {
    expect(rateOf(samples())).toBeUndefined()
    expect(rateOf(samples([0, 5]))).toBeUndefined()
    expect(rateOf(samples([0, 5], [3, 9]))).toBeUndefined()
    expect(rateOf(samples([0, 5], [30, 20]))).toMatchObject({ perMinute: 30 })
  })

  // Catches an old rate that stands for an hour, since all that comes after a clock was set back is "older".
  it('begins anew after a clock that was set back', () => {
    expect(samples([7_200, 5], [7_230, 20], [3_640, 30])).toEqual([{ at: 3_640_000, total: 30 }])
  })

  // A rate over the whole evening, or a negative one after a reset.
  it('looks at the last minute and knows no negative rate', () => {
    expect(rateOf(samples([0, 0], [30, 1000], [60, 1010], [90, 1020]))).toMatchObject({
      perMinute: 20,
      from: { total: 1000 },
      to: { total: 1020 },
    })
    expect(rateOf(samples([0, 50], [30, 3]))).toMatchObject({ perMinute: undefined })
    expect(rateOf(samples([0, 0], [200, 100]))?.perMinute).toBe(30)
    expect(samples([10, 5], [10, 6], [4, 7])).toHaveLength(1)
  })

  // Figures that jump in their number of places.
  it('is written whole from 10 on', () => {
    expect([0, 1.25, 7, 12.6].map(formatRate)).toEqual(['0', '1.3', '7', '13'])
  })
})
