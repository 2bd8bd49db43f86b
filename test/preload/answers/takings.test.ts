import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { broughtBy } from '#answers/status-words.ts'
import { chargeSums, refundedField, sumCharges } from '#answers/takings.ts'

const charge = (id: number, more: JsonObject = {}): JsonObject => ({
  id: `c${id}`,
  status: 'succeeded',
  createdAt: '2026-11-26T20:00:00Z',
  amount: '10.00',
  currency: 'EUR',
  ...more,
})
const of = (...data: JsonObject[]): Json => ({ data, total: data.length })
const text = (answer: Json): string | undefined => {
  const found = sumCharges(answer)
  return found && found.sums.map(({ minor, currency }) => `${minor} ${currency} in ${found.count}`).join(', ')
}

describe('a status of a charge', () => {
  // Catches money that never came in the sum of the evening, or an unknown word that is taken for success.
  test.each([
    ['succeeded', 'yes'],
    ['SUCCESS', 'yes'],
    ['paid', 'yes'],
    ['fully_captured', 'yes'],
    ['paymentCompleted', 'yes'],
    ['unpaid', 'no'],
    ['not_paid', 'no'],
    ['REFUSED', 'no'],
    ['rejected', 'no'],
    ['on-hold', 'no'],
    ['open', 'no'],
    ['draft', 'no'],
    ['canceled', 'no'],
    ['cancelled_by_customer', 'no'],
    ['requires_capture', 'no'],
    ['requires_payment_method', 'no'],
    ['authorised', 'no'],
    ['uncaptured', 'no'],
    ['submitted_for_settlement', 'no'],
    ['past_due', 'no'],
    ['charged_back', 'back'],
    ['chargeback', 'back'],
    ['reversed', 'back'],
    ['refunded', 'back'],
    ['partially_refunded', 'in_part'],
    ['partially_paid', undefined],
    ['refund_pending', undefined],
    ['refund_failed', undefined],
    ['paid_out', undefined],
    ['approved', undefined],
    ['zorp', undefined],
    ['', undefined],
  ])('%s says %s', (status, expected) => {
    expect(broughtBy(status)).toBe(expected)
  })
})

describe('the sum of charges', () => {
  // Catches open, refused, unpaid, draft and charged-back ones in a sum that is read out on air.
  test('counts what succeeded', () => {
    const others = ['open', 'REFUSED', 'rejected', 'on-hold', 'unpaid', 'draft', 'charged_back']
    expect(text(of(...others.map((status, n) => charge(n, { status }))))).toBe('')
    expect(text(of(charge(8), ...others.map((status, n) => charge(n, { status }))))).toBe('1000 EUR in 1')
  })

  // Catches a sum over charges whose fate nobody understands.
  test.each<[JsonObject]>([
    [{ status: 'zorp' }],
    [{ status: 'partially_paid' }],
    [{ captured: false }],
    [{ disputed: true }],
    [{ amount: 1_240 }],
    [{ amount: '1.240' }],
    [{ refundedAmount: 5 }],
    [{ refundedAmount: '12.00' }],
    [{ refunded: true, refundedAmount: 0 }],
    [{ status: 'partially_refunded' }],
  ])('there is none with a charge of %j', (more) => {
    expect(text(of(charge(1), charge(2, more)))).toBeUndefined()
  })

  // Catches what went back, told as income.
  test('is less what went back, and says where the charges do not tell', () => {
    expect(sumCharges(of(charge(1, { refundedAmount: '2.50' }), charge(2, { refundedAmount: 0 })))).toEqual({
      sums: [{ minor: 1_750, currency: 'EUR' }],
      count: 2,
      net: true,
    })
    expect(sumCharges(of(charge(1, { refunded: true }), charge(2, { amount_refunded: '4.00' })))).toMatchObject({
      sums: [{ minor: 600 }],
      count: 1,
    })
    expect(sumCharges(of(charge(1, { refunded: false, refunds: [] })))).toMatchObject({ net: true })
    expect(sumCharges(of(charge(1, { status: 'partially_refunded', amountRefunded: '4.00' })))).toMatchObject({
      sums: [{ minor: 600 }],
      net: true,
    })
    expect(sumCharges(of(charge(1), charge(2, { refundedAmount: 0 })))).toMatchObject({ net: false })
  })

  // Catches a count of one page that passes for the total of all.
  test('stands only over a list that says that it is whole', () => {
    const two = [charge(1), charge(2)]
    expect(
      text({ count: 2, _embedded: { charges: two }, _links: { next: { href: 'https://a.example/x?from=3' } } }),
    ).toBe(undefined)
    expect(text({ data: two, count: 2, has_more: true })).toBeUndefined()
    expect(text({ data: two, total: 40 })).toBeUndefined()
    expect(text({ data: two, total: 2, has_more: false })).toBe('2000 EUR in 2')
  })

  // Catches a sum of one page where only the headers say that there are more.
  test('of a list whose headers name a next page is none', () => {
    const two = { data: [charge(1), charge(2)], total: 2, has_more: false }
    const page = (headers: Record<string, string>, status = 200) => sumCharges(two, undefined, { status, headers })
    expect(page({})).toMatchObject({ count: 2 })
    expect(page({ link: '<https://a.example/x?from=3>; rel="next"' })).toBeUndefined()
    expect(page({ 'content-range': 'items 0-1/40' }, 206)).toBeUndefined()
  })

  // Catches an amount that is wrong by a factor, because a currency without two digits was read as one of cents.
  test('of whole and of decimal amounts goes by the digits of each currency', () => {
    const sumOf = (currency: string, amount: string | number, amounts: 'minor' | 'major') =>
      sumCharges(of(charge(1, { currency, amount })), { fields: {}, amounts })?.sums[0]?.minor
    expect(sumOf('KWD', '1.250', 'major')).toBe(1_250)
    expect(sumOf('KWD', 1_250, 'minor')).toBe(1_250)
    expect(sumOf('JPY', 1_250, 'minor')).toBe(1_250)
    expect(sumOf('ISK', 1_250, 'minor')).toBe(1_250)
    expect(sumOf('EUR', 1_250, 'minor')).toBe(1_250)
    expect(sumOf('EUR', '12.50', 'minor')).toBe(1_250)
    expect(sumOf('JPY', '12.50', 'minor')).toBeUndefined()
  })

  // Catches a charge of yesterday in today's sum because its local time was taken for UTC.
  test('of an evening goes by the zone that a charge names', () => {
    const since = Date.parse('2026-11-26T20:00:00Z')
    const local = charge(1, { createdAt: '2026-11-26 16:00:00', timezone: 'America/New_York' })
    expect(chargeSums(of(local), undefined, since)?.sums).toEqual([{ currency: 'EUR', minor: 1_000, count: 1 }])
    expect(chargeSums(of({ ...local, timezone: 'Nowhere/At all' }), undefined, since)).toBeUndefined()
  })

  // Catches any list in which something that did not succeed is added.
  test('is never more than what succeeded', () => {
    const status = fc.constantFrom('paid', 'succeeded', 'failed', 'CANCELED', 'refunded', 'open', 'zorp', 'not_paid')
    fc.assert(
      fc.property(fc.array(fc.tuple(status, fc.nat(1_000)), { maxLength: 8 }), (charges) => {
        const rows = charges.map(([one, cents], n) => charge(n, { status: one, amount: (cents / 100).toFixed(2) }))
        const good = charges.filter(([one]) => one === 'paid' || one === 'succeeded')
        const found = sumCharges(of(...rows))
        if (charges.some(([one]) => one === 'zorp')) expect(found).toBeUndefined()
        else
          expect(found?.sums.reduce((all, { minor }) => all + minor, 0)).toBe(
            good.reduce((all, [, cents]) => all + cents, 0),
          )
      }),
    )
  })
})

// Catches an empty column, and a guard that knows less than the charge says, where the name differs from the expected one.
test.each<[JsonObject, string | undefined]>([
  [{ refundedAmount: 5 }, 'refundedAmount'],
  [{ amount_refunded: '5.00' }, 'amount_refunded'],
  [{ refunded: true, totalRefunded: 5 }, 'totalRefunded'],
  [{ amountRefundedMinor: 5 }, 'amountRefundedMinor'],
  [{ refunded: { value: '5.00', currency: 'EUR' } }, 'refunded'],
  [{ refunded: 0 }, 'refunded'],
  [{ refunded: false, refunds: [], refundable: 5, refundedAt: '2026-11-26', refundCount: 2 }, undefined],
])('what was refunded of %j stands in %s', (row, field) => {
  expect(refundedField([row])).toBe(field)
})
