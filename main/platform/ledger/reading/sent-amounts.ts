// Compares the amounts that were sent with those of a record, whatever their shape: numbers, texts, objects with a currency, minor units.
import { spelled } from '#answers/json.ts'
import { readAmount } from '#answers/money.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { isAmountName } from '../amounts.ts'

export interface SentAmount {
  /** Dotted place in the body. */
  path: string
  value: Json
}

/** `unsure`: it may be the same amount in another unit or currency, or can't be read. `unsaid`: the record shows none. */
export type AmountVerdict = 'equal' | 'differs' | 'unsure' | 'unsaid'

/** Where a name says nothing of the currency both sides are as in one with cents. */
const standIn = 'EUR'
const anyAmount = /amount|price|total|value|sum|gross|refund|paid|cost/i
const deepest = 6

/** The amounts of a body, each as it was sent. Those of a list's items are left out: they are parts of one that is named beside the list. */
export function amountsIn(body: Json | undefined, path = '', depth = 0): SentAmount[] {
  if (!isObject(body) || depth > deepest) return []
  return Object.entries(body).flatMap(([name, value]): SentAmount[] => {
    const place = path === '' ? name : `${path}.${name}`
    if (value === null || value === '') return []
    if (isAmountName(name) && !Array.isArray(value)) return [{ path: place, value }]
    return amountsIn(value, place, depth + 1)
  })
}

/** Whether a record shows an amount that was sent: under its own name, else under any that is one. */
export function compareAmount(sent: SentAmount, body: Json | undefined, record: JsonObject): AmountVerdict {
  const name = lastOf(sent.path)
  const wanted = { name, value: sent.value, currency: currencyOf(body) }
  const own = spelled(record, sent.path) ?? spelled(record, name)
  if (isSaid(own)) return verdictOf(wanted, { name, value: own, currency: currencyOf(record) })
  const others = Object.entries(record).filter(
    ([other, value]) => anyAmount.test(other) && isSaid(value) && (typeof value !== 'string' || /\d/.test(value)),
  )
  if (others.length === 0) return 'unsaid'
  const verdicts = others.map(([other, value]) =>
    verdictOf(wanted, { name: other, value, currency: currencyOf(record) }),
  )
  return verdicts.includes('equal') ? 'equal' : 'unsure'
}

interface Written {
  name: string
  value: Json
  currency: Json | undefined
}

function verdictOf(sent: Written, held: Written): AmountVerdict {
  const known = currencyIn(held) ?? currencyIn(sent)
  const [a, b] = [sent, held].map((one) => minorsOf(one, known))
  if (currencyIn(sent) !== undefined && currencyIn(held) !== undefined && currencyIn(sent) !== currencyIn(held))
    return 'unsure'
  if (a === undefined || b === undefined || a.length === 0 || b.length === 0) return 'unsure'
  // The same number, whose name says no other unit on one side only.
  if (sameDigits(sent.value, held.value) && a.length === b.length) return 'equal'
  if (!a.some((minor) => b.includes(minor))) return 'differs'
  return a.length === 1 && b.length === 1 ? 'equal' : 'unsure'
}

/** What it may be in minor units: two numbers where nothing says whether a whole number counts cents. Refunds may stand as negative. */
function minorsOf({ name, value, currency }: Written, known: string | undefined): number[] {
  const read = (['minor', 'major'] as const).flatMap((unit) => {
    const reading = readAmount(value, currency ?? known ?? standIn, unit, name)
    return reading.ok ? [Math.abs(reading.money.minor)] : []
  })
  return [...new Set(read)]
}

function currencyIn({ name, value, currency }: Written): string | undefined {
  const reading = readAmount(value, currency, 'major', name)
  return reading.ok ? reading.money.currency : undefined
}

const currencyOf = (holder: Json | undefined): Json | undefined =>
  spelled(holder, 'currency') ?? spelled(holder, 'currencyCode')

const sameDigits = (a: Json, b: Json): boolean => {
  const [left, right] = [a, b].map(numberOf)
  return left !== undefined && left === right
}

function numberOf(value: Json): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Math.abs(Number(text)) : undefined
}

const isSaid = (value: Json | undefined): value is Json =>
  value !== undefined && value !== null && value !== '' && !Array.isArray(value) && typeof value !== 'boolean'

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)
