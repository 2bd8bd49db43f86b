import fc from 'fast-check'
import papa from 'papaparse'
import { afterEach, expect, test, vi } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { cellOf } from '../../../../renderer/kit/composables/table-column.ts'
import { csvOf, type ExportColumn } from '../../../../renderer/kit/composables/export.ts'
import { setFormats } from '../../../../renderer/kit/base/locale.ts'

const text: ExportColumn = { label: 'Name', kind: 'text', read: (row) => ({ text: row['name'] as string }) }
const cells = (csv: string): string[][] => papa.parse<string[]>(csv.slice(1).trimEnd(), { newline: '\r\n' }).data
const written = async (name: string): Promise<string> =>
  cells(await csvOf([text, { ...text, label: 'Last' }], [{ name }]))[1]?.[0] ?? ''

// A viewer's name that begins like a formula would run in the spreadsheet of whoever opens the file.
test.each([
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "\t'=1"],
  ['\r=1', "\r'=1"],
  ['\n=1', "\n'=1"],
  [' =1', " '=1"],
  ['-', "'-"],
  ['-12.00 EUR', "'-12.00 EUR"],
  ['\uff1d1', "'\uff1d1"],
  ['=HYPERLINK("https://example.org","x")', `'=HYPERLINK("https://example.org","x")`],
  // What is not seen before the sign.
  ['\u200b=1', "\u200b'=1"],
  ['\u202e=1', "\u202e'=1"],
  ['\u0000=1', "\u0000'=1"],
  ['\ufeff=1', "\ufeff'=1"],
  ['\u2060\u200d\u00ad@x', "\u2060\u200d\u00ad'@x"],
  ['\u00a0+1', "\u00a0'+1"],
  ['\u001b-x', "\u001b'-x"],
  ['"=1', `"'=1`],
  ["'=1", "''=1"],
  ['\u2212x', "'\u2212x"],
  ['\ufe66x', "'\ufe66x"],
  // Where another separator than ours is expected, a cell begins in the middle of the text.
  ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
  ['-1;=1', "'-1;'=1"],
  ['-1\n=1', "'-1\n'=1"],
  ['x\t=1', "x\t'=1"],
  ['x|=1', "x|'=1"],
  ['x,=1', "x,'=1"],
  ['x; \u200b"=1', `x; \u200b"'=1`],
  ['x;\u0000@a', "x;\u0000'@a"],
  ['a;;+b', "a;;'+b"],
  ['a;b;-c', "a;b;'-c"],
  ['a\u2028=1', "a\u2028'=1"],
  ['a\v=1', "a\v'=1"],
])('%j is defused', async (name, safe) => {
  expect(await written(name)).toBe(safe)
})

/** A line as a program reads it that expects this separator: a quote opens a cell at its beginning only, and after its end what follows belongs to it. */
function cellsWith(separator: string, csv: string): string[] {
  const found: string[] = []
  let cell = ''
  let quoted = false
  let fresh = true
  for (let at = 0; at < csv.length; at += 1) {
    const character = csv.charAt(at)
    if (quoted && character === '"' && csv.charAt(at + 1) === '"') {
      cell += '"'
      at += 1
    } else if (quoted && character === '"') quoted = false
    else if (!quoted && fresh && character === '"') {
      quoted = true
      fresh = false
    } else if (!quoted && (character === separator || character === '\n' || character === '\r')) {
      found.push(cell)
      cell = ''
      fresh = true
    } else {
      cell += character
      fresh = false
    }
  }
  return [...found, cell]
}

// A file that is safe with commas and runs where the semicolon separates, as it does wherever the comma is the decimal sign.
test('no cell begins like a formula, whatever separates', async () => {
  const parts = fc.constantFrom(
    '=',
    '+',
    '@',
    '-',
    ';',
    ',',
    '|',
    '\t',
    '\n',
    '"',
    "'",
    ' ',
    '\u200b',
    '\u202e',
    '\u0000',
    '\ufeff',
    '\u2028',
    'x',
    '1',
    '.',
    'é',
  )
  const cell = fc.string({ unit: parts, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(cell, cell, async (name, last) => {
      const csv = await csvOf(
        [text, { ...text, label: 'Last', read: (row) => ({ text: row['last'] as string }) }],
        [{ name, last }],
      )
      for (const separator of [',', ';', '\t', '|']) {
        for (const one of cellsWith(separator, csv.slice(1))) {
          const seen = one.replaceAll(/^[\s\p{Cc}\p{Cf}"]+/gu, '')
          if (!/^-\d+(?:\.\d+)?["',;\t|]*[^(|!=+@*/^&<>[{]*$/.test(seen)) expect(seen).not.toMatch(/^[=+@-]/)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

// Catches a number that begins a row, and with it whatever follows where another separator is expected.
test('a negative number that begins a row stays one where no formula can go on behind it', async () => {
  const columns = [text, { ...text, label: 'Last', read: (row: JsonObject) => ({ text: row['last'] as string }) }]
  expect(await csvOf(columns, [{ name: '-1', last: '-2' }])).toBe('\ufeffName,Last\r\n-1,-2\r\n')
  expect(await csvOf(columns, [{ name: '-1', last: "x|'y'!A1" }])).toBe("\ufeffName,Last\r\n'-1,x|'y'!A1\r\n")
})

// A sheet in which every refund reads '-12.00 can't be summed.
test.each(['-12.00', '-5', '-0.5', '12', '', 'Anna', 'a=b', '1-2', 'x@example.org'])(
  '%j stays as it is',
  async (name) => {
    expect(await written(name)).toBe(name)
  },
)

test('quotes, commas and lines come back as they were', async () => {
  for (const name of ['say "yes"', 'a,b', 'a\nb', 'a\r\nb', '""', ',', '\u{1f3b5} \u00e9'])
    expect(await written(name)).toBe(name)
})

test('any text comes back, with apostrophes at most', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary' }).filter((name) => !/[\ud800-\udfff]/.test(name)),
      async (name) => {
        expect((await written(name)).replaceAll("'", '')).toBe(name.replaceAll("'", ''))
      },
    ),
  )
})

// Spreadsheets read UTF-8 only behind a byte order mark, and RFC 4180 asks for CRLF.
test('a mark at the beginning, CRLF at every end, headings first', async () => {
  const csv = await csvOf([text], [{ name: 'a' }, { name: 'b' }])
  expect(csv).toBe('\ufeffName\r\na\r\nb\r\n')
  expect(await csvOf([text], [])).toBe('\ufeffName\r\n')
})

// 1,240.00 EUR is a text to a spreadsheet, and a binary fraction is not the amount.
test('amounts are exact decimals with their currency beside, instants are ISO 8601', async () => {
  const columns: ExportColumn[] = [
    {
      label: 'Amount',
      kind: 'money',
      read: (row: JsonObject) => cellOf('money', row['amount'], { currency: row['currency'], unit: 'minor' }),
    },
    { label: 'At', kind: 'instant', read: (row: JsonObject) => cellOf('instant', row['at']) },
    { label: 'Votes', kind: 'whole', read: (row: JsonObject) => cellOf('whole', row['votes']) },
  ]
  const rows: JsonObject[] = [
    { amount: 123_456_789, currency: 'EUR', at: 1_795_377_600, votes: 12_345 },
    { amount: -1_200, currency: 'EUR', at: 'soon', votes: 'many' },
    { amount: 500, currency: 'JPY', at: null, votes: null },
    { amount: 'free', currency: 'EUR' },
  ]
  expect(cells(await csvOf(columns, rows))).toEqual([
    ['Amount', 'Amount (currency)', 'At', 'Votes'],
    ['1234567.89', 'EUR', '2026-11-22T20:00:00.000Z', '12345'],
    ['-12.00', 'EUR', 'soon', 'many'],
    ['500', 'JPY', '', ''],
    ['free', '', '', ''],
  ])
})

afterEach(() => {
  setFormats({ language: 'en' })
  vi.unstubAllGlobals()
})

// Catches a file that opens as one column, with amounts that are texts, where the comma is the decimal sign.
test.each([
  ['es', ['es-ES'], 'semicolons'],
  ['es', ['es-MX'], 'commas'],
  ['en', ['en-GB', 'en'], 'commas'],
  // The desk does not speak it; the spreadsheet does.
  ['en', ['de-DE', 'en-US'], 'semicolons'],
  ['en', ['@', 'pt-BR'], 'semicolons'],
])('a page in %s on a system with %j writes %s', async (language, languages, how) => {
  vi.stubGlobal('navigator', { languages, language: languages[0] })
  setFormats({ language: 'es' })
  setFormats({ language: 'en' })
  setFormats({ language })
  const columns: ExportColumn[] = [
    {
      label: 'Total',
      kind: 'money',
      read: (row) => cellOf('money', row['amount'], { currency: 'EUR', unit: 'minor' }),
    },
    { label: 'Share', kind: 'whole', read: (row) => cellOf('whole', row['share']) },
    { ...text, read: (row) => ({ text: row['name'] as string }) },
  ]
  const csv = await csvOf(columns, [{ amount: -123_450, share: 12.5, name: 'a;b,c' }])
  expect(csv.split('\r\n')[1]).toBe(how === 'commas' ? '-1234.50,EUR,12.5,"a;b,c"' : '-1234,50;EUR;12,5;"a;b,c"')
})
