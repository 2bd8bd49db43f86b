import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { at, type Reading } from '#answers/answer.ts'
import { formatMoney } from '#kit/composables/locale/numbers.ts'
import { readAmount, type AmountUnit } from '#answers/money.ts'
import { roleField, scalarText, type Choice, type Role } from '#answers/roles.ts'

/** Other roles are never acted upon. */
export const askedRoles: readonly Role[] = ['id', 'title', 'status', 'amount']

interface RoleQuestion {
  kind: 'role'
  role: Role
  candidates: Array<{ field: string; example: string }>
}

export interface UnitQuestion {
  kind: 'unit'
  field: string
  example: string
  minor: string
  major: string
}

export type Question = RoleQuestion | UnitQuestion

export function questionsOf(
  rows: readonly JsonObject[],
  wanted: readonly Role[],
  resource: string,
  choice: Choice | undefined,
  unit: AmountUnit | undefined,
  prices: readonly string[] = [],
): Question[] {
  const open = wanted.flatMap((role): RoleQuestion[] => {
    if (choice?.fields[role] !== undefined) return []
    const { field, candidates, ambiguous } = roleField(rows, role, resource, choice)
    // An identifier can't stay open: nothing could be done with the record.
    if (!ambiguous && !(role === 'id' && field === undefined && candidates.length > 1)) return []
    return [
      { kind: 'role', role, candidates: candidates.map((name) => ({ field: name, example: exampleOf(rows, name) })) },
    ]
  })
  const unitQuestion = unit === undefined ? askUnit(rows, wanted, resource, choice, prices) : undefined
  return unitQuestion === undefined ? open : [...open, unitQuestion]
}

/** The question of the unit, on the first amount with a known currency. */
export function askUnit(
  rows: readonly JsonObject[],
  wanted: readonly Role[],
  resource: string,
  choice: Choice | undefined,
  prices: readonly string[] = [],
): UnitQuestion | undefined {
  const amount = wanted.includes('amount') ? roleField(rows, 'amount', resource, choice).field : undefined
  const fields = new Set([...(amount === undefined ? [] : [amount]), ...prices])
  return [...fields].map((field) => askUnitOf(field, rows, resource, choice)).find((question) => question !== undefined)
}

function askUnitOf(
  field: string,
  rows: readonly JsonObject[],
  resource: string,
  choice: Choice | undefined,
): UnitQuestion | undefined {
  const currencyField = roleField(rows, 'currency', resource, choice).field
  const examples = rows.slice(0, 200).filter((row) => {
    const reading = readAmount(at(row, field), currencyOf(row, currencyField), undefined, field)
    return !reading.ok && reading.problem === 'unit_unknown'
  })
  // Nothing is learned from 0.
  const row = examples.find((one) => scalarText(plainOf(at(one, field))) !== '0') ?? examples[0]
  if (row === undefined) return undefined
  const written = (unit: AmountUnit): string => {
    const reading = readAmount(at(row, field), currencyOf(row, currencyField), unit, field)
    return reading.ok ? formatMoney(reading.money) : ''
  }
  return {
    kind: 'unit',
    field,
    example: scalarText(plainOf(at(row, field))) ?? '',
    minor: written('minor'),
    major: written('major'),
  }
}

export function fieldsOf(rows: readonly JsonObject[]): Array<{ field: string; example: string }> {
  return [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))].map((field) => ({
    field,
    example: exampleOf(rows, field),
  }))
}

export function listsOf({
  at: here,
  others,
  kind,
  certainty,
}: Pick<Reading, 'at' | 'others' | 'kind' | 'certainty'>): string[] {
  const lists = [...(kind === 'list' ? [here] : []), ...others].filter((path) => path !== '')
  return others.length === 0 && certainty === 'clear' ? [] : lists
}

function exampleOf(rows: readonly JsonObject[], field: string): string {
  const value = rows.find((row) => row[field] !== null && row[field] !== undefined)?.[field]
  return scalarText(value)?.slice(0, 60) ?? (value === undefined ? '' : JSON.stringify(value).slice(0, 60))
}

const currencyOf = (row: JsonObject, field: string | undefined): Json | undefined =>
  field === undefined ? undefined : at(row, field)
const plainOf = (value: Json | undefined): Json | undefined => (isObject(value) ? (value.value ?? value.amount) : value)
