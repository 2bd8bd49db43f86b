// Cells are read as their rows come into sight, so `read` must be cheap and pure.
import { cutText } from '#contract/cut-text.ts'
import { withoutTurns } from '#contract/direction.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { formatBothZones, formatDate, formatMoment } from './time/time.ts'
import { formatDigits, formatMoney } from './locale/numbers.ts'
import { isDay, readInstant } from '#answers/dates.ts'
import { plainMoney, readAmount, type AmountUnit } from '#answers/money.ts'
import { scalarText } from '#answers/roles.ts'

export interface Cell {
  text: string
  /** For ordering, where the text orders badly: milliseconds of an instant, minor units of money. */
  sort?: string | number | undefined
  title?: string | undefined
  problem?: boolean | undefined
  /** What a file holds in place of the text: exact, and in no language. */
  file?: string | undefined
}

export interface TableColumn {
  id: string
  label: string
  kind: 'text' | 'id' | 'status' | 'money' | 'whole' | 'instant' | 'switch' | 'url'
  /** In rem; columns without one share the rest. */
  width?: number | undefined
  private?: boolean | undefined
  read: (row: JsonObject) => Cell
}

/** Of a column that names no width, in rem. */
export const defaultWidth = 9

/** What a person knows a record by stays longest, an identifier goes first. */
const ranks = { instant: 1, status: 2, money: 3, whole: 4, text: 4, switch: 4, url: 5, id: 6 }
/** Nobody knows a record by when it was edited. */
const edited = /updated|edited|modified|changed/i

/**
 * The columns that fit into a width in rem, in their order: the first one, the one it is sorted by, then people, its date,
 * its state, amounts, then the others, identifiers last.
 */
export function fittingColumns(
  columns: readonly TableColumn[],
  room: number,
  sortedBy: string | undefined,
): readonly TableColumn[] {
  // Not measured yet.
  if (room === 0) return columns
  const widthOf = ({ width = defaultWidth }: TableColumn): number => width
  const kept = new Set(columns.filter(({ id }, place) => place === 0 || id === sortedBy))
  let left = room - [...kept].reduce((sum, column) => sum + widthOf(column), 0)
  const date = columns.find(({ kind, id }) => kind === 'instant' && !edited.test(id))
  const rankOf = (column: TableColumn): number => {
    if (column.private === true) return 0
    return column.kind === 'instant' && column !== date ? ranks.text : ranks[column.kind]
  }
  for (const column of columns.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    if (kept.has(column)) continue
    left -= widthOf(column)
    if (left < 0) break
    kept.add(column)
  }
  return kept.size === columns.length ? columns : columns.filter((column) => kept.has(column))
}

const longest = 400
const wide = /[^\u0020-\u024f]/
const mostParts = 20

export function cellOf(
  kind: TableColumn['kind'],
  value: Json | undefined,
  amount: { currency?: Json | undefined; unit?: AmountUnit | undefined; field?: string | undefined } = {},
  /** In which the record's local times are. */
  zone?: Json,
): Cell {
  const text = shortText(value)
  if (text === '') return { text }
  if (kind === 'instant') return instantCell(value, zone) ?? { text, problem: true }
  if (kind === 'whole') return wholeCell(text) ?? { text, problem: true }
  if (kind !== 'money') return { text }
  const reading = readAmount(value, amount.currency, amount.unit, amount.field)
  return reading.ok
    ? {
        text: formatMoney(reading.money),
        sort: reading.money.minor,
        file: `${plainMoney(reading.money)} ${reading.money.currency}`,
      }
    : { text, problem: true }
}

/** A reader that throws spoils only its own cell. */
export function readCell(column: Pick<TableColumn, 'read'>, row: JsonObject): Cell {
  try {
    return column.read(row)
  } catch {
    return { text: '?', problem: true }
  }
}

export function isFigure({ kind }: TableColumn): boolean {
  return kind === 'money' || kind === 'whole'
}

/** Whether the text may be too wide for its column. Cutting every cell would cost more than drawing it. */
export function isLong({ kind, width = defaultWidth, private: hidden }: TableColumn, { text, problem }: Cell): boolean {
  if (hidden === true || problem === true) return true
  const perLetter = kind === 'money' || kind === 'whole' || kind === 'instant' || kind === 'id' ? 0.6 : 0.75
  return text.length * perLetter + 1 > width || wide.test(text)
}

function instantCell(value: Json | undefined, zone: Json | undefined): Cell | undefined {
  const at = readInstant(value, zone)
  if (at === undefined) return undefined
  if (typeof value === 'string' && isDay(value))
    return { text: formatDate(new Date(at), true), sort: at, title: value.trim(), file: value.trim() }
  const date = new Date(at)
  return { text: formatMoment(date), sort: at, title: formatBothZones(date) }
}

function wholeCell(text: string): Cell | undefined {
  if (!/^-?\d{1,15}(\.\d+)?$/.test(text)) return undefined
  return { text: formatDigits(text), sort: Number(text) }
}

/** Nested values are written only as far as a cell shows them. */
function shortText(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  const text = scalarText(value) ?? (typeof value === 'object' ? written(value, 3) : '')
  return withoutTurns(text.length > longest ? `${cutText(text, longest)}\u2026` : text)
}

function written(value: Json, depth: number): string {
  if (typeof value !== 'object' || value === null)
    return JSON.stringify(typeof value === 'string' ? value.slice(0, longest) : value)
  const list = Array.isArray(value)
  const names = Object.keys(list ? value.slice(0, mostParts) : value).slice(0, mostParts)
  const parts =
    depth === 0 && names.length > 0
      ? ['\u2026']
      : names.map((name) =>
          list
            ? written(value[Number(name)] ?? null, depth - 1)
            : `${JSON.stringify(name)}:${written(value[name] ?? null, depth - 1)}`,
        )
  return list ? `[${parts.join(',')}]` : `{${parts.join(',')}}`
}
