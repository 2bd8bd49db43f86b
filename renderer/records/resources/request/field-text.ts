// Turns typed text into values of a request and back. Amounts are whole minor units on the way, never floats.
import type { Json } from '#contract/json.ts'
import { readInstant } from '#answers/dates.ts'
import { digitsOf, parseTyped, plainMoney, readAmount, toPlatform, type AmountUnit } from '#answers/money.ts'
import { scalarText } from '#answers/roles.ts'
import { instantOf, localInput } from '#kit/base/schema-control.ts'
import { parseJson } from '#kit/components/text/json-text.ts'
import type { FieldSpec } from '../types.ts'

/** Names of messages under `resources.problem`. */
export type FieldFault =
  | 'required'
  | 'whole'
  | 'amount'
  | 'precise'
  | 'large'
  | 'twofold'
  | 'negative'
  | 'currency'
  | 'unit'
  | 'instant'
  | 'email'
  | 'json'

export type Typed = { ok: true; value: Json | undefined } | { ok: false; problem: FieldFault }

export interface MoneyContext {
  /** A name such as `amountMinor` says its unit. */
  name: string
  currency: string | undefined
  unit: AmountUnit | undefined
}

type Control = FieldSpec['control']
type Parse = (text: string, money: MoneyContext) => Typed

const kept = (value: Json | undefined): Typed => ({ ok: true, value })
const refused = (problem: FieldFault): Typed => ({ ok: false, problem })

const parsers: Record<Control, Parse> = {
  text: kept,
  multiline: kept,
  choice: kept,
  date: kept,
  switch: (text) => kept(text === 'true'),
  email: (text) => (/^[^\s@]+@[^\s@]+$/.test(text.trim()) ? kept(text.trim()) : refused('email')),
  instant(text) {
    const at = instantOf(text)
    return at === undefined ? refused('instant') : kept(at)
  },
  whole(text) {
    const plain = text.trim()
    return /^[+-]?\d+$/.test(plain) && Number.isSafeInteger(Number(plain)) ? kept(Number(plain)) : refused('whole')
  },
  lines(text) {
    return kept(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
  },
  json(text) {
    const parsed = parseJson(text)
    return parsed.ok ? kept(parsed.value as Json) : refused('json')
  },
  money: parseMoney,
}

export function parseField(control: Control, text: string, money: MoneyContext): Typed {
  return text.trim() === '' ? kept(undefined) : parsers[control](text, money)
}

const moneyFaults: Partial<Record<string, FieldFault>> = {
  too_precise: 'precise',
  too_large: 'large',
  ambiguous: 'twofold',
  other_currency: 'currency',
}

/** The unit that a field's name says. */
function unitBy(name: string): AmountUnit | undefined {
  const reading = readAmount(1, 'EUR', undefined, name)
  return reading.ok ? (reading.money.minor === 1 ? 'minor' : 'major') : undefined
}

function parseMoney(text: string, { name, currency, unit }: MoneyContext): Typed {
  if (currency === undefined || digitsOf(currency) === undefined) return refused('currency')
  const reading = parseTyped(text, currency)
  if (!reading.ok) return refused(moneyFaults[reading.problem] ?? 'amount')
  if (reading.money.minor < 0) return refused('negative')
  // Without minor units both are the same number.
  const way = digitsOf(currency) === 0 ? 'minor' : (unitBy(name) ?? unit)
  return way === undefined ? refused('unit') : kept(toPlatform(reading.money, way))
}

export function fieldText(control: Control, value: Json | undefined, money: MoneyContext): string {
  if (value === undefined || value === null) return ''
  if (control === 'json') return JSON.stringify(value, null, 2)
  if (control === 'lines')
    return Array.isArray(value)
      ? value.map((line) => scalarText(line) ?? JSON.stringify(line)).join('\n')
      : (scalarText(value) ?? '')
  if (control === 'instant') {
    const at = readInstant(value)
    return at === undefined ? '' : localInput(new Date(at).toISOString())
  }
  if (control === 'money') {
    const reading = readAmount(value, money.currency, money.unit, money.name)
    return reading.ok ? plainMoney(reading.money) : (scalarText(value) ?? '')
  }
  return scalarText(value) ?? JSON.stringify(value)
}
