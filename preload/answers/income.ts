// Income in the platform's own figures. A sum stands only over a list that is complete and read without a doubt.
import { defined } from '#contract/defined.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing, readRecord } from './answer.ts'
import { readInstant } from './dates.ts'
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

const raisedNames = [
  'raised',
  'raisedamount',
  'amountraised',
  'collected',
  'currentamount',
  'current',
  'amount',
  'total',
]
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
  const raised = amount(raisedNames)
  const goal = amount(goalNames)
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
  const at = new Map(rows.map((row) => [row, (when === undefined ? undefined : readInstant(row[when])) ?? 0]))
  const newest = [...rows].sort((a, b) => (at.get(b) ?? 0) - (at.get(a) ?? 0))
  const read = newest
    .slice(0, mostCharges)
    .flatMap((row) => chargeOf(row, amount, choice))
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
  return { rows: read, ...defined({ total }) }
}

const chargeResource = 'payment/charge'

export interface ChargeSum {
  /** One for each currency, the largest list first. */
  sums: Money[]
  count: number
}

/** Of one currency. */
export interface CurrencySum extends Money {
  count: number
}

/** Charges that brought no money, or not yet. */
const withoutMoney = /fail|declin|cancel|void|pending|process|requires|expired|incomplete|blocked|uncaptured|authori/i

/**
 * What succeeded charges add up to. Undefined unless the list is complete (the platform counts no more than it listed)
 * and the amount of each charge is certain.
 */
export function sumCharges(data: Json | undefined, choice?: Choice): ChargeSum | undefined {
  const sums = chargeSums(data, choice)
  return (
    sums && {
      sums: sums.map(({ minor, currency }) => ({ minor, currency })),
      count: sums.reduce((all, { count }) => all + count, 0),
    }
  )
}

/**
 * As `sumCharges`, for each currency; with `since`, of the charges that were made from then on. For those a page is
 * enough that is sorted from the newest and reaches further back. Undefined also where a charge does not say when it
 * was made.
 */
export function chargeSums(data: Json | undefined, choice?: Choice, since?: number): CurrencySum[] | undefined {
  if (data === undefined) return undefined
  const { rows, total } = readListing(data, chargeResource, choice)
  const when = roleField(rows, 'at', chargeResource, choice).field
  const times = rows.map((row) => (when === undefined ? undefined : readInstant(row[when])))
  if (total !== rows.length && !reachesBack(times, since)) return undefined
  if (rows.length === 0) return []
  const field = roleField(rows, 'amount', chargeResource, choice).field
  if (field === undefined) return undefined
  const sums = new Map<string, { minor: number; count: number }>()
  for (const [place, row] of rows.entries()) {
    if (since !== undefined) {
      const at = times[place]
      if (at === undefined) return undefined
      if (at < since) continue
    }
    const status = scalarText(valueIn(row, 'status', chargeResource, choice))
    if (status === undefined) return undefined
    if (withoutMoney.test(status)) continue
    const reading = readAmount(row[field], valueIn(row, 'currency', chargeResource, choice), choice?.amounts, field)
    if (!reading.ok) return undefined
    const { minor, currency } = reading.money
    const before = sums.get(currency) ?? { minor: 0, count: 0 }
    sums.set(currency, { minor: before.minor + minor, count: before.count + 1 })
  }
  return [...sums]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([currency, { minor, count }]) => ({ currency, minor, count }))
}

/** Whether a page, by the times of its rows, has everything from `since` on. */
function reachesBack(times: ReadonlyArray<number | undefined>, since: number | undefined): boolean {
  const last = times.at(-1)
  if (since === undefined || last === undefined || last >= since) return false
  return times.every((at, place) => at !== undefined && at <= (times[place - 1] ?? Infinity))
}

function chargeOf(row: JsonObject, field: string | undefined, choice: Choice | undefined): ChargeRow[] {
  const resource = chargeResource
  const id = idOf(row, resource, choice)
  if (id === undefined) return []
  const amount =
    field === undefined ? undefined : shown(row[field], valueIn(row, 'currency', resource, choice), choice, field)
  const status = scalarText(valueIn(row, 'status', resource, choice))
  const at = readInstant(valueIn(row, 'at', resource, choice))
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
