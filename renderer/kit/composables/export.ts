// Exports of tables. A spreadsheet must neither run what the platform or a viewer wrote, nor round an amount.
import type { Json, JsonObject } from '#contract/json.ts'
import { withoutFormulas } from '#answers/formulas.ts'
import { readCell, type Cell, type TableColumn } from './table-column.ts'
import { i18n } from '../i18n.ts'
import { saveFile } from './files.ts'
import { sheetSigns } from './locale/numbers.ts'

export type ExportColumn = Pick<TableColumn, 'label' | 'kind' | 'read'>

const money = /^(-?\d[\d,]*(?:\.\d+)?) ([A-Z]{3})$/

/**
 * Saves rows as `<name>.csv` for the person's spreadsheet: instants in ISO 8601, amounts as exact decimals with their
 * currency in another column.
 */
export async function exportCsv(
  name: string,
  columns: readonly ExportColumn[],
  rows: readonly JsonObject[],
): Promise<void> {
  saveFile({ name: fileName(name, 'csv'), type: 'text/csv;charset=utf-8', text: await csvOf(columns, rows) })
}

export function exportJson(name: string, value: Json | readonly JsonObject[]): void {
  saveFile({ name: fileName(name, 'json'), type: 'application/json', text: `${JSON.stringify(value, null, 2)}\n` })
}

/** With a byte order mark, so that spreadsheets read UTF-8, and CRLF (RFC 4180). */
export async function csvOf(columns: readonly ExportColumn[], rows: readonly JsonObject[]): Promise<string> {
  const { default: papa } = await import('papaparse')
  const { delimiter, decimal } = sheetSigns()
  const fields = columns.flatMap(({ label, kind }) =>
    kind === 'money' ? [label, i18n.global.t('common.currencyOf', { name: label })] : [label],
  )
  const data = rows.map((row) => columns.flatMap((column) => valuesOf(column, readCell(column, row), decimal)))
  return `\ufeff${papa.unparse(
    [fields, ...data].map((row) => row.map((text, at) => withoutFormulas(text, at === 0 ? row.slice(1) : []))),
    { newline: '\r\n', delimiter },
  )}\r\n`
}

function valuesOf({ kind }: ExportColumn, { text: shown, sort, file }: Cell, decimal: string): string[] {
  const text = file ?? shown
  if (kind === 'money') {
    const [, digits, currency = ''] = money.exec(text) ?? []
    return digits === undefined ? [text, ''] : [digits.replaceAll(',', '').replace('.', decimal), currency]
  }
  if (kind === 'instant' && typeof sort === 'number') return [new Date(sort).toISOString()]
  if (kind === 'whole' && typeof sort === 'number') return [String(sort).replace('.', decimal)]
  return [text]
}

function fileName(name: string, extension: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100)
  return `${plain === '' ? 'export' : plain}.${extension}`
}
