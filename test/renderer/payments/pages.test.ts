import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { scalarText } from '#answers/roles.ts'
import { dialects } from '../../preload/answers/dialects.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { readAllPages as readPages, type Pages } from '../../../renderer/views/payments/model/pages.ts'

const idOf = (row: JsonObject): string | undefined => scalarText(row['id'] ?? row['_id'])
const asked = {
  request: { operation: 'POST /api/payment/refund/searchbycharge', body: { chargeId: 'c1' } },
  operation: { method: 'POST', path: '/api/payment/refund/searchbycharge' },
} as const
type Page = { limit: number; offset: number }
const readAllPages = (
  read: (page: Page & JsonObject) => Promise<Json>,
  id: typeof idOf,
  choice?: { list: string },
  headers?: Record<string, string>,
): Promise<Pages> =>
  readPages(
    async ({ body }: OperationRequest) => ({
      data: await read(body as Page & JsonObject),
      status: 200,
      ...(headers && { headers }),
    }),
    asked,
    id,
    choice,
  )
const rows = (count: number): JsonObject[] => Array.from({ length: count }, (_, at) => ({ id: `r${at}`, amount: at }))

/** A platform that gives `cap` at a time. */
function platform(
  all: JsonObject[],
  cap: number,
  { total = true, offset = true, ids = true }: { total?: boolean; offset?: boolean; ids?: boolean } = {},
) {
  let reads = 0
  return {
    reads: () => reads,
    read: ({ limit, offset: from }: { limit: number; offset: number }): Promise<Json> => {
      reads += 1
      const page = all.slice(offset ? from : 0, (offset ? from : 0) + Math.min(limit, cap))
      return Promise.resolve({
        data: {
          items: ids ? page : page.map(({ amount = 0 }) => ({ amount })),
          ...(total ? { total: all.length } : {}),
        },
      })
    },
  }
}

// A platform caps its pages below the limit that was asked for: the rest of the refunds would be overlooked.
test('every row is read whatever the size of the pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 120 }),
      fc.integer({ min: 7, max: 250 }),
      fc.boolean(),
      fc.boolean(),
      async (count, cap, total, ids) => {
        const { read } = platform(rows(count), cap, { total, ids })
        const pages = await readAllPages(read, idOf)
        expect(pages.rows).toHaveLength(count)
        expect(pages).toMatchObject({ complete: true, stated: true })
      },
    ),
  )
})

// `count: 4` may be the four of this page; taken for the whole it hides the rest.
test('a total of the page alone ends nothing', async () => {
  const all = rows(10)
  const read = ({ offset }: { offset: number }): Promise<Json> =>
    Promise.resolve({ items: all.slice(offset, offset + 4), count: Math.min(4, Math.max(0, 10 - offset)) })
  expect((await readAllPages(read, idOf)).rows).toHaveLength(10)
})

// A platform without an offset repeats its first page for ever.
test('a repeated page ends it: it is never said to be whole, and is not where a total speaks against it', async () => {
  const silent = platform(rows(10), 4, { total: false, offset: false })
  expect(await readAllPages(silent.read, idOf)).toMatchObject({ complete: true, stated: false })
  expect(silent.reads()).toBe(2)
  const telling = platform(rows(10), 4, { offset: false })
  const pages = await readAllPages(telling.read, idOf)
  expect(pages).toMatchObject({ complete: false, total: 10 })
  expect(pages.rows).toHaveLength(4)
  expect(
    await readAllPages(platform(rows(10), 4, { total: false, offset: false, ids: false }).read, idOf),
  ).toMatchObject({ complete: true, stated: false })
})

// A rate limit in the middle must not leave half a list that looks whole.
test('a failure in the middle is thrown on', async () => {
  const { read } = platform(rows(10), 4)
  const limited = (page: { limit: number; offset: number }): Promise<Json> =>
    page.offset > 0 ? Promise.reject(new DeskError('rate_limited', 'Wait.')) : read(page)
  await expect(readAllPages(limited, idOf)).rejects.toMatchObject({ code: 'rate_limited' })
})

// Pages without end must not be read for ever.
test('a list without end is given up as not whole', async () => {
  let next = 0
  const endless = (): Promise<Json> => Promise.resolve([{ id: `r${(next += 1)}` }])
  expect((await readAllPages(endless, idOf)).complete).toBe(false)
  expect(next).toBe(20)
})

// One refund as an object, nothing at all, and strange answers are lists too.
test.each<[string, Json, number]>([
  ['one object', { data: { id: 'r1', amount: 5 } }, 1],
  ['an empty list', { data: { id: '', status: 'ok', items: [] } }, 0],
  [
    'a list that says whose it is',
    { data: { id: 'cus_1', status: 'ok', items: [{ id: 'r1' }, { id: 'r2' }], total: 2, limit: 50, offset: 0 } },
    2,
  ],
  ['a list with holes', [null, { id: 'r1' }, null], 1],
])('%s', async (_, answer, count) => {
  const pages = await readAllPages(() => Promise.resolve(answer), idOf)
  expect(pages.rows).toHaveLength(count)
  expect(pages.complete).toBe(true)
})

// A list that is only guessed at, or that names a page which never comes, taken for all refunds.
test('a page that is not clear is a doubt about all of them, whatever was chosen', async () => {
  const guessed = { lampshades: [{ id: 'r1', amount: 5 }] }
  for (const choice of [undefined, { list: 'lampshades' }]) {
    expect(await readAllPages(() => Promise.resolve(guessed), idOf, choice)).toMatchObject({
      doubt: { reason: choice ? 'chosen' : 'unknown_name', at: 'lampshades' },
    })
  }
  expect((await readAllPages(() => Promise.resolve('fine'), idOf)).doubt).toEqual({ reason: 'no_records', at: '' })
  const ended = ({ offset }: { offset: number }): Promise<Json> =>
    Promise.resolve(offset === 0 ? { data: [{ id: 'r1', amount: 5 }] } : { data: null })
  expect(await readAllPages(ended, idOf)).toMatchObject({ complete: true, rows: [{ id: 'r1' }] })
  expect((await readAllPages(ended, idOf)).doubt).toBeUndefined()
})

test('a platform that pages by cursors and repeats its first page is not read whole', async () => {
  expect(await readAllPages(() => Promise.resolve({ data: [{ id: 'r1' }], nextCursor: 'c2' }), idOf)).toMatchObject({
    complete: false,
  })
})

// A dialect in which the refunds of a charge can't be seen, so that it would be refunded twice.
test.each(Object.keys(dialects))('in the dialect %s all refunds are read, clearly', async (name) => {
  const all = rows(7)
  const read = ({ offset }: { offset: number }): Promise<Json> =>
    Promise.resolve(dialects[name]?.(all.slice(offset, offset + 4), 'refund') ?? null)
  const pages = await readAllPages(read, idOf)
  expect(pages.doubt).toBeUndefined()
  expect(pages.rows.map(idOf)).toEqual(all.map(idOf))
})

// Catches a platform that names its next page in its own way, and whose first page passes for all refunds.
test.each<[string, (page: JsonObject) => Json, Record<string, string>?]>([
  [
    'a cursor',
    ({ cursor }) =>
      cursor === 'c2' ? { data: [{ id: 'r2' }], has_more: false } : { data: [{ id: 'r1' }], next_cursor: 'c2' },
  ],
  [
    'an address',
    ({ page }) =>
      page === 2
        ? { data: [{ id: 'r2' }], next: null }
        : { data: [{ id: 'r1' }], next: '/api/payment/refund/searchbycharge?page=2' },
  ],
])('%s is followed', async (_, read) => {
  expect(await readAllPages((page) => Promise.resolve(read(page)), idOf)).toMatchObject({
    rows: [{ id: 'r1' }, { id: 'r2' }],
    complete: true,
    stated: true,
  })
})
test.each<[string, JsonObject, Record<string, string>?]>([
  ['a position that nobody understands', { lantern: 'WzE2' }],
  ['an address elsewhere', { next: 'https://b.example/x?page=2' }],
  ['a link in a header', {}, { link: '<https://b.example/x?page=2>; rel="next"' }],
])('%s is not whole', async (_, beside, headers) => {
  const read = (): Promise<Json> => Promise.resolve({ data: [{ id: 'r1' }], ...beside })
  expect((await readAllPages(read, idOf, undefined, headers)).complete).toBe(false)
})
