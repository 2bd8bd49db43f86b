// Income in the platform's own figures.
import { defined } from '#contract/defined.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing, readRecord } from './answer.ts'
import { readInstant, zoneIn } from './dates.ts'
import { formatMoney, readAmount, type Money } from './money.ts'
import { idOf, inOneLine, roleField, scalarText, titleOf, valueIn, type Choice } from './roles.ts'
import { countOf, fieldNamed } from './stream-status.ts'

export interface ShownAmount {
  text: string
  /** What the text says, where it was read without a doubt. */
  money?: Money
  problem?: 'unit_unknown' | 'no_currency' | 'not_a_number' | 'too_precise' | 'too_large'
}

export interface GoalReading {
  percent?: number
  raised?: ShownAmount
  goal?: ShownAmount
  payments?: number
}

export interface ChargeRow {
  id: string
  /** What was paid for, or who paid where nothing says what for. */
  title: string
  /** Whether the title says what was paid for, and so names nobody. */
  namesGoods: boolean
  amount?: ShownAmount
  status?: string
  /** Milliseconds since 1970. */
  at?: number
}

const raisedNames = ['raised', 'raisedamount', 'amountraised', 'collected', 'currentamount', 'current']
/** Only beside a goal: alone they may be the goal. */
const besideGoal = ['amount', 'total']
const goalNames = ['goal', 'goalamount', 'target', 'targetamount']
const percentNames = ['percent', 'percentage', 'progresspercent', 'percentcomplete', 'progress']

export function readGoal(data: Json | undefined, choice?: Choice): GoalReading | undefined {
  const record = readRecord(data, 'payment/link')
  if (record === undefined) return undefined
  const amount = (names: readonly string[]): ShownAmount | undefined => {
    const found = fieldNamed(record, names)
    return found === undefined
      ? undefined
      : shown(found.value, valueIn(record, 'currency', '', choice), choice, found.name)
  }
  const goal = amount(goalNames)
  const raised = amount(goal === undefined ? raisedNames : [...raisedNames, ...besideGoal])
  const percent = percentOf(record)
  const payments = countOf(fieldNamed(record, ['payments', 'paymentcount', 'donations', 'count'])?.value)
  return {
    ...defined({ percent, raised, goal, payments }),
  }
}

/** A platform that takes no limit gives tens of thousands. */
const mostCharges = 50

export function readCharges(data: Json | undefined, choice?: Choice): { rows: ChargeRow[]; total?: number } {
  if (data === undefined) return { rows: [] }
  const { rows, total } = readListing(data, chargeResource, choice)
  const when = roleField(rows, 'at', chargeResource, choice).field
  const amount = roleField(rows, 'amount', chargeResource, choice).field
  const at = new Map(
    rows.map((row) => [row, (when === undefined ? undefined : readInstant(row[when], zoneIn(row))) ?? 0]),
  )
  const newest = [...rows].sort((a, b) => (at.get(b) ?? 0) - (at.get(a) ?? 0))
  const read = newest
    .slice(0, mostCharges)
    .flatMap((row) => chargeOf(row, amount, choice))
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
  return { rows: read, ...defined({ total }) }
}

const chargeResource = 'payment/charge'

function chargeOf(row: JsonObject, field: string | undefined, choice: Choice | undefined): ChargeRow[] {
  const resource = chargeResource
  const id = idOf(row, resource, choice)
  if (id === undefined) return []
  const amount =
    field === undefined ? undefined : shown(row[field], valueIn(row, 'currency', resource, choice), choice, field)
  const status = scalarText(valueIn(row, 'status', resource, choice))
  const at = readInstant(valueIn(row, 'at', resource, choice), zoneIn(row))
  const said = scalarText(fieldNamed(row, ['description', 'item', 'product', 'purpose'])?.value)
  const goods = said === undefined ? undefined : inOneLine(said)
  return [
    {
      id,
      title: goods ?? titleOf(row, resource, choice) ?? id,
      namesGoods: goods !== undefined,
      ...defined({ amount, status, at }),
    },
  ]
}

function shown(
  value: Json | undefined,
  currency: Json | undefined,
  choice: Choice | undefined,
  field: string,
): ShownAmount | undefined {
  const reading = readAmount(value, currency, choice?.amounts, field)
  if (reading.ok) return { text: formatMoney(reading.money), money: reading.money }
  if (reading.problem === 'none') return undefined
  return {
    text: [scalarText(value) ?? JSON.stringify(value), scalarText(currency)].filter(Boolean).join(' '),
    problem: reading.problem,
  }
}

/** A share between 0 and 1 is one only where the field is not called a percentage. */
function percentOf(record: JsonObject): number | undefined {
  const found = fieldNamed(record, percentNames)
  const number = Number((scalarText(found?.value) ?? '').replace(/\s*%$/, '') || Number.NaN)
  if (found === undefined || !Number.isFinite(number) || number < 0) return undefined
  return number > 0 && number < 1 && !/percent/i.test(found.name) ? number * 100 : number
}
