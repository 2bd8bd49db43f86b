// What a person typed as the amount of a refund.
import { parseTyped } from '#answers/money.ts'
import type { Money, TypedReading } from '#answers/money.ts'

/** Why a typed amount is refused. */
type TypedProblem = Extract<TypedReading, { ok: false }>['problem'] | 'negative' | 'zero' | 'too_much'
export type Typed = { ok: true; money: Money } | { ok: false; problem: TypedProblem }

/** What a person typed, against what remains. */
export function checkTyped(text: string, remaining: Money): Typed {
  const reading = parseTyped(text, remaining.currency)
  if (!reading.ok) return reading
  const { money } = reading
  if (money.minor < 0) return { ok: false, problem: 'negative' }
  if (money.minor === 0) return { ok: false, problem: 'zero' }
  return money.minor > remaining.minor ? { ok: false, problem: 'too_much' } : { ok: true, money }
}
