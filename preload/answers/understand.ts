// All that is understood of an answer, for a page where a person corrects it.
import { defined } from '#contract/defined.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { certainties, readAnswer, type Certainty, type Expectation, type Reading } from './answer.ts'
import { isCounted, isDay, namesTime, readInstant } from './dates.ts'
import { readAmount, type AmountUnit } from './money.ts'
import { roleField, roles, sampleOf, type Choice, type Role, type RoleField } from './roles.ts'

export const fieldReasons = [
  'by_name',
  'chosen',
  'several_fields',
  'unit_unknown',
  'currency_unknown',
  'unreadable',
  'no_field',
  'not_understood',
] as const
type FieldReason = (typeof fieldReasons)[number]

export interface UnderstoodField {
  certainty: Certainty
  reason: FieldReason
  field?: string
  candidates: string[]
}

interface UnderstoodAmount extends UnderstoodField {
  /** Undefined where nobody said it. */
  unit?: AmountUnit
}

interface UnderstoodName {
  name: string
  types: string[]
  /** Records that have it, of those sampled. */
  in: number
}

export interface Understood {
  reading: Pick<
    Reading,
    'certainty' | 'reason' | 'kind' | 'at' | 'wrapper' | 'keyed' | 'others' | 'complete' | 'total' | 'next'
  > & { count: number }
  fields: Record<Role, UnderstoodField>
  amounts: UnderstoodAmount[]
  dates: UnderstoodField[]
  names: UnderstoodName[]
  /** The least sure of list, identifier and other findings; of an empty list its own. */
  certainty: Certainty
}

const mostNames = 400

/** Pure; a person's choice never makes the list surer. */
export function understand(answer: Json, expectation: Expectation & { resource: string }, choice?: Choice): Understood {
  const { rows, certainty, reason, kind, at, wrapper, keyed, others, complete, total, next } = readAnswer(answer, {
    ...expectation,
    ...defined({ choice }),
  })
  const { resource } = expectation
  const sample = sampleOf(rows)
  const fields = Object.fromEntries(
    roles.map((role) => [role, understoodRole(role, roleField(rows, role, resource, choice), choice, certainty)]),
  ) as Record<Role, UnderstoodField>
  const names = namesOf(sample)
  const amounts = amountsOf(sample, names, fields, choice)
  const dates = names.flatMap(({ name }): UnderstoodField[] => {
    const values = valuesOf(sample, name)
    // Ten or thirteen digits may be a telephone number, or an identifier.
    const mayBeCounted = namesTime(name)
    const read = values.filter(
      (value) =>
        typeof value === 'string' &&
        (isDay(value) || readInstant(value) !== undefined) &&
        (mayBeCounted || !isCounted(value)),
    )
    const counted = mayBeCounted && values.every((value) => isCounted(value) && readInstant(value) !== undefined)
    if (values.length === 0 || (read.length === 0 && !counted)) return []
    const isClear = read.length === values.length && !values.some(isCounted)
    return [
      {
        field: name,
        candidates: [name],
        certainty: isClear ? 'clear' : 'guessed',
        reason: read.length === values.length || counted ? 'by_name' : 'unreadable',
      },
    ]
  })
  // Records of which neither name, status nor amount is known are not understood by their identifier.
  const nothingNamed = [fields.title, fields.status, fields.amount].every(({ field }) => field === undefined)
  const parts =
    rows.length === 0
      ? [certainty]
      : [
          certainty,
          fields.id.certainty,
          ...[fields.title, fields.status].filter(({ field }) => field !== undefined).map((one) => one.certainty),
          ...amounts.map((one) => one.certainty),
          ...(nothingNamed ? (['guessed'] as const) : []),
        ]
  return {
    reading: {
      certainty,
      reason,
      kind,
      at,
      wrapper,
      keyed,
      others,
      complete,
      count: rows.length,
      ...defined({ total, next }),
    },
    fields,
    amounts,
    dates,
    names,
    certainty: certainties.findLast((one) => parts.includes(one)) ?? 'not_understood',
  }
}

function understoodRole(
  role: Role,
  { field, candidates, ambiguous }: RoleField,
  choice: Choice | undefined,
  reading: Certainty,
): UnderstoodField {
  const found = { ...defined({ field }), candidates }
  if (reading === 'not_understood') return { ...found, certainty: 'not_understood', reason: 'not_understood' }
  if (field === undefined)
    return {
      ...found,
      certainty: role === 'id' && candidates.length > 0 ? 'guessed' : 'not_understood',
      reason: 'no_field',
    }
  if (choice?.fields[role] !== undefined) return { ...found, certainty: 'clear', reason: 'chosen' }
  return ambiguous
    ? { ...found, certainty: 'guessed', reason: 'several_fields' }
    : { ...found, certainty: 'clear', reason: 'by_name' }
}

const amountName = /amount|price|total$|^total|fee|tax|balance|refunded|revenue|raised|goal|subtotal|cost/i
const countName = /count|quantity|pages|items|votes/i

function amountsOf(
  sample: readonly JsonObject[],
  names: readonly UnderstoodName[],
  { amount, currency }: Record<Role, UnderstoodField>,
  choice: Choice | undefined,
): UnderstoodAmount[] {
  const fields = names.flatMap(({ name, types }) =>
    name === amount.field ||
    (amountName.test(name) &&
      !countName.test(name) &&
      types.some((type) => type !== 'boolean' && type !== 'null' && type !== 'array'))
      ? [name]
      : [],
  )
  return fields.flatMap((name): UnderstoodAmount[] => {
    const row = sample.find((one) => Object.hasOwn(one, name) && one[name] !== null && one[name] !== '')
    if (row === undefined) return []
    const reading = readAmount(
      row[name],
      currency.field === undefined ? undefined : row[currency.field],
      choice?.amounts,
      name,
    )
    const unit = choice?.amounts === undefined ? {} : { unit: choice.amounts }
    const own = { field: name, candidates: name === amount.field ? amount.candidates : [name], ...unit }
    if (name === amount.field && amount.certainty === 'guessed')
      return [{ ...own, certainty: 'guessed', reason: 'several_fields' }]
    if (reading.ok)
      return [
        {
          ...own,
          certainty: 'clear',
          reason: name === amount.field && amount.reason === 'chosen' ? 'chosen' : 'by_name',
        },
      ]
    if (reading.problem === 'unit_unknown') return [{ ...own, certainty: 'guessed', reason: 'unit_unknown' }]
    if (reading.problem === 'no_currency') return [{ ...own, certainty: 'guessed', reason: 'currency_unknown' }]
    return name === amount.field ? [{ ...own, certainty: 'not_understood', reason: 'unreadable' }] : []
  })
}

/** Never a value. */
function namesOf(sample: readonly JsonObject[]): UnderstoodName[] {
  const found = new Map<string, { types: Set<string>; in: number }>()
  for (const row of sample) {
    for (const [name, value] of Object.entries(row)) {
      if (!found.has(name) && found.size >= mostNames) continue
      const one = found.get(name) ?? { types: new Set<string>(), in: 0 }
      one.types.add(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
      one.in += 1
      found.set(name, one)
    }
  }
  return [...found].map(([name, { types, in: count }]) => ({ name, types: [...types].sort(), in: count }))
}

const valuesOf = (sample: readonly JsonObject[], name: string): Json[] =>
  sample.flatMap((row) =>
    Object.hasOwn(row, name) && row[name] !== null && row[name] !== '' ? [row[name] ?? null] : [],
  )
