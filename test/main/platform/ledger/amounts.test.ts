// What a script may say as an amount (finding 12a).
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuseAmounts } from '../../../../main/platform/ledger/amounts.ts'
import { operations as catalog } from '../../../../main/platform/catalog/index.ts'
import type { Operation } from '../../../../main/platform/catalog/entry.ts'
import type { Json } from '#contract/json.ts'
import { confirmed, createBench, type Bench } from './support.ts'

let bench: Bench
beforeEach(async () => {
  bench = await createBench()
  bench.client.onWrite = () => confirmed()
})
afterEach(() => bench.end())

const operation = (key: string): Operation => {
  const found = catalog.get(key)
  if (found === undefined) throw new Error(`There is no ${key}.`)
  return found
}

// Catches a refund of minus five, of a text that two readers read differently, or of more digits than a number holds.
test.each<[string, Json]>([
  ['a negative number', -5],
  ['an exponent', 1e21],
  ['a tiny exponent', 1e-7],
  ['too many digits', 0.1 + 0.2],
  ['no number', Number.NaN],
  ['without end', Number.POSITIVE_INFINITY],
  ['zero', 0],
  ['zero as a text', '0.00'],
  ['a decimal comma', '1,00'],
  ['thousands', '1,234.50'],
  ['a space', ' 5'],
  ['a sign', '+5'],
  ['an exponent as a text', '1e3'],
  ['hexadecimal', '0x10'],
  ['other digits', '٥'],
  ['an empty text', ''],
  ['a currency', '5 EUR'],
  ['sixteen digits', '1234567890.123456'],
  ['yes', true],
])('%s is refused, and nothing is written', async (_, amount) => {
  await expect(
    bench.ledger.submit({ operation: 'POST /api/payment/refund/create', body: { chargeId: 'ch_1', amount } }),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ path: 'amount' }], facts: { reason: 'amount_not_valid', field: 'amount' } },
  })
  expect(bench.ledger.list({ limit: 5 }).items).toEqual([])
})

test.each<[Json]>([[5], [0.5], ['12.50'], ['5'], [123456789012345], [null]])('%j is sent', async (amount) => {
  expect(
    await bench.ledger.submit({ operation: 'POST /api/payment/refund/create', body: { chargeId: 'ch_1', amount } }),
  ).toMatchObject({ state: 'confirmed' })
})

// Catches amounts under other names or within, in any of the operations that move money, and a free plan that can't be made.
test('amounts are found by name in all 42 operations, wherever they stand', () => {
  const money = [...catalog.values()].filter(({ risk }) => risk === 'money')
  expect(money).toHaveLength(42)
  for (const one of money) {
    for (const name of [
      'amount',
      'refundAmount',
      'amount_cents',
      'amountInCents',
      'unitPrice',
      'total',
      'tax',
      'Amount',
    ]) {
      expect(() => refuseAmounts(one, { lines: [{ [name]: '1,00' }] }), `${one.key} ${name}`).toThrow(`lines.0.${name}`)
      expect(() => refuseAmounts(one, { [name]: { value: -1, currency: 'EUR' } }), `${one.key} ${name}`).toThrow(
        `${name}.value`,
      )
      expect(() => refuseAmounts(one, { [name]: [5, -5] }), `${one.key} ${name}`).toThrow(`${name}.1`)
    }
    expect(() =>
      refuseAmounts(one, {
        discountPercentage: '10 %',
        amountLabel: 'a lot',
        priceId: 'p,1',
        note: '1,00',
        value: 'x',
      }),
    ).not.toThrow()
  }
  expect(() =>
    refuseAmounts(operation('POST /api/payment/subscriptionplan/create'), { price: 0, amount: 0 }),
  ).not.toThrow()
  expect(() => refuseAmounts(operation('POST /api/payment/charge/create'), { amount: '0.0' })).toThrow('amount')
  expect(() => refuseAmounts(operation('POST /api/events/general/create'), { amount: '1,00' })).not.toThrow()
})
