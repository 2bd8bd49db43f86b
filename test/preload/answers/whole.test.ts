// Reading a list to its end: which next pages are understood, how they are asked for, and what is never said of the rest.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeskError, type ErrorCode } from '#contract/errors.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { mostPages, readWhole, type HowToRead } from '#answers/whole.ts'

const path = '/api/marketing/template/all'
const rows = (from: number, to: number): JsonObject[] =>
  Array.from({ length: to - from }, (_, n) => ({ id: `t${from + n}`, name: `Template ${from + n}` }))

type Fields = Record<string, Json>
type Spoken = { data: Json; status?: number; headers?: Record<string, string> }
type Platform = (fields: Fields, asked: OperationRequest) => Spoken | Json

async function gather(platform: Platform, how: Partial<HowToRead> = {}, request: Partial<OperationRequest> = {}) {
  const method = how.operation?.method ?? 'POST'
  const asked: OperationRequest[] = []
  const whole = await readWhole(
    async (one) => {
      asked.push(one)
      const fields = { ...one.query, ...(isObject(one.body) ? one.body : {}) } as Fields
      const spoken = platform(fields, one)
      return isObject(spoken) && 'data' in spoken && ('headers' in spoken || 'status' in spoken)
        ? { status: 200, ...(spoken as Spoken) }
        : { status: 200, data: spoken }
    },
    { operation: `${method} ${path}`, ...request },
    { operation: { method, path }, answers: { resource: 'marketing/template' }, ...how },
  )
  return { ...whole, asked }
}
const ids = (all: readonly JsonObject[]): Json[] => all.map(({ id }) => id ?? null)

// Catches a way to name the next page that is given up although it is plain, or is asked for by a wrong name.
test.each<[string, Platform, Partial<HowToRead>?]>([
  [
    'a cursor',
    ({ cursor }) =>
      cursor === 'c2' ? { data: rows(3, 5), next_cursor: null } : { data: rows(0, 3), next_cursor: 'c2' },
  ],
  [
    'a token',
    ({ pageToken }) =>
      pageToken === 'k' ? { items: rows(3, 5), nextPageToken: '' } : { items: rows(0, 3), nextPageToken: 'k' },
  ],
  [
    'an object that names its parameters',
    ({ starting_after: after }) =>
      after === 't2'
        ? { data: rows(3, 5), pages: { next: null } }
        : { data: rows(0, 3), pages: { next: { starting_after: 't2' } } },
  ],
  [
    'an address',
    ({ page }) =>
      page === 2
        ? { data: rows(3, 5), links: { next: null } }
        : { data: rows(0, 3), links: { next: { href: `${path}?page=2` } } },
  ],
  [
    'an address in a list of links, below a path',
    ({ page }) => ({
      data: page === 2 ? rows(3, 5) : rows(0, 3),
      total: 5,
      links: page === 2 ? [] : [{ rel: 'next', href: `https://api.example/v1${path}?page=2` }],
    }),
    { origin: () => 'https://api.example' },
  ],
  [
    'numbers of pages',
    ({ page = 1 }) => ({ data: page === 2 ? rows(3, 5) : rows(0, 3), meta: { page, total_pages: 2 } }),
  ],
  [
    'an offset and a total',
    ({ offset = 0 }) => ({ data: rows(Number(offset), Math.min(5, Number(offset) + 3)), total: 5, offset }),
  ],
  [
    'a link in a header',
    ({ page }) =>
      page === '2'
        ? { data: rows(3, 5), headers: { 'x-total-count': '5', link: `<${path}?page=1>; rel="prev"` } }
        : { data: rows(0, 3), headers: { 'x-total-count': '5', link: `<${path}?page=2>; rel="next"` } },
    { operation: { method: 'GET', path } },
  ],
  [
    'the number of the next page in a header',
    ({ page }) => ({
      data: page === 2 ? rows(3, 5) : rows(0, 3),
      headers: { 'x-total': '5', 'x-next-page': page === 2 ? '' : '2' },
    }),
  ],
  [
    'limit and offset by the catalog',
    ({ offset = 0, limit }) => ({ data: rows(Number(offset), Math.min(5, Number(offset) + Number(limit))) }),
    { operation: { method: 'POST', path, paging: 'limit-offset' } },
  ],
])('%s', async (_, platform, how = {}) => {
  const request = how.operation?.paging === undefined ? {} : { body: { limit: 3 } }
  const { reading, pages } = await gather(platform, how, request)
  expect(ids(reading.rows)).toEqual(ids(rows(0, 5)))
  expect(reading).toMatchObject({ complete: true, certainty: 'clear' })
  expect(pages).toBe(2)
})

// Catches a list that is called whole although a later page never came, came twice, or can't be asked for.
test.each<[string, Platform, Partial<HowToRead>?]>([
  ['a cursor that is ignored', () => ({ data: rows(0, 3), next_cursor: 'c2' })],
  [
    'a page that comes again',
    ({ cursor }) => ({
      data: cursor === undefined ? rows(0, 3) : rows(2, 4),
      ...(cursor === undefined && { next_cursor: 'c2' }),
    }),
  ],
  [
    'an address of another origin',
    () => ({ data: rows(0, 3), next: `https://b.example${path}?page=2` }),
    { origin: () => 'https://a.example' },
  ],
  [
    'an address of another origin, while ours is not known',
    () => ({ data: rows(0, 3), next: `//b.example${path}?page=2` }),
  ],
  ['an address of another operation', () => ({ data: rows(0, 3), next: '/api/payment/charge/all?page=2' })],
  ['an address that asks for something else', () => ({ data: rows(0, 3), next: `${path}?page=2&workspaceId=w2` })],
  ['a masked cursor', () => ({ data: rows(0, 3), next_cursor: mask })],
  // What names no parameter might be a filter, and its empty answer an end.
  [
    'a key in names of its own',
    ({ pk }) => (pk === undefined ? { items: rows(0, 3), LastEvaluatedKey: { pk: 't#2' } } : { items: [] }),
  ],
  ['a position without a name', () => ({ data: rows(0, 3), lantern: 'WzE2' })],
  ['a page that is none', ({ cursor }) => (cursor === 'c2' ? 'fine' : { data: rows(0, 3), next_cursor: 'c2' })],
  [
    'a list in another place',
    ({ cursor }) => (cursor === 'c2' ? { results: rows(3, 5) } : { data: rows(0, 3), next_cursor: 'c2' }),
  ],
  [
    'a second page to begin with',
    ({ page = 2 }) => ({ data: page === 2 ? rows(0, 3) : rows(3, 5), page, total_pages: 3 }),
  ],
  [
    'an empty page short of the total',
    ({ cursor }) => (cursor === 'c2' ? { data: [] } : { data: rows(0, 3), next_cursor: 'c2', total: 9 }),
  ],
])('%s: not whole', async (_, platform, how = {}) => {
  const { reading } = await gather(platform, how, { body: { workspaceId: 'w1' } })
  expect(reading).toMatchObject({ complete: false, stated: false })
})

test('at most 20 pages are read, and 20 of more are not the whole', async () => {
  const { reading, asked } = await gather(({ cursor = 0 }) => ({
    data: rows(Number(cursor) * 3, Number(cursor) * 3 + 3),
    next_cursor: Number(cursor) + 1,
  }))
  expect(asked).toHaveLength(mostPages)
  expect(reading).toMatchObject({ complete: false, stated: false })
  expect(reading.rows).toHaveLength(60)
})

// Catches a refused question for a page that ends the whole reading, and an outage that is taken for an end.
test.each<[ErrorCode, boolean]>([
  ['invalid_request', false],
  ['server_error', false],
  ['unreachable', true],
  ['rate_limited', true],
  ['cancelled', true],
])('a later page that fails with %s', async (code, isThrown) => {
  const reading = gather(({ cursor }) => {
    if (cursor !== undefined) throw new DeskError(code, 'No.')
    return { data: rows(0, 3), next_cursor: 'c2' }
  })
  if (isThrown) await expect(reading).rejects.toMatchObject({ code })
  else expect((await reading).reading).toMatchObject({ complete: false, rows: rows(0, 3) })
})

test('a reading that was given up asks for no further page', async () => {
  const controller = new AbortController()
  const seen: number[] = []
  const reading = gather(
    ({ cursor = 0 }) => {
      seen.push(Number(cursor))
      controller.abort()
      return { data: rows(0, 3), next_cursor: Number(cursor) + 1 }
    },
    { signal: controller.signal },
  )
  await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  expect(seen).toEqual([0])
})

test('what was asked for stays as it was on every page', async () => {
  const { asked } = await gather(
    ({ page }) =>
      page === 2 ? { data: rows(3, 5), next: null } : { data: rows(0, 3), next: `${path}?page=2&status=open` },
    {},
    { body: { workspaceId: 'w1', status: 'open' } },
  )
  expect(asked.at(-1)).toEqual({ operation: `POST ${path}`, body: { workspaceId: 'w1', status: 'open', page: 2 } })
})

test('an early end: enough was read, or a record is no list', async () => {
  const platform: Platform = ({ cursor }) =>
    cursor === undefined ? { data: rows(0, 3), next_cursor: 'c2' } : { data: rows(3, 5) }
  expect((await gather(platform, { isEnough: ({ rows: all }) => all.length > 0 })).pages).toBe(1)
  const record = await gather(() => ({ data: { id: 't1', name: 'a' } }), {
    answers: { resource: 'marketing/template', expect: 'record' },
  })
  expect(record).toMatchObject({ pages: 1, reading: { kind: 'record', stated: false } })
})

// Catches every mixture of page size, number of rows and way of naming the next page that loses a row and calls it whole.
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
test(`whole means all of them, in every style (SEED=${seed})`, async () => {
  const style = fc.constantFrom('cursor', 'url', 'page', 'offset', 'header', 'unknown', 'silent')
  await fc.assert(
    fc.asyncProperty(
      style,
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 2, max: 30 }),
      fc.boolean(),
      async (how, count, size, total) => {
        const { reading } = await gather((fields) => {
          const from = Number(
            how === 'page' || how === 'url' || how === 'header'
              ? (Number(fields['page'] ?? 1) - 1) * size
              : (fields[how === 'offset' ? 'offset' : 'cursor'] ?? 0),
          )
          const to = Math.min(count, from + size)
          const goesOn = to < count
          const data = { data: rows(from, to), ...(total && { total: count }) }
          switch (how) {
            case 'cursor':
              return { ...data, ...(goesOn && { next_cursor: String(to) }) }
            case 'url':
              return { ...data, next: goesOn ? `${path}?page=${from / size + 2}` : null }
            case 'page':
              return { ...data, current_page: from / size + 1, total_pages: Math.ceil(count / size) }
            case 'offset':
              return { ...data, offset: from, limit: size }
            case 'header':
              return { data, headers: goesOn ? { link: `<${path}?page=${from / size + 2}>; rel="next"` } : {} }
            case 'unknown':
              return { ...data, ...(goesOn && { lantern: `k${to}x` }) }
            case 'silent':
              return { ...data, limit: size }
          }
        })
        if (reading.complete) expect(ids(reading.rows)).toEqual(ids(rows(0, count)))
        if (['url', 'page'].includes(how) && count <= size * mostPages) expect(reading.complete).toBe(true)
        if (total && how !== 'unknown' && how !== 'silent' && count <= size * mostPages)
          expect(reading.stated).toBe(true)
      },
    ),
    { numRuns: 1_000, seed },
  )
})
