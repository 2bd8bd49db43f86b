// What the worker answers, asked as the page asks it, in pieces of any length.
import { expect, test } from 'vitest'
import type { Choice } from '#answers/roles.ts'
import {
  createDocument,
  type AnswerDocument,
  type AnswerFacts,
} from '../../../../../renderer/records/products/answer/engine/document.ts'
import { wrapText } from '../../../../../renderer/records/products/answer/engine/lines.ts'
import { deep, manyRows, markup, prototypeKeys } from './hostile.ts'

function opened(text: string, choice?: Choice): AnswerDocument & { facts: AnswerFacts } {
  const document = createDocument()
  for (let at = 0; at < text.length; at += 7_001) document.piece(text.slice(at, at + 7_001))
  return Object.assign(document, {
    facts: document.open('json', { resource: 'payment/charge', ...(choice === undefined ? {} : { choice }) }),
  })
}
const cells = (document: AnswerDocument, from: number, count: number): string[][] =>
  document.rows(from, count).map((row) => row.cells.map(({ text }) => text))

// The envelope shown as if it were the record, or a page of records as one record.
test.each([
  ['[{"id":1}]', 'list', ['']],
  ['{"data":{"items":[],"total":0}}', 'list', ['data.items']],
  ['{"data":{"id":"a","status":"live"},"requestId":"r"}', 'record', []],
  ['{"data":{"id":"inv_1","status":"open","amount":1,"items":[{"n":1}]}}', 'record', ['data.items']],
  ['"text"', 'scalar', []],
  ['null', 'scalar', []],
  ['[]', 'list', ['']],
])('%s is a %s', (text, shape, lists) => {
  expect(opened(text).facts).toMatchObject({ kind: 'json', shape, lists: lists.map((at) => ({ at })) })
})

// What stands first on screen read from the wrong place.
test('the envelope gives identifier and status', () => {
  expect(opened('{"data":{"id":"str_1","status":"live"},"requestId":"r"}').facts).toMatchObject({
    id: 'str_1',
    status: 'live',
  })
  expect(opened('{"data":{"id":{"x":1},"status":null}}').facts).not.toHaveProperty('id')
})

// A table of 100,000 rows that is slow, or whose rows are those of another place.
test('a list of 100,000 records is a table, in its own order or any other', () => {
  const document = opened(manyRows(100_000))
  expect(document.facts).toMatchObject({ shape: 'list', lists: [{ at: 'data.items', count: 100_000 }], total: 100_000 })
  const table = document.list('data.items')
  expect(table.count).toBe(100_000)
  expect(table.columns.map(({ name, look }) => `${name}:${look}`)).toEqual([
    'id:id',
    'status:status',
    'amount:figure',
    'customerId:id',
    'constructor:text',
    'nested:text',
  ])
  expect(cells(document, 99_999, 5)).toEqual([['ch_99999', 'open', '81', 'cus_0', 'c99999', '{a: 1}']])
  document.sort({ column: 2, descending: true })
  expect(cells(document, 0, 1)[0]?.[2]).toBe('999')
  document.sort()
  expect(cells(document, 0, 1)[0]?.[0]).toBe('ch_0')
})

// Rows of every odd kind that take the table down, or vanish from it.
test('rows that are no objects, and rows that lack a field, stand in the table', () => {
  const document = opened('[{"a":1},2,null,{"b":[1,2]},"x"]')
  document.list('')
  expect(document.rows(0, 9).map((row) => row.cells.map(({ text, kind }) => `${kind}:${text}`))).toEqual([
    ['number:1', 'null:', 'null:'],
    ['null:', 'number:2', 'null:'],
    ['null:', 'null:', 'list:[1, 2]'],
    ['null:', 'string:x', 'null:'],
  ])
})

// A record with thousands of names that gives the page as many columns.
test('columns are bounded, and it is said how many are left out', () => {
  const document = opened(JSON.stringify([Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, n]))]))
  const { columns, left } = document.list('')
  expect([columns.length, left]).toEqual([40, 4_960])
  expect(opened(JSON.stringify([{ ['n'.repeat(1_000_000)]: 1 }])).list('').columns[0]?.name.length).toBeLessThan(400)
})

// The person's word of which list is meant that is not followed.
test('the list that the person chose comes first', () => {
  const text = '{"items":[{"id":1}],"lines":[{"id":2}]}'
  expect(opened(text).facts).toMatchObject({ lists: [{ at: 'items' }, { at: 'lines' }] })
  expect(opened(text, { fields: {}, list: 'lines' }).facts).toMatchObject({ lists: [{ at: 'lines' }, { at: 'items' }] })
})

// A tree that opens what nobody asked for, or loses its place.
test('the tree opens, closes and reveals', () => {
  const document = opened(manyRows(1_000))
  expect(document.tree().count).toBe(5)
  expect(document.nodes(0, 5).map(({ name, level, open }) => [name, level, open])).toEqual([
    [null, 1, true],
    ['data', 2, true],
    ['items', 3, false],
    ['total', 3, false],
    ['requestId', 2, false],
  ])
  const items = document.nodes(2, 1)[0]?.node ?? -1
  expect(document.set(items, true, false).count).toBe(1_005)
  expect(document.nodes(1_002, 1)[0]).toMatchObject({ name: 999, place: 1_000, of: 1_000, level: 4 })
  expect(document.set(0, true, true).count).toBe(1_005 + 1_000 * 7)
  expect(document.set(0, false, true).count).toBe(1)
  const { place, count } = document.reveal(items + 1)
  expect([place, count]).toEqual([3, 1_005])
})

// A stack overflow at the first answer that nests.
test('ten thousand levels are opened, searched and laid out', async () => {
  const document = opened(deep)
  expect(document.facts).toMatchObject({ shape: 'list' })
  expect(document.set(0, true, true).count).toBe(10_001)
  expect(document.nodes(10_000, 1)[0]).toMatchObject({ level: 10_001, preview: 'bottom' })
  expect((await document.search('bottom', 'tree'))?.hits).toMatchObject([{ node: 10_000, in: 'value' }])
  expect(document.wrap(100, true).count).toBeGreaterThan(10_000)
})

// Script in names and values that a screen might take for its own, and names that every object inherits.
test('markup and prototype keys come as texts', () => {
  const document = opened(markup)
  expect(document.nodes(1, 1)[0]).toMatchObject({
    name: '<img src=x onerror=alert(1)>',
    preview: '<script>alert(1)</script>',
  })
  const odd = opened(`[${prototypeKeys}]`)
  expect(odd.list('').columns.map(({ name }) => name)).toEqual([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ])
  expect(cells(odd, 0, 1)[0]?.[2]).toBe('text')
})

// A search that finds what is not there, misses what is, or never ends.
test('search finds names and values, bounded, within what is shown', async () => {
  const document = opened(manyRows(3_000))
  document.list('data.items')
  const found = await document.search('CUS_3', 'table')
  expect(found?.hits[0]).toMatchObject({ where: 'data.items[3].customerId', in: 'value', excerpt: 'cus_3' })
  expect(document.cellOf(found?.hits[0]?.node ?? -1)).toEqual({ place: 3, column: 3 })
  expect(await document.search('status', 'tree')).toMatchObject({ more: true, hits: { length: 1_000 } })
  expect((await document.search('req_1', 'table'))?.hits).toEqual([])
  expect((await document.search('total', 'tree'))?.hits).toMatchObject([{ in: 'name', where: 'data.total' }])
  document.wrap(80, false)
  expect((await document.search('ch_2999"', 'raw'))?.hits).toMatchObject([{ in: 'text' }])
  expect((await document.search('.*', 'tree'))?.hits).toEqual([])
})

// A search that nobody waits for and that goes on all the same.
test('a later search, or a stop, ends one that runs', async () => {
  const document = opened(manyRows(60_000))
  const first = document.search('nothing of that kind', 'tree')
  const second = document.search('ch_59999', 'tree')
  expect(await first).toBeUndefined()
  expect((await second)?.hits).toHaveLength(1)
})

// A line of megabytes given to the page in one piece, or a letter cut in two.
test('lines of any length are rows of a width', () => {
  const text = `first\r\n${'x'.repeat(1_000_000)}\n\nlast`
  const rows = wrapText(text, 100)
  expect(rows.count).toBe(1 + 10_000 + 2)
  expect(rows.rows(0, 2)).toEqual([
    { text: 'first', line: 1 },
    { text: 'x'.repeat(100), line: 2 },
  ])
  expect(rows.rows(10_000, 5)).toEqual([{ text: 'x'.repeat(100) }, { text: '', line: 3 }, { text: 'last', line: 4 }])
  expect(rows.placeOf(text.indexOf('last'))).toBe(10_002)
  expect(
    wrapText(`${'a'.repeat(19)}\u{1f600}b`, 20)
      .rows(0, 2)
      .map((row) => row.text),
  ).toEqual([`${'a'.repeat(19)}\u{1f600}`, 'b'])
  expect(wrapText('\n'.repeat(600_000), 100)).toMatchObject({ count: 500_000, cut: true })
})

// JSON that is none, shown as an empty tree.
test('what is no JSON is text, and the reason is said', () => {
  expect(opened('{"a":').facts).toEqual({ kind: 'text', problem: expect.stringContaining('character') as string })
})

// A value copied that is not the one on screen, or one that stops the page.
test('values, paths and the whole are copied as they came', () => {
  const document = opened('{"a":{"b":[1.10, "x\\ny"]},"long":"' + 'y'.repeat(2_100_000) + '"}')
  expect([document.copy(2), document.copy(3), document.copy(4), document.path(4)]).toEqual([
    '[1.10, "x\\ny"]',
    '1.10',
    'x\ny',
    'a.b[1]',
  ])
  expect([document.copy(5), document.copy(-1)]).toEqual([null, null])
  expect(document.node(5)).toMatchObject({ length: 2_100_000, fieldPath: 'long' })
  expect(document.node(5).text.length).toBeLessThan(4_100)
})

// A picture that is none, or bytes lost on the way to a file.
test('binary answers show their first bytes and are saved whole', async () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, n) =>
    n < 8 ? ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a][n] ?? 0) : n % 256,
  )
  const document = createDocument()
  const base64 = Buffer.from(bytes).toString('base64')
  for (let at = 0; at < base64.length; at += 101) document.piece(base64.slice(at, at + 101))
  const facts = document.open('binary', { resource: '' })
  expect(facts).toMatchObject({ kind: 'binary', image: 'image/png', hex: { length: 16 } })
  expect(facts.kind === 'binary' && facts.hex[0]).toBe(
    '0000  89 50 4e 47 0d 0a 1a 0a 08 09 0a 0b 0c 0d 0e 0f  .PNG............',
  )
  expect(new Uint8Array(await document.blob('binary', 'image/png').arrayBuffer())).toEqual(bytes)
})
