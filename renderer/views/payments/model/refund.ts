// How much of a charge can still go back, in whole minor units. A figure that can't be read stops the refund; nothing is guessed.
import type { Json, JsonObject } from '#contract/json.ts'
import { at, type ReadingReason } from '#answers/answer.ts'
import { spelled } from '#answers/json.ts'
import type { AmountReading, AmountUnit, Money } from '#answers/money.ts'
import { idOf, roleField, scalarText, textIn, valueIn } from '#answers/roles.ts'
import { refundedField } from '#answers/takings.ts'
import { amountIn, unitBeside, withoutSign, type AmountProblem } from './amounts.ts'
import { isOf, lineOf, normalStatus, refundResource, shownAmount, type ReadingRules, type RefundLine } from './lines.ts'
import type { Pages } from './pages.ts'

const chargeResource = 'payment/charge'

/** Why nothing may be refunded yet. */
export type Blocker =
  | { kind: 'charge_amount'; problem: AmountProblem; shown: string }
  | { kind: 'said_amount'; problem: AmountProblem; shown: string }
  | { kind: 'refund_amount'; problem: AmountProblem; shown: string; refund: string }
  | { kind: 'refund_currency'; currency: string; refund: string }
  | { kind: 'incomplete'; read: number; total: number | undefined }
  | { kind: 'not_clear'; of: 'charge' | 'refunds'; reason: ReadingReason; at: string }
  | { kind: 'which_amount'; of: 'charge' | 'refunds'; candidates: string[] }
  | { kind: 'another_charge'; id: string }
  | { kind: 'no_unit' }
  | { kind: 'too_large' }

export interface Refundable {
  chargeId: string
  status: string | undefined
  customer: string | undefined
  charged: Money | undefined
  /** Newest first. */
  lines: RefundLine[]
  /** The sum of the lines that count. */
  listed: Money | undefined
  /** What the charge itself says was refunded. */
  reported: Money | undefined
  /** The larger of both. */
  refunded: Money | undefined
  /** Undefined while there is a blocker. */
  remaining: Money | undefined
  /** The charge's status rules a refund out, whatever the figures say. */
  closed: boolean
  /** The unit in which a refund's amount is sent. */
  unit: AmountUnit | undefined
  blockers: Blocker[]
}

const closedCharges = [
  'reversed',
  'failed',
  'voided',
  'void',
  'cancelled',
  'canceled',
  'declined',
  'refunded',
  'fully_refunded',
  'deleted',
  'expired',
  'charged_back',
]

/**
 * Confirmed, pending and unknown refunds count; of their sum and the platform's own figure the larger one counts.
 * `doubt`: why the charge was not read clearly, which blocks a refund whatever the person chose.
 */
export function refundableOf(
  chargeId: string,
  charge: JsonObject,
  refunds: Pages,
  ofCharge: ReadingRules,
  ofRefunds: ReadingRules,
  doubt?: Pages['doubt'],
): Refundable {
  const amountField = roleField([charge], 'amount', chargeResource, ofCharge.choice)
  const { field = 'amount' } = amountField
  const value = at(charge, field)
  const currency = valueIn(charge, 'currency', chargeResource, ofCharge.choice)
  const charged = amountIn(value, currency, ofCharge.unit, field)
  const status = scalarText(valueIn(charge, 'status', chargeResource, ofCharge.choice))
  const rows = refunds.rows.filter((row) => isOf(chargeId, row))
  // One field for all: a refund that lacks it must not be read from another field.
  const refundField = roleField(rows, 'amount', refundResource, ofRefunds.choice)
  const lines = rows.map((row) =>
    lineOf(row, refundField.field ?? 'amount', charged.ok ? charged.money.currency : currency, ofRefunds),
  )
  const reported = reportedOf(charge, charged.ok ? charged.money.currency : currency, ofCharge.unit)
  const unit = unitBeside(value, currency, ofCharge.unit, field)

  const named = idOf(charge, chargeResource, ofCharge.choice)
  const blockers: Blocker[] = []
  if (named !== undefined && named !== chargeId) blockers.push({ kind: 'another_charge', id: named })
  if (doubt !== undefined) blockers.push({ kind: 'not_clear', of: 'charge', ...doubt })
  if (refunds.doubt !== undefined) blockers.push({ kind: 'not_clear', of: 'refunds', ...refunds.doubt })
  // Where nobody says that these are all, only the charge's own figure speaks for it.
  if (!refunds.complete || (!refunds.stated && reported?.amount.ok !== true))
    blockers.push({ kind: 'incomplete', read: refunds.rows.length, total: refunds.total })
  if (amountField.ambiguous) blockers.push({ kind: 'which_amount', of: 'charge', candidates: amountField.candidates })
  if (refundField.ambiguous) blockers.push({ kind: 'which_amount', of: 'refunds', candidates: refundField.candidates })
  if (!charged.ok || charged.money.minor < 0)
    blockers.push({
      kind: 'charge_amount',
      problem: charged.ok ? 'not_a_number' : charged.problem,
      shown: shownAmount(value),
    })
  if (reported?.amount.ok === false)
    blockers.push({ kind: 'said_amount', problem: reported.amount.problem, shown: shownAmount(reported.value) })
  if (charged.ok) blockers.push(...lines.flatMap((line) => faultOf(line, charged.money.currency)))
  if (charged.ok && unit === undefined) blockers.push({ kind: 'no_unit' })
  const listed = charged.ok
    ? sum(
        lines.filter(({ counts }) => counts),
        charged.money.currency,
      )
    : undefined
  const reportedMoney = reported?.amount.ok === true ? withoutSign(reported.amount.money) : undefined
  if (listed !== undefined && !Number.isSafeInteger(listed.minor)) blockers.push({ kind: 'too_large' })

  const refunded =
    listed === undefined
      ? undefined
      : reportedMoney !== undefined && reportedMoney.minor > listed.minor
        ? reportedMoney
        : listed
  const closed = closedCharges.includes(normalStatus(status)) || spelled(charge, 'refunded') === true
  const left = charged.ok && refunded !== undefined ? Math.max(0, charged.money.minor - refunded.minor) : 0
  return {
    chargeId,
    status,
    customer: textIn(charge, 'customer', chargeResource, ofCharge.choice),
    charged: charged.ok ? charged.money : undefined,
    lines,
    listed,
    reported: reportedMoney,
    refunded,
    remaining:
      blockers.length === 0 && charged.ok ? { minor: closed ? 0 : left, currency: charged.money.currency } : undefined,
    closed,
    unit,
    blockers,
  }
}

/** Equal for two checks between which nothing changed that matters to a refund. */
export function fingerprintOf({ charged, reported, closed, status, lines }: Refundable): string {
  const refunds = lines
    .map(({ id, status: state, amount, counts }) => JSON.stringify([id ?? null, state ?? null, amount, counts]))
    .sort()
  return JSON.stringify([charged ?? null, reported ?? null, closed, status ?? null, refunds])
}

function faultOf({ counts, amount, id, shown: raw }: RefundLine, currency: string): Blocker[] {
  if (!counts) return []
  const refund = id ?? ''
  if (!amount.ok) return [{ kind: 'refund_amount', problem: amount.problem, shown: raw, refund }]
  return amount.money.currency === currency
    ? []
    : [{ kind: 'refund_currency', currency: amount.money.currency, refund }]
}

function reportedOf(
  charge: JsonObject,
  currency: Json | undefined,
  unit: AmountUnit | undefined,
): { amount: AmountReading; value: Json } | undefined {
  const field = refundedField([charge])
  const value = field === undefined ? undefined : charge[field]
  return field === undefined || value === undefined || value === null || value === ''
    ? undefined
    : { amount: amountIn(value, currency, unit, field), value }
}

function sum(lines: readonly RefundLine[], currency: string): Money {
  return {
    minor: lines.reduce(
      (total, { amount }) =>
        amount.ok && amount.money.currency === currency ? total + withoutSign(amount.money).minor : total,
      0,
    ),
    currency,
  }
}
