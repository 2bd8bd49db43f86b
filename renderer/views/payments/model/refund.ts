// What of a charge can still go back. Whole minor units only; a figure that can't be read stops the refund instead of being guessed.
import type { Json, JsonObject } from '#contract/json.ts'
import { at } from '#answers/answer.ts'
import type { ReadingReason } from '#answers/answer.ts'
import { spelled } from '#answers/json.ts'
import type { AmountReading, AmountUnit, Money } from '#answers/money.ts'
import { idOf, roleField, scalarText, textIn, valueIn } from '#answers/roles.ts'
import { amountIn, size, unitBeside } from './amounts.ts'
import type { AmountProblem } from './amounts.ts'
import { isOf, lineOf, refundResource, shownAmount, wordOf } from './lines.ts'
import type { RefundLine, Said } from './lines.ts'
import type { Pages } from './pages.ts'

const chargeResource = 'payment/charge'

/** Why nothing may be refunded until it is mended. */
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

export interface Standing {
  chargeId: string
  status: string | undefined
  customer: string | undefined
  charged: Money | undefined
  /** Newest first. */
  lines: RefundLine[]
  /** The sum of the lines that count. */
  listed: Money | undefined
  /** What the charge itself says was refunded. */
  said: Money | undefined
  /** The larger of both. */
  refunded: Money | undefined
  /** Undefined while a blocker stands. */
  remaining: Money | undefined
  /** Nothing goes back from a charge in this state, whatever the figures say. */
  closed: boolean
  /** In which unit the amount of a refund is sent. */
  unit: AmountUnit | undefined
  blockers: Blocker[]
}

const saidNames = [
  'refundedamount',
  'amountrefunded',
  'totalrefunded',
  'refundedtotal',
  'refundamount',
  'refundedamountminor',
  'amountrefundedminor',
]
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
 * Where a charge stands. Confirmed, pending and unknown refunds count, and of their sum and the platform's own figure the larger one:
 * a doubt never makes more refundable. `doubt` is about the charge: only what was read clearly is a ground for money, whatever the person chose.
 */
export function standingOf(
  chargeId: string,
  charge: JsonObject,
  refunds: Pages,
  ofCharge: Said,
  ofRefunds: Said,
  doubt?: Pages['doubt'],
): Standing {
  const amountField = roleField([charge], 'amount', chargeResource, ofCharge.choice)
  const { field = 'amount' } = amountField
  const value = at(charge, field)
  const currency = valueIn(charge, 'currency', chargeResource, ofCharge.choice)
  const charged = amountIn(value, currency, ofCharge.unit, field)
  const status = scalarText(valueIn(charge, 'status', chargeResource, ofCharge.choice))
  const rows = refunds.rows.filter((row) => isOf(chargeId, row))
  // One field for all of them: a refund that lacks it is not read from another one.
  const refundField = roleField(rows, 'amount', refundResource, ofRefunds.choice)
  const lines = rows.map((row) =>
    lineOf(row, refundField.field ?? 'amount', charged.ok ? charged.money.currency : currency, ofRefunds),
  )
  const said = saidOf(charge, charged.ok ? charged.money.currency : currency, ofCharge.unit)
  const unit = unitBeside(value, currency, ofCharge.unit, field)

  const named = idOf(charge, chargeResource, ofCharge.choice)
  const blockers: Blocker[] = [
    ...(named === undefined || named === chargeId ? [] : [{ kind: 'another_charge' as const, id: named }]),
    ...(doubt === undefined ? [] : [{ kind: 'not_clear' as const, of: 'charge' as const, ...doubt }]),
    ...(refunds.doubt === undefined ? [] : [{ kind: 'not_clear' as const, of: 'refunds' as const, ...refunds.doubt }]),
    ...(refunds.complete ? [] : [{ kind: 'incomplete' as const, read: refunds.rows.length, total: refunds.total }]),
    ...(amountField.ambiguous
      ? [{ kind: 'which_amount' as const, of: 'charge' as const, candidates: amountField.candidates }]
      : []),
    ...(refundField.ambiguous
      ? [{ kind: 'which_amount' as const, of: 'refunds' as const, candidates: refundField.candidates }]
      : []),
    ...(charged.ok && charged.money.minor >= 0
      ? []
      : [
          {
            kind: 'charge_amount' as const,
            problem: charged.ok ? ('not_a_number' as const) : charged.problem,
            shown: shownAmount(value),
          },
        ]),
    ...(said === undefined || said.reading.ok
      ? []
      : [{ kind: 'said_amount' as const, problem: said.reading.problem, shown: shownAmount(said.value) }]),
    ...(charged.ok ? lines.flatMap((line) => faultOf(line, charged.money.currency)) : []),
    ...(charged.ok && unit === undefined ? [{ kind: 'no_unit' as const }] : []),
  ]
  const listed = charged.ok
    ? sum(
        lines.filter(({ counts }) => counts),
        charged.money.currency,
      )
    : undefined
  const saidMoney = said?.reading.ok === true ? size(said.reading.money) : undefined
  if (listed !== undefined && !Number.isSafeInteger(listed.minor)) blockers.push({ kind: 'too_large' })

  const refunded =
    listed === undefined ? undefined : saidMoney !== undefined && saidMoney.minor > listed.minor ? saidMoney : listed
  const closed = closedCharges.includes(wordOf(status)) || spelled(charge, 'refunded') === true
  const left = charged.ok && refunded !== undefined ? Math.max(0, charged.money.minor - refunded.minor) : 0
  return {
    chargeId,
    status,
    customer: textIn(charge, 'customer', chargeResource, ofCharge.choice),
    charged: charged.ok ? charged.money : undefined,
    lines,
    listed,
    said: saidMoney,
    refunded,
    remaining:
      blockers.length === 0 && charged.ok ? { minor: closed ? 0 : left, currency: charged.money.currency } : undefined,
    closed,
    unit,
    blockers,
  }
}

/** Equal for two looks between which nothing happened that matters to a refund. */
export function markOf({ charged, said, closed, status, lines }: Standing): string {
  const refunds = lines
    .map(({ id, status: state, amount, counts }) => JSON.stringify([id ?? null, state ?? null, amount, counts]))
    .sort()
  return JSON.stringify([charged ?? null, said ?? null, closed, status ?? null, refunds])
}

function faultOf({ counts, amount, id, shown: raw }: RefundLine, currency: string): Blocker[] {
  if (!counts) return []
  const refund = id ?? ''
  if (!amount.ok) return [{ kind: 'refund_amount', problem: amount.problem, shown: raw, refund }]
  return amount.money.currency === currency
    ? []
    : [{ kind: 'refund_currency', currency: amount.money.currency, refund }]
}

function saidOf(
  charge: JsonObject,
  currency: Json | undefined,
  unit: AmountUnit | undefined,
): { reading: AmountReading; value: Json } | undefined {
  const field = Object.keys(charge).find((name) => saidNames.includes(name.toLowerCase().replace(/[-_]/g, '')))
  const value = field === undefined ? undefined : charge[field]
  return field === undefined || value === undefined || value === null || value === ''
    ? undefined
    : { reading: amountIn(value, currency, unit, field), value }
}

function sum(lines: readonly RefundLine[], currency: string): Money {
  return {
    minor: lines.reduce(
      (total, { amount }) =>
        amount.ok && amount.money.currency === currency ? total + size(amount.money).minor : total,
      0,
    ),
    currency,
  }
}
