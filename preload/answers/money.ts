// Money as whole minor units (cents).
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { digitsOf, isContested, isSignOf } from './currency.ts'
import { readDigits } from './digits.ts'

export { digitsOf }

/** ISO 4217 minor units. */
export interface Money {
  minor: number
  currency: string
}

/** `unit_unknown`: a whole number that may be cents; the person decides once. */
export type AmountReading =
  | { ok: true; money: Money }
  | { ok: false; problem: 'none' | 'no_currency' | 'unit_unknown' | 'not_a_number' | 'too_precise' | 'too_large' }

/** `ambiguous`: `1,234`. `other_currency`: `12 USD` where EUR is asked for. */
export type TypedReading = AmountReading | { ok: false; problem: 'ambiguous' | 'other_currency' }

export type AmountUnit = 'minor' | 'major'

const longest = 512
const maxDepth = 4

/**
 * `1240`, `"12.40"`, `"12,40 EUR"`, `{ value: "12.40", currency: "EUR" }`. Fractions are major units; whole numbers are
 * what `unit` or a name such as `...Cents` says.
 */
export function readAmount(
  value: Json | undefined,
  currency: Json | undefined,
  unit: AmountUnit | undefined,
  field = 'amount',
): AmountReading {
  let here = value
  let code = currency
  let name = field
  for (let depth = 0; isObject(here) && depth < maxDepth; depth += 1) {
    const inside = partOf(here, amountNames)
    if (inside === undefined) return refused('not_a_number')
    code = partOf(here, currencyNames)?.value ?? code
    // The outer name counts: `amountMinor: { value: 1240 }`.
    name = unitSaid(inside.name) === undefined ? name : inside.name
    here = inside.value
  }
  if (isObject(code)) code = partOf(code, currencyNames)?.value
  if (here === null || here === undefined || here === '') return refused('none')
  if (typeof here !== 'string' && typeof here !== 'number') return refused('not_a_number')
  const said = unitSaid(name)
  const reading =
    said === 'unclear'
      ? refused('not_a_number')
      : readText(
          String(here),
          typeof code === 'string' ? code : undefined,
          said ?? unit,
          typeof here === 'number' ? 'number' : 'platform',
          said === 'minor',
        )
  if (reading.ok) return reading
  return refused(
    reading.problem === 'ambiguous' || reading.problem === 'other_currency' ? 'not_a_number' : reading.problem,
  )
}

/** `12`, `12.5`, `12,50`, `1,234.50`; whole numbers are major units. */
export function parseTyped(text: string, currency: string): TypedReading {
  if (text.trim() === '') return refused('none')
  const reading = readText(text, currency, 'major', 'person')
  return reading.ok && reading.money.currency !== currency.toUpperCase()
    ? { ok: false, problem: 'other_currency' }
    : reading
}

export function formatMoney({ minor, currency }: Money): string {
  return `${formatNumber(minor, currency, ',')} ${currency}`
}

export function plainMoney({ minor, currency }: Money): string {
  return formatNumber(minor, currency, '')
}

/** @throws RangeError for two currencies, or beyond exact numbers. */
export function subtract(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError(`${a.currency} less ${b.currency} is no amount`)
  const minor = a.minor - b.minor
  if (!Number.isSafeInteger(minor)) throw new RangeError('The difference is too large to be exact')
  return { minor, currency: a.currency }
}

export function toPlatform(money: Money, unit: AmountUnit): number | string {
  return unit === 'minor' ? money.minor : plainMoney(money)
}

const amountNames = ['value', 'amount', 'minor', 'minorunits', 'amountminor', 'cents', 'amountcents', 'total']
const currencyNames = ['currency', 'currencycode', 'code', 'iso', 'curr']

function partOf(object: JsonObject, names: readonly string[]): { name: string; value: Json } | undefined {
  const entries = Object.entries(object)
  for (const wanted of names) {
    const found = entries.find(
      ([name, value]) => value !== null && name.toLowerCase().replaceAll(/[-_\s]/g, '') === wanted,
    )
    if (found !== undefined) return { name: found[0], value: found[1] }
  }
  return undefined
}

/**
 * Percentages end like cents. A decimal amount (`unit_amount_decimal`) is one of cents with some services and of whole
 * units with others.
 */
function unitSaid(name: string): AmountUnit | 'unclear' | undefined {
  if (/decimal/i.test(name) && !/minor|cents?$/i.test(name)) return 'unclear'
  if (/minor|(?<!per)cents?$/i.test(name)) return 'minor'
  return /major/i.test(name) ? 'major' : undefined
}

function readText(
  raw: string,
  currency: string | undefined,
  unit: AmountUnit | undefined,
  by: Parameters<typeof readDigits>[2],
  inMinor = false,
): TypedReading {
  if (raw.length > longest) return refused('not_a_number')
  const [, before = '', core, behind = ''] = /^([^\d.,]*)([.,]?\d(?:.*\d)?)(\D*)$/.exec(raw.trim()) ?? []
  if (core === undefined) return refused('not_a_number')
  const marks = before.replaceAll(/[^+\u2212-]/g, '')
  const words = [before.replaceAll(/[+\u2212-]/g, '').trim(), behind.trim()].filter((word) => word !== '')
  if (marks.length > 1 || words.length > 1) return refused('not_a_number')
  const given = currency?.toUpperCase()
  const word = words[0] ?? ''
  const spoken =
    word === '' || (given !== undefined && isSignOf(word, given))
      ? given
      : digitsOf(word) === undefined
        ? 'none'
        : word.toUpperCase()
  if (spoken === 'none') return refused('not_a_number')
  const places = spoken === undefined ? undefined : digitsOf(spoken)
  if (spoken === undefined || places === undefined) return refused('no_currency')
  const read = readDigits(core, places, by)
  if (typeof read === 'string') return { ok: false, problem: read }
  const negative = marks !== '' && marks !== '+'
  // A part of a cent is no amount.
  if (inMinor && /[1-9]/.test(read.fraction)) return refused('too_precise')
  if (read.fraction === '' || inMinor) {
    const known = places === 0 && !isContested(spoken) ? 'minor' : unit
    return known === undefined
      ? refused('unit_unknown')
      : made(negative, known === 'minor' ? read.whole : read.whole + '0'.repeat(places), spoken)
  }
  const kept = read.fraction.replace(/0+$/, '')
  return kept.length > places ? refused('too_precise') : made(negative, read.whole + kept.padEnd(places, '0'), spoken)
}

function made(negative: boolean, digits: string, currency: string): AmountReading {
  const minor = Number(digits)
  if (!Number.isSafeInteger(minor)) return refused('too_large')
  return { ok: true, money: { minor: negative && minor !== 0 ? -minor : minor, currency } }
}

function refused(problem: Extract<AmountReading, { ok: false }>['problem']): AmountReading & { ok: false } {
  return { ok: false, problem }
}

function formatNumber(minor: number, currency: string, group: string): string {
  const places = digitsOf(currency) ?? 2
  const digits = String(Math.abs(minor)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, group)
  return `${minor < 0 ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`
}
