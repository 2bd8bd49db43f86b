import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { cellOf, isLong, readCell, type TableColumn } from '../../../../renderer/kit/composables/table-column.ts'
import { orderRows } from '../../../../renderer/kit/components/table/table-order.ts'
import { placeOf, rowAt } from '../../../../renderer/kit/components/table/useTableView.ts'

const column = (id: string, kind: TableColumn['kind'] = 'text'): TableColumn => ({
  id,
  label: id,
  kind,
  read: (row) => cellOf(kind, row[id], { currency: 'EUR', unit: 'minor' }),
})
const columns = [column('name'), column('amount', 'money'), column('at', 'instant'), column('count', 'whole')]
const order = (
  rows: JsonObject[],
  by?: string,
  descending = false,
  filter = '',
  goOn = () => Promise.resolve(true),
): Promise<number[] | undefined> =>
  orderRows(
    { rows, columns, sorting: by === undefined ? undefined : { column: by, descending }, filter },
    new WeakMap(),
    goOn,
  )
const ids = async (rows: JsonObject[], by: string, descending = false): Promise<Json[]> =>
  (await order(rows, by, descending))?.map((index) => rows[index]?.['id'] ?? null) ?? []

// Fifty thousand rows must not be read before anyone asked for an order.
test('nothing is read where nothing is asked for', async () => {
  let reads = 0
  const counting = [{ ...column('name'), read: () => ((reads += 1), { text: '' }) }]
  expect(
    await orderRows({ rows: [{ name: 'a' }], columns: counting, sorting: undefined, filter: ' ' }, new WeakMap(), () =>
      Promise.resolve(true),
    ),
  ).toBeUndefined()
  expect(reads).toBe(0)
})

// 9.00 after 10.00, "Song 10" before "Song 9", and an unknown amount as the smallest: each would hide what is looked for.
test('columns order by what they mean, and what is missing comes last either way', async () => {
  const rows: JsonObject[] = [
    { id: 1, name: 'Song 10', amount: 1_000, at: '2026-11-22' },
    { id: 2, name: 'song 9', amount: 900, at: 1_700_000_000 },
    { id: 3, name: '', amount: null, at: 'some day' },
    { id: 4, name: 'Song 9', amount: -5, at: null },
  ]
  expect(await ids(rows, 'name')).toEqual([2, 4, 1, 3])
  expect(await ids(rows, 'amount')).toEqual([4, 2, 1, 3])
  expect(await ids(rows, 'amount', true)).toEqual([1, 2, 4, 3])
  expect(await ids(rows, 'at', true)).toEqual([3, 1, 2, 4])
})

test('every order holds every row once, and equal rows keep their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ name: fc.constantFrom('a', 'b', 'B', ''), amount: fc.option(fc.integer({ min: 0, max: 3 })) }),
      ),
      fc.constantFrom('name', 'amount'),
      fc.boolean(),
      async (rows, by, descending) => {
        const found = (await order(rows, by, descending)) ?? []
        expect([...found].sort((a, b) => a - b)).toEqual(rows.map((_, index) => index))
        for (const [place, index] of found.entries()) {
          const next = found[place + 1]
          if (
            next !== undefined &&
            rows[index]?.name === rows[next]?.name &&
            rows[index]?.amount === rows[next]?.amount
          )
            expect(index).toBeLessThan(next)
        }
      },
    ),
  )
})

test('a filter finds words in what is shown, not in what is hidden', async () => {
  const rows: JsonObject[] = [{ name: 'Anna <b>', amount: 123_456, secret: 'zebra' }, { name: 'Bert' }]
  expect(await order(rows, undefined, false, 'ANNA 1,234')).toEqual([0])
  expect(await order(rows, undefined, false, '<b>')).toEqual([0])
  expect(await order(rows, undefined, false, 'zebra')).toEqual([])
})

// Work that nobody waits for any more must end.
test('a long search gives way and can be given up', async () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => ({ name: `Row ${n}`, at: 1_700_000_000 + n }))
  let pauses = 0
  expect(await order(rows, undefined, false, 'row 49999', () => ((pauses += 1), Promise.resolve(true)))).toEqual([
    49_999,
  ])
  expect(pauses).toBeGreaterThan(0)
  expect(await order(rows, 'at', true, '', () => Promise.resolve(false))).toBeUndefined()
})

test('cells of odd values are shown as they are, and marked', () => {
  expect(cellOf('instant', 'soon')).toEqual({ text: 'soon', problem: true })
  expect(cellOf('whole', '1204')).toEqual({ text: '1,204', sort: 1204 })
  expect(cellOf('whole', 'many')).toEqual({ text: 'many', problem: true })
  expect(cellOf('money', '12.40', { currency: 'EUR' })).toEqual({ text: '12.40 EUR', sort: 1240, file: '12.40 EUR' })
  expect(cellOf('money', 1240, { currency: 'EUR' })).toEqual({ text: '1240', problem: true })
  expect(cellOf('text', null)).toEqual({ text: '' })
  expect(cellOf('text', { a: [1, null], b: { c: { d: { e: 1 } } } })).toEqual({
    text: '{"a":[1,null],"b":{"c":{"d":{\u2026}}}}',
  })
  expect(cellOf('instant', '2026-11-22T20:00:00Z').title).toContain('2026-11-22T20:00:00.000Z')
})

// One cell of 8 MiB, or ten thousand levels deep, must not stop the table.
test('huge and deep values end early', () => {
  let deep: Json = 1
  for (let n = 0; n < 10_000; n += 1) deep = n % 2 === 0 ? [deep] : { x: deep }
  for (const value of [
    deep,
    'x'.repeat(1_000_000),
    Array(100_000).fill('x'),
    Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n])),
  ]) {
    expect(cellOf('text', value as Json).text.length).toBeLessThan(500)
  }
})

test('a reader that throws costs its own cell', () => {
  const broken = {
    ...column('name'),
    read: () => {
      throw new Error('no')
    },
  }
  expect(readCell(broken, {})).toEqual({ text: '?', problem: true })
})

test('a row is found again near its place', () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => ({ id: `r${n}` }))
  const shown = { rows, order: undefined, fresh: false }
  const id = (row: JsonObject): string => row['id'] as string
  expect(placeOf(shown, 'r105', 100, id)).toBe(105)
  expect(placeOf(shown, 'r95', 100, id)).toBe(95)
  expect(placeOf(shown, 'r9000', 100, id)).toBeUndefined()
  expect(placeOf(shown, 'none', 0, id, 100_000)).toBeUndefined()
  expect(rowAt({ rows, order: [7] }, 0)).toEqual({ row: { id: 'r7' }, index: 7 })
  expect(rowAt({ rows, order: [7] }, 1)).toBeUndefined()
})

// A name that runs into the next column reads as part of it.
test('what may not fit its column is cut', () => {
  const text: TableColumn = { ...column('name'), width: 9 }
  expect([
    isLong(text, { text: 'Viewer 12' }),
    isLong(text, { text: 'Viewer with a name' }),
    isLong(text, { text: '\u5e45\u5e45' }),
    isLong({ ...text, private: true }, { text: 'x' }),
  ]).toEqual([false, true, true, true])
  expect(isLong({ ...column('at', 'instant'), width: 13 }, { text: '2026-11-22 20:00:00' })).toBe(false)
})
