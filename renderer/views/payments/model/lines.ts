// Refunds as the platform lists them, each read as far as it can be.
import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { at } from '#answers/answer.ts'
import { readInstant } from '#answers/dates.ts'
import type { AmountReading, AmountUnit } from '#answers/money.ts'
import { idOf, scalarText, valueIn } from '#answers/roles.ts'
import type { Choice } from '#answers/roles.ts'
import { amountIn } from './amounts.ts'

export const refundResource = 'payment/refund'

/** What the person, or the environment, says of an operation's answers. */
export interface Said {
  choice: Choice | undefined
  unit: AmountUnit | undefined
}

/** One refund of the charge, as the platform lists it. */
export interface RefundLine {
  id: string | undefined
  status: string | undefined
  /** Milliseconds since 1970. */
  at: number | undefined
  amount: AmountReading
  /** The amount as the platform wrote it. */
  shown: string
  /** Whether it takes from what remains: all but what surely came to nothing. */
  counts: boolean
  row: JsonObject
}

const cameToNothing = [
  'failed',
  'failure',
  'cancelled',
  'canceled',
  'rejected',
  'declined',
  'voided',
  'void',
  'deleted',
  'expired',
  'error',
]

/** A status in one spelling. */
export const wordOf = (status: string | undefined): string =>
  (status ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** A refund of a charge; `field` is where the amount stands, `currency` that of the charge. */
export function lineOf(row: JsonObject, field: string, currency: Json | undefined, { choice, unit }: Said): RefundLine {
  const status = scalarText(valueIn(row, 'status', refundResource, choice))
  // A refund that names no currency goes back in that of its charge.
  const own = valueIn(row, 'currency', refundResource, choice)
  return {
    id: idOf(row, refundResource, choice),
    status,
    at: readInstant(valueIn(row, 'at', refundResource, choice)),
    amount: amountIn(at(row, field), own === null || own === '' ? currency : (own ?? currency), unit, field),
    shown: shownAmount(at(row, field)),
    counts: !cameToNothing.includes(wordOf(status)),
    row,
  }
}

/** Whether a refund is of this charge: an answer may not have followed the question. What names no charge counts. */
export function isOf(chargeId: string, row: JsonObject): boolean {
  const field = Object.keys(row).find((name) =>
    ['chargeid', 'charge'].includes(name.toLowerCase().replace(/[-_]/g, '')),
  )
  const value = field === undefined ? undefined : row[field]
  const named = scalarText(isObject(value) ? value.id : value)
  return named === undefined || named === chargeId
}

/** Refunds that were not there before: known by their identifier, else by everything they say. */
export function newLines(before: readonly RefundLine[], after: readonly RefundLine[]): RefundLine[] {
  const ids = new Set(before.map(({ id }) => id))
  const texts = before.map(({ row }) => JSON.stringify(row))
  return after.filter(({ id, row }) => (id === undefined ? !texts.includes(JSON.stringify(row)) : !ids.has(id)))
}

/** An amount as it was written, cut where it is long. */
export const shownAmount = (value: Json | undefined): string =>
  value === undefined ? '' : (scalarText(value) ?? JSON.stringify(value)).slice(0, 60)
