import { withoutTurns } from '#contract/direction.ts'
import { defined } from '#contract/defined.ts'
import { isPerson } from '#contract/people.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { at } from '#answers/answer.ts'
import { isDay, readInstant, zoneIn } from '#answers/dates.ts'
import { roles, scalarText, type Role } from '#answers/roles.ts'
import { formatDate } from '#kit/composables/time/time.ts'
import { fieldOf, hides, isPrivate, looksLikeInstant, nameOf, roleKinds } from '../list/columns.ts'
import { referenceOf, type Reference } from '../references.ts'
import type { ColumnSpec } from '../types.ts'
import type { Reader } from '../useReader.ts'

export interface ShownField {
  name: string
  /** The record that an identifier names. */
  reference?: Reference
  /** Message key, where the view names one. */
  label?: string
  kind: ColumnSpec['kind']
  value: Json
  text: string
  /** ISO 8601. */
  at?: string
  private: boolean
  summary: string
  /** Whether its unit is unknown. */
  doubt: boolean
}

export function recordFields(record: JsonObject, columns: readonly ColumnSpec[], reader: Reader): ShownField[] {
  const resource = reader.resource.value
  const played = new Map<string, Role>()
  for (const role of roles) {
    const { field } = reader.field([record], role)
    if (field !== undefined && !played.has(field)) played.set(field, role)
  }
  const named = columns.flatMap((column) => {
    const name = fieldOf(column, [record], reader)
    return name === undefined || at(record, name) === undefined
      ? []
      : [
          shown(
            record,
            name,
            column.kind,
            isPrivate(column, resource) || hides(played.get(name), resource),
            reader,
            column.label,
          ),
        ]
  })
  const done = new Set(named.map(({ name }) => name))
  const rest = Object.keys(record).filter((name) => !done.has(name))
  const others = [...rest.filter((name) => played.has(name)), ...rest.filter((name) => !played.has(name))]
  return [
    ...unique(named),
    ...others.map((name) =>
      shown(record, name, kindOf(name, record[name], played.get(name)), hides(played.get(name), resource), reader),
    ),
  ]
}

function unique(fields: ShownField[]): ShownField[] {
  return fields.filter(({ name }, index) => fields.findIndex((other) => other.name === name) === index)
}

function kindOf(name: string, value: Json | undefined, role: Role | undefined): ColumnSpec['kind'] {
  const known = role === undefined ? undefined : roleKinds[role]
  if (known !== undefined) return known
  if (/amount|price/i.test(name) && (typeof value === 'number' || typeof value === 'string')) return 'money'
  if (typeof value === 'boolean') return 'switch'
  if (looksLikeInstant(name) && readInstant(value) !== undefined) return 'instant'
  return /(^|[a-z_-])id$/i.test(name) && typeof value === 'string' ? 'id' : 'text'
}

function shown(
  record: JsonObject,
  name: string,
  kind: ColumnSpec['kind'],
  hidden: boolean,
  reader: Reader,
  label?: string,
): ShownField {
  const value = at(record, name) ?? null
  const instant = kind === 'instant' && !isDay(value) ? readInstant(value, zoneIn(record)) : undefined
  const day = kind === 'instant' && isDay(value) ? readInstant(value) : undefined
  const money = kind === 'money'
  const reading = money ? reader.amount(record, name) : undefined
  const plain = money && (reading?.ok === true || !isObject(value))
  const folded = !plain && isObject(value)
  return {
    name,
    ...(label === undefined ? {} : { label }),
    kind,
    ...defined({ reference: kind === 'id' || /id$/i.test(name) ? referenceOf(name) : undefined }),
    value: plain ? (scalarText(value) ?? reader.money(record, name)) : value,
    text: plain
      ? reader.money(record, name)
      : day === undefined
        ? withoutTurns(scalarText(folded ? nameOf(value) : value) ?? '')
        : formatDate(new Date(day), true),
    ...(instant === undefined ? {} : { at: new Date(instant).toISOString() }),
    // A nested value may name anybody.
    private: hidden || folded || isPerson(referenceOf(name)?.resource ?? ''),
    summary: Array.isArray(value)
      ? `[${value.length}]`
      : isObject(value)
        ? `{ ${Object.keys(value).slice(0, 6).join(', ').slice(0, 200)} }`
        : '',
    doubt: reading?.ok === false && reading.problem === 'unit_unknown',
  }
}
