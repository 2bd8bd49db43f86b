import { defined } from '#contract/defined.ts'
import { isObject, type JsonObject } from '#contract/json.ts'
import { isPerson } from '#contract/people.ts'
import { cellOf, type Cell, type TableColumn } from '#kit/composables/table-column.ts'
import { at } from '#answers/answer.ts'
import { namesTime, readInstant, zoneIn } from '#answers/dates.ts'
import { roles, scalarText, type Role } from '#answers/roles.ts'
import { referenceOf, type Reference } from '../references.ts'
import type { ColumnSpec } from '../types.ts'
import type { NameOf } from '../useRecordNames.ts'
import type { Reader } from '../useReader.ts'

export function hides(role: Role | undefined, resource: string): boolean {
  return role === 'customer' || role === 'email' || (role === 'title' && isPerson(resource))
}

export const roleKinds: Partial<Record<Role, ColumnSpec['kind']>> = {
  id: 'id',
  status: 'status',
  at: 'instant',
  changedAt: 'instant',
  amount: 'money',
  url: 'url',
}
const mostInferred = 8

/** Each role's field is found once for all rows; a row without it is asked itself. */
export function tableColumns(
  specs: readonly ColumnSpec[],
  rows: readonly JsonObject[],
  reader: Reader,
  translate: (key: string) => string,
  nameOf: NameOf = () => undefined,
  valueText: ValueText = () => undefined,
): TableColumn[] {
  return specs.map((spec) => {
    const reference = referenceIn(spec)
    return {
      id: spec.id,
      label: translate(spec.label),
      // A name is no identifier, and wider than one.
      kind: reference === undefined ? spec.kind : 'text',
      ...defined({ width: reference === undefined ? spec.width : spec.width && Math.max(spec.width, nameWidth) }),
      ...(isPrivate(spec, reader.resource.value) || (reference !== undefined && isPerson(reference.resource))
        ? { private: true }
        : {}),
      read: named(cellReader(spec, rows, reader, valueText), reference, nameOf),
    }
  })
}

/** In rem. */
const nameWidth = 10

/** What a column of identifiers names. */
export const referenceIn = ({ kind, field, role, id }: ColumnSpec): Reference | undefined =>
  kind === 'id' ? referenceOf(field ?? (role === 'customer' ? 'customer' : id)) : undefined

/** Shows the name of the record in place of its identifier, which stays in sight on hover. */
function named(
  read: (row: JsonObject) => Cell,
  reference: Reference | undefined,
  nameOf: NameOf,
): (row: JsonObject) => Cell {
  if (reference === undefined) return read
  return (row) => {
    const cell = read(row)
    const name = cell.text === '' ? undefined : nameOf(reference, cell.text)
    return name === undefined ? cell : { ...cell, text: name, title: cell.text, file: cell.text }
  }
}

export function isPrivate({ private: hidden, role }: Pick<ColumnSpec, 'private' | 'role'>, resource: string): boolean {
  return hidden ?? hides(role, resource)
}

export function fieldOf(
  { among, field, role }: Pick<ColumnSpec, 'among' | 'field' | 'role'>,
  rows: readonly JsonObject[],
  reader: Reader,
): string | undefined {
  return among?.(rows) ?? field ?? (role === undefined ? undefined : reader.field(rows, role).field)
}

/** The word for a value of a field, as `useWords` gives it. */
export type ValueText = (field: string, value: string) => string | undefined

function cellReader(
  spec: ColumnSpec,
  rows: readonly JsonObject[],
  reader: Reader,
  valueText: ValueText,
): (row: JsonObject) => Cell {
  const found = fieldOf(spec, rows, reader)
  const currency = reader.field(rows, 'currency').field
  const unit = reader.unit.value
  return (row) => {
    const own =
      found !== undefined && at(row, found) !== undefined
        ? found
        : spec.field === undefined && spec.role !== undefined
          ? reader.field([row], spec.role).field
          : found
    if (own === undefined) return { text: '' }
    const value = at(row, own)
    if (spec.kind !== 'money') {
      const isTime = spec.kind === 'instant'
      const cell = cellOf(
        spec.kind,
        isObject(value) && !isTime ? (nameOf(value) ?? value) : value,
        {},
        isTime ? zoneIn(row) : undefined,
      )
      const word = spec.kind === 'text' && cell.text !== '' ? valueText(own, cell.text) : undefined
      return word === undefined || word === cell.text
        ? cell
        : { ...cell, text: word, title: cell.text, file: cell.text }
    }
    const reading = cellOf('money', value, {
      currency: currency === undefined ? reader.value(row, 'currency') : at(row, currency),
      unit,
      field: own.split('.').at(-1),
    })
    return reading.problem ? { ...reading, text: reader.money(row, own) || reading.text } : reading
  }
}

export function nameOf(value: JsonObject): string | undefined {
  return ['name', 'title', 'label', 'id']
    .map((name) => scalarText(value[name]))
    .find((text) => text !== undefined)
    ?.slice(0, 400)
}

export function inferColumns(rows: readonly JsonObject[], reader: Reader): ColumnSpec[] {
  const scalar = (row: JsonObject, field: string): boolean =>
    row[field] !== null && row[field] !== undefined && typeof row[field] !== 'object'
  const played = new Map(
    roles.flatMap((role) => {
      const { field } = reader.field(rows, role)
      return field === undefined ? [] : [[field, role] as const]
    }),
  )
  const fields = [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))].filter(
    (field) => played.has(field) || rows.some((row) => scalar(row, field)),
  )
  const ranked = [...fields].sort((a, b) => rank(played.get(a)) - rank(played.get(b)))
  return ranked
    .slice(0, mostInferred)
    .map((field) => inferColumn(field, rows, played.get(field), reader.resource.value))
}

const widths: Partial<Record<ColumnSpec['kind'], number>> = {
  id: 9,
  status: 10,
  money: 9,
  whole: 7,
  instant: 11,
  switch: 6,
}
const order: readonly Role[] = ['title', 'status', 'amount', 'currency', 'customer', 'at', 'email', 'id']
const rank = (role: Role | undefined): number =>
  role === undefined || !order.includes(role) ? order.length : order.indexOf(role)

function inferColumn(field: string, rows: readonly JsonObject[], role: Role | undefined, resource: string): ColumnSpec {
  const values = rows
    .slice(0, 50)
    .map((row) => row[field])
    .filter((value) => value !== null && value !== undefined)
  const kind = (role === undefined ? undefined : roleKinds[role]) ?? guess(field, values)
  const width = widths[kind]
  return {
    id: field,
    label: field,
    field,
    kind,
    ...defined({ width, role }),
    ...(hides(role, resource) ? { private: true } : {}),
  }
}

function guess(field: string, values: ReadonlyArray<JsonObject[string] | undefined>): ColumnSpec['kind'] {
  if (values.length === 0) return 'text'
  if (values.every((value) => typeof value === 'boolean')) return 'switch'
  if (looksLikeInstant(field) && values.every((value) => readInstant(value) !== undefined)) return 'instant'
  if (values.every((value) => typeof value === 'number' && Number.isInteger(value))) return 'whole'
  return /id$/i.test(field) ? 'id' : 'text'
}

/** Only fields named like a date are read as one. */
export function looksLikeInstant(field: string): boolean {
  return namesTime(field) || /^(created|updated|modified|due|start|end|expires)/i.test(field)
}
