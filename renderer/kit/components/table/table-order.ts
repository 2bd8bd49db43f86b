// Orders and filters rows as indexes into them, in slices, so that the page stays responsive.
import { folded, foldedWords } from '#contract/folding.ts'
import type { JsonObject } from '#contract/json.ts'
import { compareTexts } from '../../composables/locale/numbers.ts'
import { readCell, type TableColumn } from '../../composables/table-column.ts'

export interface Sorting {
  column: string
  descending: boolean
}

export interface OrderRequest {
  rows: readonly JsonObject[]
  columns: readonly TableColumn[]
  sorting: Sorting | undefined
  /** Words that must all stand in what a row shows. */
  filter: string
}

type Key = string | number | undefined

/** Milliseconds. */
const slice = 8

/**
 * Undefined where the rows stay as they came, or where `goOn` ended it. `texts` caches the text of a row for the next
 * key.
 */
export async function orderRows(
  { rows, columns, sorting, filter }: OrderRequest,
  texts: WeakMap<JsonObject, string>,
  goOn: () => Promise<boolean>,
): Promise<number[] | undefined> {
  const words = foldedWords(filter)
  const column = columns.find(({ id }) => id === sorting?.column)
  if (words.length === 0 && column === undefined) return undefined
  const found: number[] = []
  const keys: Key[] = []
  let since = performance.now()
  for (const [index, row] of rows.entries()) {
    if (index % 64 === 63 && performance.now() - since > slice) {
      if (!(await goOn())) return undefined
      since = performance.now()
    }
    if (words.length > 0 && !matches(textOf(row, columns, texts), words)) continue
    found.push(index)
    if (column !== undefined) keys[index] = keyOf(column, row)
  }
  if (column === undefined) return found
  const sign = sorting?.descending === true ? -1 : 1
  return found.sort((a, b) => compare(keys[a], keys[b], sign) || a - b)
}

function matches(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

function textOf(row: JsonObject, columns: readonly TableColumn[], texts: WeakMap<JsonObject, string>): string {
  const known = texts.get(row)
  if (known !== undefined) return known
  const text = folded(columns.map((column) => readCell(column, row).text).join('\n'))
  texts.set(row, text)
  return text
}

function keyOf(column: TableColumn, row: JsonObject): Key {
  const { sort, text } = readCell(column, row)
  return sort ?? (text === '' ? undefined : text)
}

/** Numbers before texts; missing values last in both directions. */
function compare(a: Key, b: Key, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  if (typeof a === 'string' && typeof b === 'string') return sign * compareTexts(a, b)
  return sign * (typeof a === 'number' ? -1 : 1)
}
