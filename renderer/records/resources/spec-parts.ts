// Short ways to write fields, columns and actions of a view: every label is a key of that view's messages.
import { scalarText, titleOf, valueIn, type Role } from '#answers/roles.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { defined } from '#contract/defined.ts'
import type { ActionSpec, ColumnSpec, Fact, FieldSpec, OperationKey, RequestParts } from './types.ts'

/** `messages`: the file below `messages/en` that has the words. */
export function specParts(messages: string) {
  type Control = FieldSpec['control']
  const field = (name: string, control: Control = 'text', more: Partial<FieldSpec> = {}): FieldSpec => ({
    name,
    label: `${messages}.field.${name}`,
    control,
    ...more,
  })
  const action = (
    operation: OperationKey,
    name: string,
    icon?: string,
    more: Partial<ActionSpec> = {},
  ): ActionSpec => ({ operation, label: `${messages}.action.${name}`, ...defined({ icon }), ...more })
  return {
    field,
    needed: (name: string, control?: Control, more?: Partial<FieldSpec>) =>
      field(name, control, { required: true, ...more }),
    hinted: (name: string, control?: Control, more?: Partial<FieldSpec>) =>
      field(name, control, { hint: `${messages}.hint.${name}`, ...more }),
    /** An amount of the currency that stands beside it. */
    money: (name: string, more?: Partial<FieldSpec>) => field(name, 'money', { currency: 'currency', ...more }),
    column: (name: string, kind: ColumnSpec['kind'] = 'text', width?: number): ColumnSpec =>
      defined({ id: name, label: `${messages}.field.${name}`, field: name, kind, width }),
    /** A column whose value is found by its role. */
    roleColumn: (
      id: string,
      role: Role,
      kind: ColumnSpec['kind'] = 'text',
      width?: number,
      more: Partial<ColumnSpec> = {},
    ): ColumnSpec => ({ ...defined({ id, label: `${messages}.field.${id}`, role, kind, width }), ...more }),
    action,
    read: (...[operation, name, icon, more]: Parameters<typeof action>): ActionSpec => ({
      ...action(operation, name, icon, more),
      label: `${messages}.read.${name}`,
    }),
    search: (
      operation: OperationKey,
      name: string,
      fields: readonly FieldSpec[],
      icon = 'i-lucide-search',
    ): ActionSpec => ({ operation, label: `${messages}.search.${name}`, icon, fields }),
  }
}

/** The fields of a record that have a value. */
export const valuesOf = (record: JsonObject | undefined, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name): Array<[string, Json]> => {
      const value = record?.[name]
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )

/** A body that names the record under `name`, with those of its fields that an edit starts from. */
export const naming =
  (name: string, ...kept: readonly string[]) =>
  (record: JsonObject | undefined, id: string | undefined): RequestParts => ({
    body: { ...(id === undefined ? {} : { [name]: id }), ...valuesOf(record, kept) },
  })

/** A request that names the record in its query. */
export const inQuery =
  (name: string) =>
  (_record: unknown, id: string | undefined): RequestParts => ({ query: id === undefined ? {} : { [name]: id } })

/** A request whose route carries the record. */
export const inPath =
  (name: string) =>
  (_record: unknown, id: string | undefined): RequestParts => ({ path: id === undefined ? {} : { [name]: id } })

/** Whether a record's status is one of these. */
export function hasStatus(record: JsonObject, resource: string, ...statuses: readonly string[]): boolean {
  const status = scalarText(valueIn(record, 'status', resource))?.toLowerCase()
  return status !== undefined && statuses.includes(status)
}

/** What a confirmation names of a record: its title and its status, each under a key of its label. */
export function factsOf(resource: string, labels: { title: string; status: string }) {
  return (record: JsonObject | undefined): Fact[] =>
    [
      { label: labels.title, value: record && titleOf(record, resource) },
      { label: labels.status, value: scalarText(record?.status) },
    ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]))
}

/** Known values by the name of the field that takes them. */
export type Known = Readonly<Partial<Record<string, ReadonlyArray<{ value: string; text: string }>>>>

/** The action with the known values offered in its fields. */
export function offering(spec: ActionSpec, known: Known): ActionSpec {
  if (spec.fields === undefined) return spec
  const fields = spec.fields.map((one): FieldSpec => {
    const suggestions = known[one.name] ?? []
    return suggestions.length === 0 ? one : { ...one, suggestions }
  })
  return { ...spec, fields }
}
