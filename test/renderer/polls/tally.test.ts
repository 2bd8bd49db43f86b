import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/json.ts'
import { countOf } from '#answers/poll/counts.ts'
import { pollIn } from '#answers/poll/poll.ts'
import { disagrees, standingOf, tallyOf } from '#answers/poll/tally.ts'

const options = [
  { id: 'cook', text: 'A cook' },
  { id: 'diver', text: 'A diver' },
]
const shown = (answer: Json): unknown => {
  const tally = tallyOf(answer, options)
  return tally && { counts: Object.fromEntries(tally.rows.map(({ id, count }) => [id, count])), total: tally.total }
}

describe('a tally in an answer', () => {
  // A shape that platforms use and that reads as nothing, or as other numbers.
  it.each<[string, Json]>([
    ['an object of numbers', { data: { id: 'e', options, tally: { cook: 3, diver: 4 }, totalVotes: 7 } }],
    ['numbers as text', { data: { id: 'e', options, results: { cook: '3', diver: ' 4 ' }, totalVotes: '7' } }],
    [
      'a list by option',
      {
        data: {
          id: 'e',
          tally: [
            { optionId: 'cook', count: 3 },
            { optionId: 'diver', count: '4' },
          ],
          total_votes: 7,
        },
      },
    ],
    [
      'a list by text',
      {
        data: {
          id: 'e',
          options,
          results: [
            { label: 'A cook', votes: 3 },
            { label: 'A diver', votes: 4 },
          ],
          votes: 7,
        },
      },
    ],
    [
      'counts on the options',
      {
        data: {
          id: 'e',
          options: [
            { id: 'cook', text: 'A cook', votes: 3 },
            { id: 'diver', text: 'A diver', votes: 4 },
          ],
          totalVotes: 7,
        },
      },
    ],
    ['bare numbers in order', { data: { id: 'e', options, counts: [3, 4], voteCount: 7 } }],
    ['a total within', { data: { id: 'e', options, tally: { cook: 3, diver: 4, total: 7 } } }],
    [
      'objects within',
      { data: { id: 'e', options, tally: { cook: { count: 3 }, diver: { count: 4 } }, totalVotes: 7 } },
    ],
    ['counts one level deeper', { data: { id: 'e', options, tally: { counts: { cook: 3, diver: 4 }, total: 7 } } }],
    [
      'beside a page of votes',
      {
        data: {
          items: [{ id: 'v', optionId: 'cook' }],
          total: 1,
          limit: 1,
          offset: 0,
          tally: { cook: 3, diver: 4 },
          totalVotes: 7,
        },
      },
    ],
    ['no envelope', { id: 'e', options, tally: { cook: 3, diver: 4 }, totalVotes: 7 }],
    ['an embed within', { data: { embed: { id: 'e', options, tally: { cook: 3, diver: 4 }, totalVotes: 7 } } }],
  ])('%s', (_, answer) => {
    expect(shown(answer)).toEqual({ counts: { cook: 3, diver: 4 }, total: 7 })
  })

  // Votes that are added up by the desk: the one number that must only ever be the platform's.
  it.each<[string, Json]>([
    [
      'a list of votes',
      {
        data: {
          votes: [
            { id: 'v1', optionId: 'cook' },
            { id: 'v2', optionId: 'cook', value: 1 },
          ],
        },
      },
    ],
    [
      'a page of votes and how many there are',
      { data: { items: [{ id: 'v1', optionId: 'cook' }], total: 318, limit: 50, offset: 0 } },
    ],
    ['a poll without numbers', { data: { id: 'e', options } }],
    ['nothing', null],
    ['text', 'nothing'],
  ])('has none in %s', (_, answer) => {
    expect(tallyOf(answer, options)).toBeUndefined()
  })

  // A total that is made of the counts, or a 0 where the platform said nothing.
  it('leaves out what the platform left out', () => {
    const tally = tallyOf({ data: { id: 'e', options, tally: { cook: 3 } } })
    expect(tally).toMatchObject({
      total: undefined,
      rows: [
        { id: 'cook', count: 3, share: undefined },
        { id: 'diver', count: undefined },
      ],
    })
  })

  // Votes for an option that nobody listed disappear.
  it('shows options that the poll does not list', () => {
    const tally = tallyOf({
      data: { id: 'e', options, tally: { cook: 3, diver: 4, ghost: 2, __proto__x: 1 }, totalVotes: 10 },
    })
    expect(tally?.rows.map(({ id, unlisted }) => [id, unlisted])).toEqual([
      ['cook', false],
      ['diver', false],
      ['ghost', true],
      ['__proto__x', true],
    ])
    expect(tally?.rows[2]?.share).toBe(0.2)
  })

  // An option called "total" that is taken for the total.
  it('takes an option by its name before a total', () => {
    expect(tallyOf({ data: { id: 'e', options: ['total', 'other'], tally: { total: 5, other: 6 } } })).toMatchObject({
      total: undefined,
      rows: [
        { id: 'total', count: 5 },
        { id: 'other', count: 6 },
      ],
    })
  })

  // An answer of any shape that throws, or thousands of options that freeze the page.
  it('survives anything', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (answer) => {
        const tally = tallyOf(answer as Json, options)
        standingOf(tally)
        pollIn(answer as Json)
      }),
    )
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, place) => [`o${place}`, place]))
    const tally = tallyOf({ data: { id: 'e', tally: many, totalVotes: 1 } })
    expect(tally?.rows).toHaveLength(100)
    expect(tally?.more).toBe(49_900)
  })
})

// Counts that are no counts shown as numbers.
it.each<[Json, number | undefined]>([
  [12, 12],
  ['12', 12],
  ['1,204', 1204],
  [' 7 ', 7],
  [0, 0],
  [1.5, 1.5],
  [-1, undefined],
  ['-1', undefined],
  ['', undefined],
  [null, undefined],
  [true, undefined],
  ['12 votes', undefined],
  ['1e9', undefined],
  ['1,20', undefined],
  [{}, undefined],
])('counts %j as %s', (value, count) => {
  expect(countOf(value)).toBe(count)
})

describe('who is ahead', () => {
  const standing = (tally: Record<string, Json>, totalVotes?: number): unknown => {
    const found = standingOf(
      tallyOf({
        data: { id: 'e', options: ['a', 'b', 'c'], tally, ...(totalVotes === undefined ? {} : { totalVotes }) },
      }),
    )
    return 'rows' in found ? [found.kind, ...found.rows.map(({ id }) => id)] : [found.kind]
  }
  // A tie that is decided by the order of a list, or a winner of no votes.
  it.each<[Record<string, Json>, number | undefined, string[]]>([
    [{ a: 1, b: 5, c: 2 }, 8, ['ahead', 'b']],
    [{ a: 5, b: 5, c: 2 }, 12, ['tie', 'a', 'b']],
    [{ a: 0, b: 0, c: 0 }, 0, ['none']],
    [{ a: 5, b: 3 }, undefined, ['unclear']],
    [{ a: 5, b: 3 }, 13, ['unclear']],
    [{ a: 5, b: 3 }, 9, ['ahead', 'a']],
    [{ a: 5, b: 3 }, 7, ['unclear']],
    [{ a: 5, b: '?', c: 1 }, undefined, ['unclear']],
  ])('%j of %s: %j', (tally, total, expected) => {
    expect(standing(tally, total)).toEqual(expected)
  })

  // Numbers that contradict each other and are mended in silence.
  it('says where the numbers do not match', () => {
    const of = (totalVotes: number): boolean =>
      disagrees(
        tallyOf({ data: { id: 'e', options: ['a', 'b'], tally: { a: 2, b: 3 }, totalVotes } }) ?? {
          rows: [],
          total: undefined,
          more: 0,
        },
      )
    expect([of(5), of(6), of(4)]).toEqual([false, true, true])
  })
})
