// What charges brought. A sum stands only over a list that is complete and read without a doubt.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { flagOf } from './air-state.ts'
import { readListing } from './answer.ts'
import { readInstant, zoneIn } from './dates.ts'
import { at, plain } from './json.ts'
import type { PageOf } from './paging.ts'
import { readAmount, type Money } from './money.ts'
import { roleField, sampleOf, scalarText, valueIn, type Choice } from './roles.ts'
import { broughtBy, partsOf } from './status-words.ts'

const chargeResource = 'payment/charge'

export interface ChargeSum {
  /** One for each currency, the largest list first. */
  sums: Money[]
  count: number
  /** What went back is not in it. Else the charges do not say what went back. */
  net: boolean
}

/** Of one currency. */
export interface CurrencySum extends Money {
  count: number
}

/**
 * What succeeded charges brought, less what went back of them. Undefined unless the list is complete and of each charge
 * its status is understood and its amounts are certain. `page` is what the answer says of its page besides its body.
 */
export function sumCharges(data: Json | undefined, choice?: Choice, page?: PageOf): ChargeSum | undefined {
  const found = chargeSums(data, choice, undefined, page)
  return (
    found && {
      sums: found.sums.map(({ minor, currency }) => ({ minor, currency })),
      count: found.sums.reduce((all, { count }) => all + count, 0),
      net: found.net,
    }
  )
}

/**
 * As `sumCharges`, for each currency; with `since`, of the charges that were made from then on. For those a page is
 * enough that is sorted from the newest and reaches further back. Undefined also where a charge does not say when it
 * was made.
 */
export function chargeSums(
  data: Json | undefined,
  choice?: Choice,
  since?: number,
  page?: PageOf,
): { sums: CurrencySum[]; net: boolean } | undefined {
  if (data === undefined) return undefined
  const { rows, complete, certainty, reason } = readListing(data, chargeResource, choice, undefined, page)
  const when = roleField(rows, 'at', chargeResource, choice).field
  const times = rows.map((row) => (when === undefined ? undefined : readInstant(at(row, when), zoneIn(row))))
  // A list that the person pointed out is theirs to judge.
  if (certainty !== 'clear' && reason !== 'chosen') return undefined
  if (!complete && !reachesBack(times, since)) return undefined
  if (rows.length === 0) return { sums: [], net: true }
  const { field, ambiguous } = roleField(rows, 'amount', chargeResource, choice)
  if (field === undefined || ambiguous) return undefined
  const sums = new Map<string, { minor: number; count: number }>()
  let net = true
  for (const [place, row] of rows.entries()) {
    if (since !== undefined) {
      const at = times[place]
      if (at === undefined) return undefined
      if (at < since) continue
    }
    const taken = takenBy(row, field, choice)
    if (taken === undefined) return undefined
    if (taken === 'nothing') continue
    const { minor, currency } = taken.money
    net &&= taken.net
    const before = sums.get(currency) ?? { minor: 0, count: 0 }
    const sum = before.minor + minor
    if (!Number.isSafeInteger(sum)) return undefined
    sums.set(currency, { minor: sum, count: before.count + 1 })
  }
  return {
    sums: [...sums]
      .sort(([, a], [, b]) => b.count - a.count)
      .map(([currency, { minor, count }]) => ({ currency, minor, count })),
    net,
  }
}

/** What a charge brought and kept; undefined where that is not certain. */
function takenBy(
  row: JsonObject,
  field: string,
  choice: Choice | undefined,
): { money: Money; net: boolean } | 'nothing' | undefined {
  const status = scalarText(valueIn(row, 'status', chargeResource, choice))
  const brought = status === undefined ? undefined : broughtBy(status)
  if (brought === undefined) return undefined
  if (brought === 'no' || brought === 'back') return 'nothing'
  if (Object.entries(row).some(([name, value]) => denies(name, value))) return undefined
  const currency = valueIn(row, 'currency', chargeResource, choice)
  const reading = readAmount(at(row, field), currency, choice?.amounts, field)
  if (!reading.ok || reading.money.minor < 0) return undefined
  const back = wentBack(row, reading.money, choice)
  if (back === 'unknown' || (back === undefined && brought === 'in_part')) return undefined
  if (back === undefined) return { money: reading.money, net: false }
  const left = reading.money.minor - back
  if (left < 0) return undefined
  return left === 0 && back > 0 ? 'nothing' : { money: { ...reading.money, minor: left }, net: true }
}

/** A flag that contradicts a status of success: `captured: false`, `disputed: true`. */
function denies(name: string, value: Json): boolean {
  if (typeof value !== 'boolean') return false
  const parts = partsOf(name).filter((part) => part !== 'is')
  const said = parts.length === 1 ? broughtBy(parts[0] ?? '') : undefined
  return (said === 'yes' && !value) || (said === 'no' && value)
}

const backName = /refunded|refundamount|refundtotal|totalrefund|amountrefund|refunds$|chargedback|chargeback|reversed/
const noAmount = /refundable|count|reason|status|id$|by$|(?:at|on|date|time)$/

/** Minor units that went back, as the charge says; undefined where it says nothing of that. */
function wentBack(row: JsonObject, of: Money, choice: Choice | undefined): number | 'unknown' | undefined {
  const amounts: number[] = []
  let flag: boolean | undefined
  for (const [name, value] of Object.entries(row)) {
    const bare = plain(name)
    if (value === null || !backName.test(bare) || noAmount.test(bare)) continue
    if (typeof value === 'boolean') {
      flag = flag === true || value
      continue
    }
    const back = amountBack(value, of, name, choice)
    if (back === undefined) return 'unknown'
    amounts.push(back)
  }
  const most = amounts.length === 0 ? undefined : Math.max(...amounts)
  if (flag !== true) return most ?? (flag === false ? 0 : undefined)
  return most === 0 ? 'unknown' : (most ?? of.minor)
}

/** The field in which charges say how much of them was refunded, under whatever name (`amount_refunded`). */
export function refundedField(rows: readonly JsonObject[]): string | undefined {
  const isAmount = (value: Json | undefined): boolean =>
    isObject(value) ||
    typeof value === 'number' ||
    (typeof value === 'string' && flagOf(value) === undefined && value !== '')
  const named = sampleOf(rows).flatMap((row) =>
    Object.keys(row).filter((name) => {
      const bare = plain(name)
      return /refund/.test(bare) && backName.test(bare) && !noAmount.test(bare) && isAmount(row[name])
    }),
  )
  return named.find((name) => plain(name) !== 'refunded') ?? named[0]
}

/** Nothing is nothing in every unit. */
function amountBack(
  value: Json,
  { currency, minor }: Money,
  field: string,
  choice: Choice | undefined,
): number | undefined {
  if ((Array.isArray(value) && value.length === 0) || Number(scalarText(value) ?? Number.NaN) === 0) return 0
  const reading = readAmount(value, currency, choice?.amounts, field)
  if (!reading.ok || reading.money.currency !== currency) return undefined
  const back = Math.abs(reading.money.minor)
  return back <= minor ? back : undefined
}

/** Whether a page, by the times of its rows, has everything from `since` on. */
function reachesBack(times: ReadonlyArray<number | undefined>, since: number | undefined): boolean {
  const last = times.at(-1)
  if (since === undefined || last === undefined || last >= since) return false
  return times.every((at, place) => at !== undefined && at <= (times[place - 1] ?? Infinity))
}
