// Whether a list is all there is: what answers say of pages in their bodies and headers, under names that nobody foresaw.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { readAnswer } from '#answers/answer.ts'
import { pageNameOf } from '#answers/pages/words.ts'
import { dialects } from './dialects.ts'
import { runsOf, seed } from '../../support/runs.ts'

const rows = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, n) => ({ id: `t${n + 1}`, name: `Template ${n + 1}`, status: 'draft' }))
const seven = rows(7)
const read = (answer: Json, more: Parameters<typeof readAnswer>[1] = {}) =>
  readAnswer(answer, { resource: 'marketing/template', ...more })

describe('a page that names its next one is a part', () => {
  // Catches a position in the body that is not seen: links in a list, cursors in places of their own, totals by other names.
  test.each<[string, JsonObject]>([
    [
      'links in a list, and totals turned round',
      {
        pagination: {
          currentPage: 1,
          currentPageItems: 7,
          pagesTotal: 2,
          itemsTotal: 9,
          links: [{ rel: 'next', uri: '/x?currentPage=2' }],
        },
      },
    ],
    ['links in a list alone', { links: [{ href: 'https://a.example/x?page=2', rel: 'next', method: 'GET' }] }],
    [
      'an object with an offset',
      { next_page: { offset: 'eyJ0', path: '/x?offset=eyJ0', uri: 'https://a.example/x?offset=eyJ0' } },
    ],
    ['counts beside the result', { result_info: { page: 1, per_page: 7, count: 7, total_count: 9, total_pages: 2 } }],
    ['the key it stopped at', { Count: 7, ScannedCount: 7, LastEvaluatedKey: { pk: 'tpl#7', sk: 'v1' } }],
    ['a view with a prefix', { '@type': 'p:Collection', 'p:totalItems': 9, 'p:view': { 'p:next': '/x?page=2' } }],
    [
      'pages with a next',
      { pages: { type: 'pages', page: 1, per_page: 7, total_pages: 2, next: { page: 2, starting_after: 'WzE2' } } },
    ],
    ['a cursor in metadata of the answer', { ok: true, response_metadata: { next_cursor: 'dXNlcjpVMEc5' } }],
    ['an address of the next', { next_href: 'https://s.example/x?cursor=9' }],
    ['a cursor three levels deep', { about: { list: { state: { next_cursor: 'c2' } } } }],
    ['records that are left', { remaining: 2 }],
    ['what is left as a flag', { moreRecordsAvailable: true }],
    ['an end that is not reached', { done: false, nextRecordsUrl: '/x/01g-7' }],
    ['an end by another name', { isFinal: false }],
    ['a range in words', { range: '1-7 of 9' }],
    ['an estimate above the rows', { estimated_total: 9 }],
    ['a marker', { NextMarker: 'k9' }],
    ['a state of pages', { paging_state: 'AAB' }],
    ['the values to search after', { search_after: ['t7', 17] }],
    ['words glued together', { nextpagetoken: 'x9' }],
    ['the last identifier', { last_id: 't7' }],
    ['the last row’s identifier under any name', { lantern: 't7' }],
    ['an address under any name', { lantern: 'https://a.example/x?cursor=9' }],
    ['a token under any name', { lantern: 'WzE2' }],
    ['a token in an object under any name', { lantern: { velvet: 'tpl#7' } }],
    ['a number beside a page', { lantern: { page: 1, velvet: 2 } }],
    ['a link to a last page', { links: { self: '/x', last: '/x?page=2' } }],
    ['a page that is not the first', { first: false }],
    ['a scroll', { _scroll_id: 'DXF1' }],
    ['more, as a number of text', { more: '1' }],
  ])('%s', (_, fields) => {
    expect(read({ data: seven, ...fields }).complete).toBe(false)
  })

  test('positions among keyed records are seen', () => {
    expect(read({ templates: { t_1: { name: 'a' }, t_2: { name: 'b' }, next: 'x' } }).complete).toBe(false)
  })

  // Catches headers and the status of a part that nobody looks at.
  test.each<[string, Record<string, string>, number]>([
    ['a range of a part', { 'content-range': '0-6/9' }, 206],
    ['a range of who knows how many', { 'content-range': 'items 0-6/*' }, 200],
    ['the status of a part alone', {}, 206],
    ['a link to the next', { link: '<https://s.example/x?page_info=abc>; rel="next"' }, 200],
    ['a link among others', { link: '</x?page=1>; rel=first, </x?page=2>; title="a"; rel="next last"' }, 200],
    ['counts and pages', { 'total-count': '9', 'total-pages': '2', 'current-page': '1' }, 200],
    ['totals with a maker’s name', { 'x-mk-total': '9', 'x-mk-totalpages': '2' }, 200],
    ['the next page’s number', { 'x-next-page': '2' }, 200],
    ['a cursor', { 'x-cursor': 'abc' }, 200],
    ['more pages as a flag', { 'x-has-next-page': 'true' }, 200],
  ])('by header: %s', (_, headers, status) => {
    expect(read(seven, { headers, status })).toMatchObject({ complete: false, stated: false })
    expect(read({ data: seven, hasMore: false }, { headers, status }).complete).toBe(false)
  })

  // Catches a sum over the first of two pages whose count is the page's own.
  test('a count of the page alone, and an address of the next', () => {
    const charges = [0, 1].map((n) => ({ id: `c${n}`, status: 'paid', amount: '1.00', currency: 'EUR' }))
    const answer = { count: 2, _embedded: { charges }, _links: { next: { href: 'https://a.example/x?from=3' } } }
    expect(readAnswer(answer, { resource: 'payment/charge' })).toMatchObject({ complete: false, more: true })
  })
})

describe('a list that says that it is whole', () => {
  // Catches a list that is never whole, so that a lost write waits for a person for ever.
  test.each<[string, JsonObject, number]>([
    ['a last page as long as its limit', { size: 2, limit: 2, isLastPage: true, start: 0 }, 2],
    [
      'no more, beside an address that is a template',
      {
        meta: {
          pagination: { per_page: 50, next: 'https://a.example/x?after=9', has_more: false, estimated_total: 2 },
        },
      },
      2,
    ],
    [
      'no next page, beside the cursor of the end',
      { pageInfo: { hasNextPage: false, endCursor: 'x', startCursor: 'a' } },
      50,
    ],
    ['a next that is empty', { response_metadata: { next_cursor: '' } }, 7],
    ['a next that is null', { links: { self: '/x?page=1', next: null } }, 50],
    ['one page of one', { meta: { current_page: 1, last_page: 1, from: 1, to: 7, per_page: 15, total: 7 } }, 7],
    ['a total', { total: 50 }, 50],
    ['a total in an object', { hits_info: { total: { value: 7, relation: 'eq' } }, total: 7 }, 7],
    ['none left', { remaining: 0 }, 7],
    ['done', { done: true, totalSize: 7 }, 7],
  ])('%s', (_, fields, count) => {
    expect(read({ data: rows(count), ...fields })).toMatchObject({ complete: true, stated: true, more: false })
  })

  // Catches a header of a web server that spoils every list.
  test.each(['x-nextjs-cache', 'x-retry-count', 'x-countdown', 'x-total-time'])('%s says nothing of pages', (name) => {
    expect(read(seven, { headers: { [name]: name.endsWith('cache') ? 'HIT' : '12' } }).complete).toBe(true)
  })

  test.each<[string, Record<string, string>]>([
    ['a total', { 'x-total-count': '7' }],
    ['a range', { 'content-range': 'items 0-6/7' }],
  ])('by header: %s', (_, headers) => {
    expect(read(seven, { headers })).toMatchObject({ complete: true, stated: true })
  })

  // Catches an end that is said of something else, and lets a full page pass for all.
  test.each<[string, JsonObject]>([
    ['a show to come', { nextShow: null }],
    ['something complete', { setupComplete: true }],
    ['credits that are left', { remainingCredits: 0 }],
    ['pages of another kind', { landingPages: 1 }],
    ['the end of another list', { folders: { items: [], hasMore: false } }],
    ['the total of another list', { folders: { items: [], total: 50 } }],
    ['what was asked', { request: { cursor: null, next: null } }],
  ])('no end of this list: %s', (_, fields) => {
    expect(read({ templates: rows(50), ...fields })).toMatchObject({ complete: false, stated: false })
  })

  // Catches an ordinary envelope that spoils every list.
  test.each<[string, JsonObject]>([
    ['nothing', {}],
    ['an envelope', { success: true, status: 'ok', message: 'All good', code: 200, request_id: 'req_1', took: 12 }],
    [
      'whose list it is',
      { streamId: 's_9', account: { id: 'a1', name: 'Ada' }, livemode: false, object: 'list', url: '/v1/x' },
    ],
    ['sums of the list', { summary: { paid: 12, open: 3, revenue: 120_400, currency: 'EUR', best: 'monday' } }],
    ['when it was made', { generatedAt: '2026-11-26T20:00:00Z', serverTime: 1_795_000_000 }],
    ['what was asked', { query: { customerId: 'cus_9', sort: '-name', limit: 50, offset: 0 } }],
    ['links that lead nowhere else', { _links: { self: { href: '/x' }, docs: { href: 'https://a.example/docs' } } }],
    ['a limit of requests', { rateLimit: { limit: 100, remaining: 99, reset: 1_795_000_000 } }],
    [
      'kinds and warnings',
      { included: [{ type: 'person', id: '9', attributes: { next: 'x' } }], warnings: [{ text: 'a?b=c' }] },
    ],
    ['a size and a start', { limit: 50, offset: 0 }],
  ])('nothing beside it is unexplained: %s', (_, fields) => {
    expect(read({ data: seven, ...fields })).toMatchObject({ complete: true, stated: false })
  })

  test('what was whole in the known dialects stays whole', () => {
    for (const [name, dialect] of Object.entries(dialects))
      expect(read(dialect(seven, 'template')).complete, name).toBe(true)
  })
})

/** Words that mean nothing here; the test below proves that the reader does not know them. */
const strange = ['lantern', 'velvet', 'harbour', 'quill', 'meadow', 'copper', 'thistle', 'osprey', 'gravel', 'walnut']
const words = ['next', 'cursor', 'page', 'after', 'offset', 'token', 'continuation', 'marker', 'scroll', 'resume']

describe('any answer', () => {
  test('the words of this test are strange to the reader', () => {
    expect(strange.map((word) => pageNameOf(word).kind)).toEqual(strange.map(() => 'unknown'))
  })

  const options = { numRuns: runsOf(3_000), seed }
  const count = fc.integer({ min: 1, max: 60 }).filter((n) => ![10, 12, 15, 20, 24, 25, 30, 40, 50, 60].includes(n))
  const word = fc.constantFrom(...strange)
  const token = fc.constantFrom('WzE2', 'eyJpZCI6N30=', 'c2', 'tpl#7', '01HZX9', 'a-7f', 'dXNlcjpVMEc5')
  const address = fc
    .tuple(
      fc.constantFrom('/x', 'https://a.example/x', '?'),
      fc.constantFrom('page=2', 'cursor=abc', 'limit=7&offset=7', 'page[after]=q'),
    )
    .map(([path, query]) => `${path}${path.endsWith('?') ? '' : '?'}${query}`)
  const spelling = fc.constantFrom<(parts: string[]) => string>(
    (parts) => parts.map((part, n) => (n === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join(''),
    (parts) => parts.join('_'),
    (parts) => parts.join('-'),
    (parts) => parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(''),
    (parts) => `p:${parts.join('_')}`,
  )
  /** A name in which one word is about pages, before, behind or between strange ones. */
  const telling = fc
    .tuple(fc.constantFrom(...words), word, fc.integer({ min: 0, max: 2 }), spelling)
    .map(([one, other, where, spell]) => spell(where === 0 ? [one] : where === 1 ? [one, other] : [other, one]))
  const position = fc.oneof(
    fc.tuple(telling, fc.oneof(token, address)),
    fc.tuple(word, fc.oneof(token, address)),
    fc.tuple(word, fc.dictionary(word, fc.oneof(token, address), { minKeys: 1, maxKeys: 2 })),
    fc.tuple(telling, fc.dictionary(word, token, { minKeys: 1, maxKeys: 2 })),
    fc.tuple(word, address).map(
      ([rel, href]) =>
        [
          'links',
          [
            { rel: 'self', href: '/x' },
            { rel: `${rel} next`, href },
          ],
        ] as const,
    ),
    fc.tuple(word, spelling).map(([one, spell]) => [spell(['has', 'more', one]), true] as const),
    fc
      .tuple(spelling, fc.constantFrom('items', 'records', 'results', 'count'))
      .map(([spell, what]) => [spell(['total', what]), 61] as const),
    fc.tuple(word, fc.integer({ min: 61, max: 900 })).map(([one, n]) => [one, n] as const),
  ) as fc.Arbitrary<readonly [string, Json]>
  const envelope = fc.constantFrom<(list: Json, beside: JsonObject, deep: JsonObject) => Json>(
    (data, beside, deep) => ({ data, ...beside, ...deep }),
    (items, beside, deep) => ({ data: { items, ...beside }, requestId: 'r', ...deep }),
    (templates, beside, deep) => ({ success: true, result: { templates, ...deep, ...beside } }),
    (results, beside, deep) => ({ results, meta: { ...beside, ...deep } }),
    (templates, beside, deep) => ({ _embedded: { templates }, ...beside, ...deep }),
  )
  const harmless = fc.constantFrom<JsonObject>(
    {},
    { message: 'All good', code: 200 },
    { requestId: 'req_7', status: 'ok' },
    { generatedAt: '2026-11-26T20:00:00Z' },
    { summary: { paid: 3, open: 4, best: 'monday' } },
    { account: { id: 'a1', name: 'Ada' } },
    { filters: { status: 'open', customerId: 'cus_9' } },
    { livemode: false, object: 'list' },
  )
  const nest = (levels: number, names: readonly string[], inner: JsonObject): JsonObject =>
    levels === 0 ? inner : { [names[levels] ?? 'info']: nest(levels - 1, names, inner) }

  // Catches the worst reading there is, whatever the position is called and wherever it stands.
  test(`a position spoils completeness, understood or not (SEED=${seed})`, () => {
    fc.assert(
      fc.property(
        count,
        position,
        envelope,
        harmless,
        fc.integer({ min: 0, max: 3 }),
        fc.array(word, { minLength: 4, maxLength: 4 }),
        (many, [name, value], wrap, beside, levels, names) => {
          // A number is a position beside the list, not among figures of its own.
          const depth = typeof value === 'number' ? 0 : levels
          const answer = wrap(rows(many), beside, nest(depth, names, { [name]: value }))
          const { complete, stated } = read(answer)
          expect([complete, stated], JSON.stringify(answer).slice(0, 2_000)).toEqual([false, false])
        },
      ),
      options,
    )
  })

  test(`a list that says that it ends is whole, whatever else it has (SEED=${seed})`, () => {
    const ending = fc.oneof(
      fc
        .tuple(spelling, fc.constantFrom<string[]>(['has', 'more'], ['has', 'next'], ['more', 'results']))
        .map(([spell, name]) => ({ [spell(name)]: false })),
      spelling.map((spell) => ({ [spell(['is', 'last', 'page'])]: true })),
      fc.constant<'total'>('total'),
      spelling.map((spell) => ({ [spell(['next', 'cursor'])]: null })),
    )
    fc.assert(
      fc.property(
        count,
        envelope,
        harmless,
        ending,
        fc.integer({ min: 0, max: 1 }),
        (many, wrap, beside, how, levels) => {
          const end: JsonObject = how === 'total' ? { totalCount: many } : how
          const answer = wrap(rows(many), beside, nest(levels, ['', 'pagination'], end))
          expect(read(answer), JSON.stringify(answer).slice(0, 2_000)).toMatchObject({ complete: true, stated: true })
        },
      ),
      options,
    )
  })

  test(`headers that count more, or lead on, spoil it (SEED=${seed})`, () => {
    const header = fc.oneof(
      fc.tuple(word, fc.integer({ min: 61, max: 900 })).map(([one, n]) => ({ [`x-${one}-total`]: String(n) })),
      fc.tuple(word, token).map(([one, value]) => ({ [`x-${one}-next-cursor`]: value })),
      fc.tuple(word, address).map(([one, url]) => ({ link: `</x>; rel="${one}", <${url}>; rel="next"` })),
      fc.integer({ min: 61, max: 900 }).map((n) => ({ 'content-range': `records 0-59/${n}` })),
      fc.integer({ min: 2, max: 9 }).map((n) => ({ 'x-total-pages': String(n) })),
    ) as fc.Arbitrary<Record<string, string>>
    fc.assert(
      fc.property(count, envelope, harmless, header, (many, wrap, beside, headers) => {
        expect(read(wrap(rows(many), beside, {}), { headers }).complete, JSON.stringify(headers)).toBe(false)
      }),
      options,
    )
  })
})

// Catches a text of megabytes beside a list that keeps the page, or main, for minutes.
test('a long text beside a list is looked at by its beginning', () => {
  const long = 'y'.repeat(2_000_000)
  for (const name of ['walnut', 'status', 'code', 'next_walnut'])
    expect(readAnswer({ data: [{ id: 't1' }], total: 1, [name]: long }).rows).toHaveLength(1)
})
