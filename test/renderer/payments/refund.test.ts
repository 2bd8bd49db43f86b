import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { plainMoney, type AmountUnit } from '#answers/money.ts'
import { newLines } from '../../../renderer/views/payments/model/lines.ts'
import { fingerprintOf, refundableOf, type Refundable } from '../../../renderer/views/payments/model/refund.ts'
import { checkTyped } from '../../../renderer/views/payments/model/amounts.ts'
import { refundRequest } from '../../../renderer/views/payments/model/refund-request.ts'

const cents = { choice: undefined, unit: 'minor' as const }
const unsaid = { choice: undefined, unit: undefined }
const refundableWith = (
  charge: JsonObject,
  rows: JsonObject[],
  {
    said = cents,
    complete = true,
    stated = complete,
  }: { said?: { choice: undefined; unit: AmountUnit | undefined }; complete?: boolean; stated?: boolean } = {},
): Refundable => refundableOf('chg_1', { id: 'chg_1', ...charge }, { rows, complete, stated }, said, said)
const kinds = ({ blockers }: Refundable): string[] => blockers.map(({ kind }) => kind)

// Pending refunds hold their amount; counting confirmed ones alone refunds the same money twice.
test('confirmed, pending and unknown statuses count, what came to nothing does not', () => {
  const rows = ['succeeded', 'pending', 'on_the_moon', 'failed', 'Cancelled'].map((status, at) => ({
    id: `r${at}`,
    status,
    amount: 1_000,
    currency: 'EUR',
  }))
  const { refunded, remaining, lines } = refundableWith({ amount: 10_000, currency: 'EUR' }, rows)
  expect(refunded).toEqual({ minor: 3_000, currency: 'EUR' })
  expect(remaining).toEqual({ minor: 7_000, currency: 'EUR' })
  expect(lines.map(({ counts }) => counts)).toEqual([true, true, true, false, false])
})

// A refund made elsewhere may be missing in the list and stand in the charge, or the other way round.
test('of the list and the charge’s own figure the larger one counts', () => {
  const row = { id: 'r1', status: 'succeeded', amount: 2_000, currency: 'EUR' }
  expect(refundableWith({ amount: 10_000, currency: 'EUR', refundedAmount: 2_500 }, [row]).remaining?.minor).toBe(7_500)
  expect(refundableWith({ amount: 10_000, currency: 'EUR', refundedAmount: 0 }, [row]).remaining?.minor).toBe(8_000)
  expect(refundableWith({ amount: 10_000, currency: 'EUR', amount_refunded: '30.00' }, [row]).remaining?.minor).toBe(
    7_000,
  )
})

// A guess between cents and euros is off by a factor of hundred.
test('a whole amount whose unit nobody said stops the refund; decimals need no unit', () => {
  const unknown = refundableWith({ amount: 10_000, currency: 'EUR' }, [], { said: unsaid })
  expect(unknown.remaining).toBeUndefined()
  expect(kinds(unknown)).toContain('charge_amount')
  const decimal = refundableWith(
    { amount: '100.00', currency: 'EUR', refundedAmount: 0 },
    [{ id: 'r1', status: 'pending', amount: '12.40' }],
    { said: unsaid },
  )
  expect(decimal.remaining).toEqual({ minor: 8_760, currency: 'EUR' })
  expect(decimal.unit).toBe('major')
})

// What a hostile or careless platform may answer; each must stop the refund, none may throw.
test.each<[string, JsonObject, JsonObject[], string]>([
  ['a charge without currency', { amount: 10_000 }, [], 'charge_amount'],
  ['a charge with null for an amount', { amount: null, currency: 'EUR' }, [], 'charge_amount'],
  ['a charge with a word for an amount', { amount: 'a lot', currency: 'EUR' }, [], 'charge_amount'],
  ['a negative charge', { amount: -5, currency: 'EUR' }, [], 'charge_amount'],
  ['another charge', { id: 'chg_2', amount: 10_000, currency: 'EUR' }, [], 'another_charge'],
  ['two amounts', { total: 10_000, value: 9_000, currency: 'EUR' }, [], 'which_amount'],
  [
    'a refund without amount',
    { amount: 10_000, currency: 'EUR' },
    [{ id: 'r1', status: 'pending', amount: null }],
    'refund_amount',
  ],
  [
    'a refund in another currency',
    { amount: 10_000, currency: 'EUR' },
    [{ id: 'r1', status: 'pending', amount: 5, currency: 'USD' }],
    'refund_currency',
  ],
  [
    'a figure of the charge that is no number',
    { amount: 10_000, currency: 'EUR', refundedAmount: 'some' },
    [],
    'said_amount',
  ],
  [
    'sums beyond exact counting',
    { amount: 10_000, currency: 'EUR' },
    [1, 2].map((at) => ({ id: `r${at}`, status: 'pending', amount: Number.MAX_SAFE_INTEGER })),
    'too_large',
  ],
])('%s stops it', (_, charge, rows, kind) => {
  const found = refundableWith(charge, rows)
  expect(kinds(found)).toContain(kind)
  expect(found.remaining).toBeUndefined()
})

// A half-read list shows too much to be left.
test('pages that are missing stop it', () => {
  const found = refundableWith({ amount: 10_000, currency: 'EUR' }, [], { complete: false })
  expect(kinds(found)).toEqual(['incomplete'])
  expect(found.remaining).toBeUndefined()
})

// Catches "No refunds yet" from a list of which nobody says that it is all.
test('a list without a stated end stops it, unless the charge itself says what was refunded', () => {
  const charge = { amount: 10_000, currency: 'EUR' }
  const silent = refundableWith(charge, [], { stated: false })
  expect(kinds(silent)).toEqual(['incomplete'])
  expect(silent.remaining).toBeUndefined()
  const told = refundableWith({ ...charge, amountRefunded: 4_000 }, [], { stated: false })
  expect(told.remaining).toEqual({ minor: 6_000, currency: 'EUR' })
})

// A guess about the list, or about the charge, taken as a ground for money: a hidden refund is refunded again.
test('what was not read clearly stops it, and says why', () => {
  const charge = { id: 'chg_1', amount: 10_000, currency: 'EUR' }
  const guessed = refundableOf(
    'chg_1',
    charge,
    { rows: [], complete: true, stated: true, doubt: { reason: 'chosen', at: 'lampshades' } },
    cents,
    cents,
  )
  expect(guessed).toMatchObject({
    remaining: undefined,
    blockers: [{ kind: 'not_clear', of: 'refunds', reason: 'chosen', at: 'lampshades' }],
  })
  const unsure = refundableOf('chg_1', charge, { rows: [], complete: true, stated: true }, cents, cents, {
    reason: 'unknown_wrapper',
    at: 'thing',
  })
  expect(unsure).toMatchObject({
    remaining: undefined,
    blockers: [{ kind: 'not_clear', of: 'charge', reason: 'unknown_wrapper' }],
  })
})

// A platform that ignores the question answers with everybody's refunds.
test('refunds of other charges do not count, refunds that name none do', () => {
  const rows = [
    { id: 'r1', status: 'succeeded', amount: 1_000, chargeId: 'chg_9' },
    { id: 'r2', status: 'succeeded', amount: 2_000, chargeId: 'chg_1' },
    { id: 'r3', status: 'succeeded', amount: 4_000 },
    { id: 'r4', status: 'succeeded', amount: 500, charge: { id: 'chg_9' } },
  ]
  expect(refundableWith({ amount: 10_000, currency: 'EUR' }, rows).refunded?.minor).toBe(6_000)
})

// From a charge that failed or was reversed nothing can go back, whatever its figures say.
test('a closed charge has nothing left', () => {
  for (const status of ['reversed', 'Failed', 'refunded', 'charged-back'])
    expect(refundableWith({ amount: 10_000, currency: 'EUR', status }, []).remaining?.minor, status).toBe(0)
  expect(refundableWith({ amount: 10_000, currency: 'EUR', status: 'partially_refunded' }, []).remaining?.minor).toBe(
    10_000,
  )
})

// The field must say what is wrong before anything is asked of the platform.
test.each([
  ['12.40', 'EUR', 'ok'],
  ['12,40', 'EUR', 'ok'],
  ['75', 'EUR', 'ok'],
  ['75.00 EUR', 'EUR', 'ok'],
  ['75.01', 'EUR', 'too_much'],
  ['0', 'EUR', 'zero'],
  ['0.00', 'EUR', 'zero'],
  ['-1', 'EUR', 'negative'],
  ['12.4055', 'EUR', 'too_precise'],
  ['12.405', 'EUR', 'ambiguous'],
  ['7.5', 'JPY', 'too_precise'],
  ['5 USD', 'EUR', 'other_currency'],
  ['1e3', 'EUR', 'not_a_number'],
  ['1,234', 'EUR', 'ambiguous'],
  ['', 'EUR', 'none'],
  ['99999999999999999', 'EUR', 'too_large'],
])('%s of 75.00 %s is %s', (text, currency, expected) => {
  const result = checkTyped(text, { minor: 7_500, currency })
  expect(result.ok ? 'ok' : result.problem).toBe(expected)
})

/** How platforms write the same amount. */
const written = (minor: number, form: number): Json => {
  const decimal = plainMoney({ minor, currency: 'EUR' })
  return [minor, String(minor), decimal, `${decimal} EUR`, { value: decimal, currency: 'EUR' }][form] ?? minor
}
const history = fc.record({
  charged: fc.nat({ max: 1_000_000 }),
  form: fc.nat({ max: 4 }),
  said: fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined }),
  refunds: fc.array(
    fc.record({
      minor: fc.nat({ max: 300_000 }),
      form: fc.nat({ max: 4 }),
      status: fc.constantFrom('succeeded', 'pending', 'failed', 'cancelled', 'processing', 'ödd', ''),
      named: fc.boolean(),
      sign: fc.boolean(),
    }),
    { maxLength: 12 },
  ),
  typed: fc.oneof(
    fc.nat({ max: 2_000_000 }).map((minor) => plainMoney({ minor, currency: 'EUR' })),
    fc.string({ maxLength: 12 }),
  ),
})

// The one thing that must never happen: more goes back than was paid.
test('no history lets more go back than was charged', () => {
  fc.assert(
    fc.property(history, ({ charged, form, said, refunds, typed }) => {
      const rows = refunds.map(({ minor, form: how, status, named, sign }, at) => ({
        id: `r${at}`,
        status,
        amount: written(sign && how < 3 ? -minor : minor, how),
        currency: 'EUR',
        ...(named ? { chargeId: 'chg_1' } : {}),
      }))
      const gone = refunds
        .filter(({ status }) => !['failed', 'cancelled'].includes(status))
        .reduce((sum, { minor }) => sum + minor, 0)
      const found = refundableWith(
        {
          amount: written(charged, form),
          currency: 'EUR',
          ...(said === undefined ? {} : { refundedAmount: Math.max(0, gone + said) }),
        },
        rows,
      )
      expect(found.blockers).toEqual([])
      const remaining = found.remaining?.minor ?? 0
      expect(Number.isInteger(remaining)).toBe(true)
      expect(remaining).toBeGreaterThanOrEqual(0)
      expect(remaining + gone).toBeLessThanOrEqual(Math.max(charged, gone))
      const check = checkTyped(typed, { minor: remaining, currency: 'EUR' })
      if (check.ok) expect(check.money.minor + gone).toBeLessThanOrEqual(charged)
    }),
  )
})

// Without a unit a whole number is either exact or nothing: never a guess.
test('without a unit nothing remains unless every figure says its own', () => {
  fc.assert(
    fc.property(history, ({ charged, form, refunds }) => {
      const rows = refunds.map(({ minor, form: how, status }, at) => ({
        id: `r${at}`,
        status,
        amount: written(minor, how),
        currency: 'EUR',
      }))
      const found = refundableWith({ amount: written(charged, form), currency: 'EUR' }, rows, { said: unsaid })
      const gone = refunds
        .filter(({ status }) => !['failed', 'cancelled'].includes(status))
        .reduce((sum, { minor }) => sum + minor, 0)
      if (found.remaining !== undefined) expect(found.remaining.minor).toBe(Math.max(0, charged - gone))
    }),
  )
})

// Between two looks only what matters to a refund may stop it, and nothing that matters may pass.
test('a look is marked by figures and refunds, not by what is beside them', () => {
  const charge = { amount: 10_000, currency: 'EUR', status: 'succeeded' }
  const first = { id: 'r1', status: 'pending', amount: 1_000 }
  const before = refundableWith(charge, [first])
  expect(fingerprintOf(refundableWith({ ...charge, note: 'new' }, [{ ...first, note: 'new' }]))).toBe(
    fingerprintOf(before),
  )
  expect(fingerprintOf(refundableWith(charge, [{ ...first, status: 'succeeded' }]))).not.toBe(fingerprintOf(before))
  expect(fingerprintOf(refundableWith({ ...charge, refundedAmount: 1 }, [first]))).not.toBe(fingerprintOf(before))
  const second = { id: 'r2', status: 'pending', amount: 1_000 }
  expect(fingerprintOf(refundableWith(charge, [second, first]))).not.toBe(fingerprintOf(before))
  expect(newLines(before.lines, refundableWith(charge, [second, first]).lines).map(({ id }) => id)).toEqual(['r2'])
  const nameless = { status: 'pending', amount: 1_000 }
  expect(newLines([], refundableWith(charge, [nameless]).lines)).toHaveLength(1)
})

// A full refund by the operation for parts, or an amount in the wrong unit, sends something else than was confirmed.
test('the request says the amount as the platform writes it, by the operation for it', () => {
  const charged = { minor: 10_000, currency: 'EUR' }
  expect(refundRequest('now', 'chg_1', { minor: 1_240, currency: 'EUR' }, charged, 'minor', ' a reason ')).toEqual({
    operation: 'POST /api/payment/refund/partialrefund',
    body: { chargeId: 'chg_1', amount: 1_240, currency: 'EUR', reason: 'a reason' },
  })
  expect(refundRequest('now', 'chg_1', charged, charged, 'major', '')).toEqual({
    operation: 'POST /api/payment/refund/fullrefund',
    body: { chargeId: 'chg_1', amount: '100.00', currency: 'EUR' },
  })
  expect(refundRequest('pending', 'chg_1', charged, charged, 'minor', '').operation).toBe(
    'POST /api/payment/refund/create',
  )
  expect(refundRequest('charge', 'chg_1', charged, charged, 'minor', '').operation).toBe(
    'POST /api/payment/charge/refund',
  )
  expect(refundRequest('reverse', 'chg_1', charged, charged, 'minor', '').operation).toBe(
    'POST /api/payment/charge/reverse',
  )
})
