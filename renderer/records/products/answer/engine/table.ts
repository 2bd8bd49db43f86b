import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { inOneLine, roleField, roles, type Role } from '#answers/roles.ts'
import type { Known } from './facts.ts'
import type { JsonIndex, NodeKind } from './json-index.ts'
import { childNamed, childrenOf, isBranch, kindOf, nameOf, parentOf, previewOf, sourceOf, textOf } from './nodes.ts'

export interface AnswerColumn {
  name: string
  /** How its values are drawn; they are shown as they came. */
  look: 'text' | 'id' | 'status' | 'figure' | 'instant' | 'url'
  /** The longest text of the rows looked at, in letters. */
  letters: number
}

export interface AnswerTable {
  columns: AnswerColumn[]
  /** Names that have no column, because there are too many. */
  left: number
  count: number
}

export interface AnswerCell {
  text: string
  kind: NodeKind
  /** Undefined in a row that lacks the field. */
  node?: number
}

export interface AnswerRow {
  node: number
  cells: AnswerCell[]
}

export interface Order {
  column: number
  descending: boolean
}

const mostColumns = 40
const sampleSize = 200
const longest = 160
const looks: Partial<Record<Role, AnswerColumn['look']>> = {
  id: 'id',
  status: 'status',
  at: 'instant',
  changedAt: 'instant',
  amount: 'figure',
  customer: 'id',
  url: 'url',
}
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function createTable(index: JsonIndex, list: number, { resource, choice }: Known) {
  const all = Uint32Array.from([...childrenOf(index, list)].filter((node) => kindOf(index, node) !== 'null'))
  const sample = Array.from(
    { length: Math.min(all.length, sampleSize) },
    (_, step) => all[Math.floor((step * all.length) / Math.min(all.length, sampleSize))] ?? 0,
  )
  const { names, left } = namesOf()
  const columns = columnsOf()
  let order = all

  function namesOf(): { names: string[]; left: number } {
    const found = new Set<string>()
    for (const row of sample) {
      if (kindOf(index, row) !== 'object') found.add('')
      else for (const child of childrenOf(index, row)) found.add(String(nameOf(index, child)))
    }
    return { names: [...found].slice(0, mostColumns), left: Math.max(0, found.size - mostColumns) }
  }

  function columnsOf(): AnswerColumn[] {
    const records = sample
      .map((row) => JSON.parse(sourceOf(index, row)) as Json)
      .filter((row): row is JsonObject => isObject(row))
    const played = new Map<string, Role>()
    for (const role of roles) {
      const { field } = roleField(records, role, resource, choice)
      if (field !== undefined && !played.has(field)) played.set(field, role)
    }
    return names.map((name) => {
      const nodes = sample.flatMap((row) => cellOf(row, name) ?? [])
      const role = played.get(name)
      const figures = nodes.length > 0 && nodes.every((node) => kindOf(index, node) === 'number')
      const look =
        (role === undefined ? undefined : looks[role]) ??
        (figures ? 'figure' : /(?:Id|_id|ID)$/.test(name) ? 'id' : 'text')
      return {
        name,
        look,
        letters: Math.max(Math.min(name.length, 40), ...nodes.map((node) => previewOf(index, node, 40).length)),
      }
    })
  }

  /** The node of a row in a column; a row that is no object has itself in the nameless one. */
  function cellOf(row: number, name: string): number | undefined {
    if (kindOf(index, row) !== 'object') return name === '' ? row : undefined
    return childNamed(index, row, name)
  }

  function keyOf(row: number, name: string): number | string | undefined {
    const node = cellOf(row, name)
    const kind = node === undefined ? 'null' : kindOf(index, node)
    if (node === undefined || kind === 'null') return undefined
    return kind === 'number'
      ? Number(textOf(index, node))
      : isBranch(index, node)
        ? previewOf(index, node, 80)
        : textOf(index, node, 200)
  }

  function sort(by: Order | undefined): void {
    order = all
    const column = by === undefined ? undefined : columns[by.column]
    if (column === undefined) return
    const sign = by?.descending === true ? -1 : 1
    const keys = Array.from(all, (row) => keyOf(row, column.name))
    order = all
      .map((_, place) => place)
      .sort((a, b) => compare(keys[a], keys[b], sign) || a - b)
      .map((place) => all[place] ?? 0)
  }

  function placeOf(node: number): { place: number; column: number } | undefined {
    let row = node
    let field = node
    while (row !== -1 && parentOf(index, row) !== list) [field, row] = [row, parentOf(index, row)]
    const place = row === -1 ? -1 : order.indexOf(row)
    if (place === -1) return undefined
    const name = field === row ? '' : nameOf(index, field)
    return {
      place,
      column: Math.max(
        0,
        columns.findIndex((column) => column.name === name),
      ),
    }
  }

  return {
    about: (): AnswerTable => ({
      columns: columns.map((column) => ({ ...column, name: inOneLine(column.name) })),
      left,
      count: all.length,
    }),
    rows: (from: number, count: number): AnswerRow[] =>
      Array.from(order.subarray(from, from + count), (row) => ({
        node: row,
        cells: columns.map(({ name }) => {
          const node = cellOf(row, name)
          return node === undefined
            ? { text: '', kind: 'null' as const }
            : { text: previewOf(index, node, longest), kind: kindOf(index, node), node }
        }),
      })),
    sort,
    placeOf,
    within: (node: number): boolean => node > list && node < (index.next[list] ?? 0),
  }
}

/** Numbers before texts; missing values last in both orders. */
function compare(a: number | string | undefined, b: number | string | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  if (typeof a === 'string' && typeof b === 'string') return sign * collator.compare(a, b)
  return sign * (typeof a === 'number' ? -1 : 1)
}
