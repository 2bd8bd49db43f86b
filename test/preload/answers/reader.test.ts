import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { certainties, readAnswer, readingReasons } from '#answers/answer.ts'
import { plain, spelled } from '#answers/json.ts'
import { expectationOf } from '#answers/names.ts'
import { idOf } from '#answers/roles.ts'
import { runsOf } from '../../support/runs.ts'
import { dialects, recordLists, renamed, styles, write } from './dialects.ts'

const resource = 'marketing/template'
const read = (answer: Json, more: Parameters<typeof readAnswer>[1] = {}) => readAnswer(answer, { resource, ...more })
const runs = { numRuns: runsOf(400) }

/** Records in one spelling, so that what was written in any can be compared. */
const same = (records: readonly JsonObject[]): Json =>
  records.map((record) => {
    const fields = renamed(record, plain) as JsonObject
    const rest = Object.entries(fields)
      .filter(([name]) => !['id', 'uuid', 'templateid', 'v'].includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return { id: idOf(record, resource) ?? null, ...Object.fromEntries(rest) }
  })

describe('the eight dialects', () => {
  // Catches a dialect whose list is read as one record, as nothing, or as surely as it is not.
  test.each(Object.keys(dialects))('%s is read to the same records, clear and whole', (name) => {
    fc.assert(
      fc.property(recordLists, (records) => {
        const reading = read(dialects[name]?.(records, 'template') ?? null)
        expect(same(reading.rows)).toEqual(same(records))
        expect(reading).toMatchObject({ certainty: 'clear', reason: 'plain', kind: 'list', complete: true })
      }),
      runs,
    )
  })

  test.each([
    ['envelope', 'data.items', []],
    ['docs', 'data.docs', []],
    ['named', 'data.templates', []],
    ['bare', '', []],
    ['jsonapi', 'data', ['attributes']],
    ['wrapped', 'data', ['template']],
  ])('%s: it says where and in what the records stood', (name, place, wrapper) => {
    expect(read(dialects[name]?.([{ id: 't1', name: 'a' }], 'template') ?? null)).toMatchObject({ at: place, wrapper })
  })
})

describe('random combinations', () => {
  // Catches every combination of list, wrapping, case, identifier and paging that loses or invents a record.
  test('are read to the same records', () => {
    fc.assert(
      fc.property(styles, recordLists, (style, records) => {
        const answer = write(style, records, 'template')
        const reading = read(answer)
        if (records.length > 0 || reading.kind === 'list')
          expect(same(reading.rows), JSON.stringify(answer)).toEqual(same(records))
        expect(reading.certainty).not.toBe('not_understood')
        if (records.length > 0) expect(reading.complete, JSON.stringify(answer)).toBe(true)
      }),
      { numRuns: runsOf(2_000) },
    )
  })

  // Catches the worst reading there is: clear and complete, of a part.
  test('a part of a list never passes for the whole', () => {
    fc.assert(
      fc.property(
        styles.filter(({ paging, list }) => paging !== 'none' && list !== 'bare'),
        recordLists,
        fc.integer({ min: 1, max: 500 }),
        (style, records, more) => {
          const answer = write(style, records, 'template', records.length + more)
          const { certainty, complete } = read(answer)
          expect([certainty, complete], JSON.stringify(answer)).not.toEqual(['clear', true])
        },
      ),
      { numRuns: runsOf(2_000) },
    )
  })

  // Catches records that stand in a second list, deeper, or inside of another record, while the reading is called clear.
  test('records that are not among the rows keep a reading from being clear', () => {
    const elsewhere = fc.constantFrom<(answer: JsonObject, lost: JsonObject[]) => Json>(
      (answer, lost) => ({ ...answer, archived: lost }),
      (answer, lost) => ({ ...answer, drafts: { items: lost } }),
      (answer, lost) => ({ more: lost, ...answer }),
      (answer, lost) => ({ ...answer, byId: Object.fromEntries(lost.map((one) => [idOf(one, resource) ?? '', one])) }),
      (answer, lost) => ({ ...answer, a: { b: { c: { d: { e: { f: { g: lost } } } } } } }),
      (answer, lost) => ({ ...answer, templateIds: lost.map((one) => one['id'] ?? null) }),
    )
    fc.assert(
      fc.property(
        styles.filter(({ list, outer }) => list !== 'bare' || outer !== 'none'),
        recordLists,
        recordLists.filter(({ length }) => length > 0),
        elsewhere,
        (style, records, lost, put) => {
          const answer = put(write(style, records, 'template') as JsonObject, lost)
          const reading = read(answer)
          const there = new Set(reading.rows.map((row) => JSON.stringify(same([row]))))
          const missing = lost.some((one) => !there.has(JSON.stringify(same([one]))))
          if (missing) expect(reading.certainty, JSON.stringify(answer)).not.toBe('clear')
        },
      ),
      { numRuns: runsOf(2_000) },
    )
  })

  // Catches one list of groups, a tree, or items of several forms that pass for plain records.
  test.each<[string, Json, string]>([
    ['groups', { data: [{ day: 'x', items: [{ id: 1 }, { id: 2 }] }] }, 'groups'],
    ['a tree', { data: [{ id: 1, children: [{ id: 2 }] }] }, 'groups'],
    ['records within records of their kind', { data: [{ id: 1, templates: [{ id: 2 }] }] }, 'groups'],
    ['some wrapped, some not', { data: [{ template: { id: 1 } }, { id: 2, name: 'x' }] }, 'mixed'],
    ['gaps', { data: [{ id: 1 }, null] }, 'mixed'],
    ['identifiers instead of records', { data: ['t1', 't2'] }, 'mixed'],
    ['two lists', { items: [{ id: 1 }], results: [{ id: 2 }] }, 'several_lists'],
    ['a name that says nothing', { lampshades: [{ id: 1 }] }, 'unknown_name'],
    ['a holder that describes itself', { id: 'ws_1', name: 'Workspace', templates: [{ id: 1 }] }, 'part_of_record'],
    ['one record', { data: { id: 't1', name: 'x' } }, 'one_record'],
    ['nothing', { data: null, requestId: 'r' }, 'nothing_there'],
  ])('%s: guessed', (_, answer, reason) => {
    expect(read(answer)).toMatchObject({ certainty: 'guessed', reason })
  })

  test.each<[string, Json]>([
    ['a word', 'ok'],
    ['a number', 4],
    ['a word in data', { data: 'ok' }],
    ['flags', true],
  ])('%s: not understood', (_, answer) => {
    expect(read(answer)).toMatchObject({ certainty: 'not_understood', reason: 'no_records', rows: [], complete: false })
  })
})

describe('parts and records', () => {
  // Catches lines, options and tags that pass for the records that were asked for.
  test.each<[string, Json]>([
    [
      'lines of an invoice',
      { data: { id: 'i', status: 'open', amount: 9, currency: 'EUR', items: [{ id: 'l1' }, { id: 'l2' }] } },
    ],
    ['options of a poll', { data: { id: 'p', status: 'open', options: [{ id: 1, text: 'a' }] } }],
    ['refunds of a charge', { id: 'c', amount: 3, refunds: [{ id: 'r' }] }],
  ])('%s stay a part', (_, answer) => {
    const record = ((answer as JsonObject)['data'] ?? answer) as JsonObject
    expect(readAnswer(answer, { resource: 'payment/invoice', expect: 'record' })).toMatchObject({
      certainty: 'clear',
      kind: 'record',
      rows: [record],
    })
    expect(readAnswer(answer, { resource: 'payment/invoice' })).toMatchObject({
      certainty: 'guessed',
      kind: 'record',
      rows: [record],
    })
  })

  test.each<[string, Json]>([
    ['alone', { id: 't1', name: 'x' }],
    ['in the envelope', { data: { id: 't1', name: 'x' }, requestId: 'r' }],
    ['under its name, beside id and status', { data: { id: 'x', status: 'ok', template: { id: 't1', name: 'x' } } }],
    ['under its name', { success: true, template: { id: 't1', name: 'x' } }],
    ['in a list of one', { data: [{ id: 't1', name: 'x' }] }],
    ['as JSON:API', { data: { type: 'templates', id: 't1', attributes: { name: 'x' } } }],
    ['twice in data', { data: { data: { id: 't1', name: 'x' } } }],
  ])('one record %s', (_, answer) => {
    expect(read(answer, { expect: 'record' })).toMatchObject({ certainty: 'clear', rows: [{ id: 't1', name: 'x' }] })
  })

  test('a list where one record was asked for is a list', () => {
    expect(read({ data: [{ id: 1 }, { id: 2 }] }, { expect: 'record' })).toMatchObject({
      certainty: 'clear',
      kind: 'list',
      rows: [{ id: 1 }, { id: 2 }],
    })
  })

  test('relationships become identifiers of what they lead to', () => {
    expect(
      readAnswer(
        {
          data: [
            {
              type: 'r',
              id: 'r1',
              attributes: { amount: 5 },
              relationships: { charge: { data: { type: 'c', id: 'ch_1' } } },
            },
          ],
        },
        { resource: 'payment/refund' },
      ).rows,
    ).toEqual([{ id: 'r1', amount: 5, chargeId: 'ch_1' }])
  })

  test('reads of all, and searches, are expected to answer lists', () => {
    expect(
      [
        'GET /api/video/stream/all',
        'POST /api/payment/refund/searchbycharge',
        'POST /api/vote/cast/getall',
        'GET /api/account/general/get-sessions',
      ].map(expectationOf),
    ).toEqual(Array(4).fill('list'))
    expect(
      ['GET /api/video/stream/get', 'GET /api/ads/attribution/get/{attributionId}', 'POST /api/payment/charge/get'].map(
        expectationOf,
      ),
    ).toEqual(Array(3).fill('record'))
  })
})

describe('the person’s choice', () => {
  // Catches a choice that makes a guess sure: it may show another list, and proves nothing.
  test('never makes a reading surer, and what it names is read where it is there', () => {
    const places = fc.constantFrom(
      '',
      'data',
      'items',
      'data.items',
      'archived',
      'data.archived',
      'x.y',
      '__proto__',
      'constructor',
    )
    fc.assert(
      fc.property(styles, recordLists, recordLists, places, (style, records, others, list) => {
        const written = write(style, records, 'template')
        const answer: Json = Array.isArray(written) ? written : { ...(written as JsonObject), archived: others }
        const [own, chosen] = [read(answer), read(answer, { choice: { list } })]
        if (chosen.certainty === 'clear') expect(own).toMatchObject({ certainty: 'clear', at: chosen.at })
        if (list === 'archived' && !Array.isArray(written)) expect(chosen.at).toBe('archived')
      }),
      runs,
    )
  })
  test('a place that is not there is no choice', () => {
    expect(read({ data: [{ id: 1 }] }, { choice: { list: 'nowhere' } })).toMatchObject({
      certainty: 'clear',
      at: 'data',
    })
  })
})

describe('pages', () => {
  // Catches each way to say that there is more.
  test.each<JsonObject>([
    { total: 3 },
    { totalCount: '3' },
    { nextCursor: 'x' },
    { next: 'https://h/x' },
    { links: { next: '/x' } },
    { _links: { next: { href: '/x' } } },
    { meta: { pagination: { total_pages: 2 } } },
    { hasMore: true },
    { paging: { cursors: { after: 'x' } } },
    { current_page: 1, last_page: 4 },
    { '@odata.nextLink': '/x' },
    { last: false },
    { page: 2 },
    { offset: 5 },
    { previous: '/x' },
    { 'has-more': true },
    { truncated: true },
    { next_page_token: 'x' },
    { total: { value: 9, relation: 'eq' } },
  ])('%j says that it is not all', (fields) => {
    expect(read({ data: [{ id: 1 }], ...fields }).complete).toBe(false)
  })
  test.each<JsonObject>([
    { total: 1 },
    { hasMore: false, cursor: null },
    { links: { next: null, self: '/x' } },
    { page: 1, totalPages: 1 },
    { limit: 50, offset: 0 },
    { pageInfo: { hasNextPage: false, endCursor: 'x' } },
    {},
  ])('%j says that it is', (fields) => {
    expect(read({ data: [{ id: 1 }], ...fields }).complete).toBe(true)
  })
  test('a page as long as asked for, or as pages are, may not be the last', () => {
    const rows = Array.from({ length: 50 }, (_, id) => ({ id }))
    expect(read(rows).complete).toBe(false)
    expect(read(rows.slice(0, 49)).complete).toBe(true)
    expect(read(rows.slice(0, 7), { sentLimit: 7 }).complete).toBe(false)
    expect(read({ data: rows, total: 50 }).complete).toBe(true)
    expect(read({ data: rows, count: 50, limit: 50 }).complete).toBe(false)
    expect(read({ data: rows, hasMore: false }).complete).toBe(true)
  })
  test('the cursor or address of the next page is told', () => {
    expect(
      [{ nextCursor: 'abc' }, { links: { next: { href: '/p2' } } }, { next: 2 }].map(
        (fields) => read({ data: [{ id: 1 }], ...fields }).next,
      ),
    ).toEqual(['abc', '/p2', '2'])
  })
})

describe('hostile answers', () => {
  // Catches an exception, a prototype that is touched, and a stack that ends, on answers that nobody foresaw.
  test('any JSON at all gets a reading', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 7 }),
        fc.constantFrom<'list' | 'record'>('list', 'record'),
        fc.option(fc.string(), { nil: undefined }),
        (answer, expect_, list) => {
          const reading = read(answer as Json, { expect: expect_, choice: list === undefined ? undefined : { list } })
          expect(certainties).toContain(reading.certainty)
          expect(readingReasons).toContain(reading.reason)
          expect(reading.rows.every((row) => typeof row === 'object' && !Array.isArray(row))).toBe(true)
        },
      ),
      runs,
    )
  })
  test('names that every object inherits are names like any other', () => {
    const answer = JSON.parse(
      '{"data":[{"type":"x","id":"__proto__","attributes":{"__proto__":{"admin":true},"constructor":1}}]}',
    ) as Json
    const [row] = read(answer).rows
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
    expect(Object.keys(row ?? {})).toEqual(['id', '__proto__', 'constructor'])
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    expect(read(JSON.parse('{"__proto__":{"17":{"name":"x"}},"toString":null}') as Json).rows).toEqual([
      { id: '17', name: 'x' },
    ])
  })
  test('a hundred thousand keyed, wrapped or plain rows are all there', () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => ({ id: n, name: 'x' }))
    expect(read({ data: rows.map((template) => ({ template })) }).rows).toHaveLength(100_000)
    expect(
      read({ templates: Object.fromEntries(rows.map((row) => [`t_${row.id}`, { name: 'x' }])) }).rows,
    ).toHaveLength(100_000)
  })
  test('a field is found in any spelling, and only where it is', () => {
    expect(
      [{ streamId: 1 }, { stream_id: 1 }, { 'stream-id': 1 }, { StreamID: 1 }, { details: { stream_id: 1 } }].map(
        (record) => spelled(record, 'streamId'),
      ),
    ).toEqual([1, 1, 1, 1, undefined])
    expect(spelled({ stream_details: { 'start-date': 2 } }, 'streamDetails.startDate')).toBe(2)
    expect(spelled({}, '__proto__')).toBeUndefined()
  })
})

describe('where the list is likely to be', () => {
  // Catches a learned place that is not looked at where two lists could be meant equally.
  test('it decides between equals', () => {
    const answer = { results: [{ id: 'a' }], records: [{ id: 'b' }] }
    const first = read(answer)
    const [other = ''] = first.others
    expect(other).not.toBe('')
    expect(read(answer, { likely: other })).toMatchObject({ at: other, certainty: 'guessed', reason: 'several_lists' })
  })

  // Catches a learned place that makes the reader surer than the answer does.
  test('it never makes a reading surer', () => {
    const names = fc.constantFrom(
      'data',
      'items',
      'results',
      'records',
      'templates',
      'options',
      'lampshades',
      'meta',
      'page',
      'id',
      'name',
    )
    const leaf = fc.oneof(
      fc.constant<Json>(1),
      fc.constant<Json>('x'),
      fc.array(fc.oneof(fc.constant<Json>('s'), fc.constant<Json>({ id: 'r1', name: 'n' })), { maxLength: 2 }),
    )
    const inner = fc.dictionary(names, leaf, { maxKeys: 4 })
    const answers = fc.dictionary(names, fc.oneof(leaf, inner), { maxKeys: 4 }) as fc.Arbitrary<Json>
    const place = fc.oneof(
      names,
      fc.tuple(names, names).map((path) => path.join('.')),
    )
    fc.assert(
      fc.property(answers, place, (answer, likely) => {
        const sure = (more: Parameters<typeof readAnswer>[1]): number =>
          certainties.indexOf(read(answer, more).certainty)
        expect(sure({ likely })).toBeGreaterThanOrEqual(sure({}))
        expect(sure({ likely, expect: 'record' })).toBeGreaterThanOrEqual(sure({ expect: 'record' }))
      }),
      { numRuns: runsOf(2_000) },
    )
  })
})
