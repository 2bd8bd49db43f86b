import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { at } from '#answers/answer.ts'
import { readInstant } from '#answers/dates.ts'
import type { AmountReading, AmountUnit } from '#answers/money.ts'
import { idOf, scalarText, valueIn, type Choice } from '#answers/roles.ts'
import { amountIn } from './amounts.ts'

export const refundResource = 'payment/refund'

/** How the person, or the environment, wants an operation's answers to be read. */
export interface ReadingRules {
  choice: Choice | undefined
  unit: AmountUnit | undefined
}

export interface RefundLine {
  id: string | undefined
  status: string | undefined
  /** Milliseconds since 1970. */
  at: number | undefined
  amount: AmountReading
  shown: string
  /** Whether it reduces what remains: all do but those that surely came to nothing. */
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

export const normalStatus = (status: string | undefined): string =>
  (status ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** `field` holds the amount; `currency` is that of the charge. */
export function lineOf(
  row: JsonObject,
  field: string,
  currency: Json | undefined,
  { choice, unit }: ReadingRules,
): RefundLine {
  const status = scalarText(valueIn(row, 'status', refundResource, choice))
  // A refund that names no currency goes back in that of its charge.
  const own = valueIn(row, 'currency', refundResource, choice)
  return {
    id: idOf(row, refundResource, choice),
    status,
    at: readInstant(valueIn(row, 'at', refundResource, choice)),
    amount: amountIn(at(row, field), own === null || own === '' ? currency : (own ?? currency), unit, field),
    shown: shownAmount(at(row, field)),
    counts: !cameToNothing.includes(normalStatus(status)),
    row,
  }
}

/** Whether a refund is of this charge: the platform may have ignored the filter. One that names no charge counts. */
export function isOf(chargeId: string, row: JsonObject): boolean {
  const field = Object.keys(row).find((name) =>
    ['chargeid', 'charge'].includes(name.toLowerCase().replace(/[-_]/g, '')),
  )
  const value = field === undefined ? undefined : row[field]
  const named = scalarText(isObject(value) ? value.id : value)
  return named === undefined || named === chargeId
}

/** Refunds that were not there before, by their identifier, else by their whole content. */
export function newLines(before: readonly RefundLine[], after: readonly RefundLine[]): RefundLine[] {
  const ids = new Set(before.map(({ id }) => id))
  const texts = before.map(({ row }) => JSON.stringify(row))
  return after.filter(({ id, row }) => (id === undefined ? !texts.includes(JSON.stringify(row)) : !ids.has(id)))
}

export const shownAmount = (value: Json | undefined): string =>
  value === undefined ? '' : (scalarText(value) ?? JSON.stringify(value)).slice(0, 60)
