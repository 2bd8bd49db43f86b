// How the billing resources write their fields and columns: a label for each name, in one place of the messages.
import type { ActionSpec, ColumnSpec, FieldSpec, RequestParts } from '../../../resources/types.ts'

type More = Partial<Omit<FieldSpec, 'name' | 'label'>>

export const field = (name: string, control: FieldSpec['control'] = 'text', more: More = {}): FieldSpec => ({
  name,
  label: `billing.field.${name}`,
  control,
  ...more,
})
export const needed = (name: string, control: FieldSpec['control'] = 'text'): FieldSpec =>
  field(name, control, { required: true })
export const hinted = (name: string, control: FieldSpec['control'] = 'text', more: More = {}): FieldSpec =>
  field(name, control, { hint: `billing.hint.${name}`, ...more })
export const amount = (name = 'amount', more: More = {}): FieldSpec =>
  field(name, 'money', { currency: 'currency', ...more })
export const currency = (more: More = {}): FieldSpec => hinted('currency', 'text', more)

export const column = (name: string, kind: ColumnSpec['kind'] = 'text', width?: number): ColumnSpec => ({
  id: name,
  label: `billing.field.${name}`,
  field: name,
  kind,
  ...(width === undefined ? {} : { width }),
})
export const title: ColumnSpec = { id: 'title', label: 'billing.field.title', role: 'title', kind: 'text' }
export const money: ColumnSpec = {
  id: 'amount',
  label: 'billing.field.amount',
  role: 'amount',
  kind: 'money',
  width: 9,
}
/** An amount under exactly this name: another amount in its place would be a wrong one. */
export const priceOf = (name: string): ColumnSpec => column(name, 'money', 9)
export const status: ColumnSpec = {
  id: 'status',
  label: 'billing.field.status',
  role: 'status',
  kind: 'status',
  width: 9,
}
export const customer: ColumnSpec = {
  id: 'customer',
  label: 'billing.field.customerId',
  role: 'customer',
  kind: 'id',
  width: 8,
  private: true,
}
export const made: ColumnSpec = {
  id: 'createdAt',
  label: 'billing.field.createdAt',
  role: 'at',
  kind: 'instant',
  width: 11,
}
export const id: ColumnSpec = { id: 'id', label: 'billing.field.id', role: 'id', kind: 'id', width: 8 }

/** A GET or DELETE that names the record in its query. */
export function inQuery(name: string) {
  return (_record: unknown, record: string | undefined): RequestParts => ({
    query: record === undefined ? {} : { [name]: record },
  })
}

/** A GET whose route carries the record. */
export function inPath(name: string) {
  return (_record: unknown, record: string | undefined): RequestParts => ({
    path: record === undefined ? {} : { [name]: record },
  })
}

/** A search by these fields. */
export function search(
  operation: ActionSpec['operation'],
  label: string,
  fields: readonly FieldSpec[],
  icon = 'i-lucide-search',
): ActionSpec {
  return { operation, label: `billing.search.${label}`, icon, fields }
}
