// Amounts as the refund needs them: read exactly or not at all, and written back the way the platform wrote them.
import { isObject, type Json } from '#contract/json.ts'
import {
  digitsOf,
  parseTyped,
  readAmount,
  type AmountReading,
  type AmountUnit,
  type Money,
  type TypedReading,
} from '#answers/money.ts'

export type AmountProblem = Extract<AmountReading, { ok: false }>['problem']

/** Reads as `readAmount` does; zero is zero in every unit. */
export function amountIn(
  value: Json | undefined,
  currency: Json | undefined,
  unit: AmountUnit | undefined,
  field: string,
): AmountReading {
  const reading = readAmount(value, currency, unit, field)
  if (reading.ok || reading.problem !== 'unit_unknown') return reading
  const zero = readAmount(value, currency, 'minor', field)
  return zero.ok && zero.money.minor === 0 ? zero : reading
}

/** Some platforms write what goes back as a negative amount. */
export const withoutSign = ({ minor, currency }: Money): Money => ({ minor: Math.abs(minor), currency })

/** The unit in which an amount of the same record is written; undefined where only the person knows. */
export function unitBeside(
  value: Json | undefined,
  currency: Json | undefined,
  unit: AmountUnit | undefined,
  field: string,
): AmountUnit | undefined {
  const [minor, major] = [readAmount(value, currency, 'minor', field), readAmount(value, currency, 'major', field)]
  if (!minor.ok || !major.ok) return undefined
  if (digitsOf(minor.money.currency) === 0) return 'minor'
  if (minor.money.minor !== major.money.minor || minor.money.minor === 0) return unit
  // Both readings agree: the name says the unit, or a fraction does, which is always major.
  return [field, ...(isObject(value) ? Object.keys(value) : [])].some((name) => /minor|(?<!per)cents?$/i.test(name))
    ? 'minor'
    : 'major'
}

type TypedProblem = Extract<TypedReading, { ok: false }>['problem'] | 'negative' | 'zero' | 'too_much'
export type TypedAmount = { ok: true; money: Money } | { ok: false; problem: TypedProblem }

export function checkTyped(text: string, remaining: Money): TypedAmount {
  const typed = parseTyped(text, remaining.currency)
  if (!typed.ok) return typed
  const { minor } = typed.money
  if (minor < 0) return { ok: false, problem: 'negative' }
  if (minor === 0) return { ok: false, problem: 'zero' }
  return minor > remaining.minor ? { ok: false, problem: 'too_much' } : typed
}
