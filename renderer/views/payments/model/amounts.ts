// Amounts as the refund needs them: read exactly or not at all, and written back the way the platform wrote them.
import { isObject } from '#contract/json.ts'
import type { Json } from '#contract/json.ts'
import { digitsOf, readAmount } from '#answers/money.ts'
import type { AmountReading, AmountUnit, Money } from '#answers/money.ts'

/** Why an amount can't be read. */
export type AmountProblem = Extract<AmountReading, { ok: false }>['problem']

/** Reads as `readAmount` does; nothing is nothing in every unit. */
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

/** Without the sign: some platforms write what goes back as a negative amount. */
export function size({ minor, currency }: Money): Money {
  return { minor: Math.abs(minor), currency }
}

/** In which unit an amount beside this one is written; undefined where only the person knows. */
export function unitBeside(
  value: Json | undefined,
  currency: Json | undefined,
  unit: AmountUnit | undefined,
  field: string,
): AmountUnit | undefined {
  const [minor, major] = [readAmount(value, currency, 'minor', field), readAmount(value, currency, 'major', field)]
  if (!minor.ok || !major.ok) return undefined
  // Where a currency has no minor units, both ways of writing are the same number.
  if (digitsOf(minor.money.currency) === 0) return 'minor'
  if (minor.money.minor !== major.money.minor || minor.money.minor === 0) return unit
  // Both readings agree: it says its unit by its name, or by a fraction, which is always major.
  return [field, ...(isObject(value) ? Object.keys(value) : [])].some((name) => /minor|(?<!per)cents?$/i.test(name))
    ? 'minor'
    : 'major'
}
