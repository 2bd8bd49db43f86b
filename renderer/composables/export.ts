// Tables out of the page as files. A spreadsheet must neither run what the platform or a viewer wrote, nor round an amount.
import type { Json, JsonObject } from '#contract/json.ts'
import { readCell } from '../components/table/table-column.ts'
import type { Cell, TableColumn } from '../components/table/table-column.ts'
import { saveFile } from './files.ts'

export type ExportColumn = Pick<TableColumn, 'label' | 'kind' | 'read'>

/** A spreadsheet takes what begins so for a formula. The wide and small signs are read as the narrow ones by some. */
const signs = new Set('=+-@\u2212\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b')
/** Where a program that expects another separator, or no quotes, begins a new cell. */
const separators = new Set(',;|\t\n\r\v\f\u0085\u2028\u2029')
/** What a program passes over before it looks whether a formula begins: white space, quotes, and what is not seen. */
const passedOver = /[\s\p{Cc}\p{Cf}"']/u
/** No formula, and it must stay a number. */
const negative = /^-\d+(?:\.\d+)?$/

/** What a formula needs to do more than reckon with numbers: a call, a reference to another sheet or program, an operator. */
const goesOn = /[(|!=+@*/^&<>[{]/

/** As `formatMoney` writes it. */
const money = /^(-?\d[\d,]*(?:\.\d+)?) ([A-Z]{3})$/

/** Saves the columns of these rows as `<name>.csv`: instants in ISO 8601, amounts as exact decimals with their currency in a column of its own. */
export async function exportCsv(
  name: string,
  columns: readonly ExportColumn[],
  rows: readonly JsonObject[],
): Promise<void> {
  saveFile({ name: fileName(name, 'csv'), type: 'text/csv;charset=utf-8', text: await csvOf(columns, rows) })
}

/** Saves a value as `<name>.json`. */
export function exportJson(name: string, value: Json | readonly JsonObject[]): void {
  saveFile({ name: fileName(name, 'json'), type: 'application/json', text: `${JSON.stringify(value, null, 2)}\n` })
}

/** The text of a CSV file: a byte order mark, so that spreadsheets read it as UTF-8, and CRLF (RFC 4180). */
export async function csvOf(columns: readonly ExportColumn[], rows: readonly JsonObject[]): Promise<string> {
  const { default: papa } = await import('papaparse')
  const fields = columns.flatMap(({ label, kind }) => (kind === 'money' ? [label, `${label} (currency)`] : [label]))
  const data = rows.map((row) => columns.flatMap((column) => valuesOf(column, readCell(column, row))))
  return `\ufeff${papa.unparse(
    [fields, ...data].map((row) => row.map((text, at) => harmless(text, at === 0 ? row.slice(1) : []))),
    { newline: '\r\n' },
  )}\r\n`
}

/**
 * The same text with an apostrophe before each sign that could begin a formula, in whichever program it is opened. One step for each character.
 * A negative number stays one, but not where it begins a row and a formula could go on: with another separator the rest follows in its cell.
 */
function harmless(text: string, rest: readonly string[]): string {
  if (negative.test(text) && !rest.some((one) => goesOn.test(one))) return text
  let out = ''
  let done = 0
  let begins = true
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (separators.has(character)) begins = true
    else if (begins && signs.has(character)) {
      out += `${text.slice(done, at)}'`
      done = at
      begins = false
    } else if (begins) begins = passedOver.test(character)
  }
  return done === 0 && out === '' ? text : out + text.slice(done)
}

function valuesOf({ kind }: ExportColumn, { text, sort }: Cell): string[] {
  if (kind === 'money') {
    const [, digits, currency = ''] = money.exec(text) ?? []
    return digits === undefined ? [text, ''] : [digits.replaceAll(',', ''), currency]
  }
  if (kind === 'instant' && typeof sort === 'number') return [new Date(sort).toISOString()]
  if (kind === 'whole' && typeof sort === 'number') return [String(sort)]
  return [text]
}

/** A name that every file system takes. */
function fileName(name: string, extension: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100)
  return `${plain === '' ? 'export' : plain}.${extension}`
}
