import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import {
  digitsOf,
  formatMoney,
  parseTyped,
  plainMoney,
  readAmount,
  subtract,
  toPlatform,
  type AmountReading,
  type TypedReading,
} from '#answers/money.ts'

const shown = (reading: AmountReading | TypedReading): string =>
  reading.ok ? `${reading.money.minor} ${reading.money.currency}` : reading.problem
const typed = (text: string, currency = 'EUR'): string => shown(parseTyped(text, currency))
const amount = (value: Json, currency: Json = 'EUR', unit?: 'minor' | 'major', field?: string): string =>
  shown(readAmount(value, currency, unit, field))

const currencies = fc.constantFrom(...Intl.supportedValuesOf('currency'))
const money = fc.record({ minor: fc.maxSafeInteger(), currency: currencies })

// An amount that is shown and read again must be the same amount, in every currency, up to the largest.
test('what is formatted reads back exactly', () => {
  fc.assert(
    fc.property(money, (value) => {
      expect(readAmount(formatMoney(value), undefined, 'major')).toEqual({ ok: true, money: value })
      expect(readAmount(plainMoney(value), value.currency, 'major')).toEqual({ ok: true, money: value })
    }),
  )
})

// A field that refuses what the desk itself wrote into it could not be used.
test('what the desk writes into a field, it takes back from it', () => {
  fc.assert(
    fc.property(money, (value) => {
      expect(parseTyped(plainMoney(value), value.currency)).toEqual({ ok: true, money: value })
    }),
  )
})

// Either way of writing for the platform must mean the same.
test('what goes to the platform reads back in the same unit', () => {
  fc.assert(
    fc.property(money, fc.constantFrom('minor', 'major'), (value, unit) => {
      const sent = toPlatform(value, unit)
      expect(readAmount(sent, value.currency, unit)).toEqual({ ok: true, money: value })
    }),
  )
})

// Browsers know customary digits, not ISO's: an amount in cents of IDR would be shown a hundredfold.
test('digits are those of ISO 4217', () => {
  const places = Object.fromEntries(
    ['EUR', 'JPY', 'KWD', 'CLF', 'HUF', 'IDR', 'COP', 'RSD', 'IQD', 'eur'].map((code) => [code, digitsOf(code)]),
  )
  expect(places).toEqual({ EUR: 2, JPY: 0, KWD: 3, CLF: 4, HUF: 2, IDR: 2, COP: 2, RSD: 2, IQD: 3, eur: 2 })
  expect(['', 'EU', 'EURO', 'QQQ', 'constructor', '__proto__'].map(digitsOf)).toEqual(Array(6).fill(undefined))
})

// The same amount as people write it in different places.
test.each([
  ['12', '1200 EUR'],
  ['12.5', '1250 EUR'],
  ['12,50', '1250 EUR'],
  ['0,05', '5 EUR'],
  ['.5', '50 EUR'],
  ['1.234,56', '123456 EUR'],
  ['1,234.56', '123456 EUR'],
  ['1 234,56', '123456 EUR'],
  ['1\u00a0234,56', '123456 EUR'],
  ['1\u202f234.5', '123450 EUR'],
  ["1'234.50", '123450 EUR'],
  ['1 234', '123400 EUR'],
  ['1,234,567', '123456700 EUR'],
  ['1.234.567', '123456700 EUR'],
  ['12,34,567.80', '123456780 EUR'],
  ['12.500', 'ambiguous'],
  ['1,234', 'ambiguous'],
  ['1.234', 'ambiguous'],
  ['999,000', 'ambiguous'],
  ['0.234', 'too_precise'],
  ['1234,567', 'too_precise'],
  ['12.40 EUR', '1240 EUR'],
  ['eur 12.40', '1240 EUR'],
  ['\u20ac12.40', '1240 EUR'],
  ['12,40 \u20ac', '1240 EUR'],
  ['-12.40', '-1240 EUR'],
  ['\u221212.40', '-1240 EUR'],
  ['+5', '500 EUR'],
  ['-0', '0 EUR'],
  ['007', '700 EUR'],
  ['12 USD', 'other_currency'],
  ['$12', 'not_a_number'],
  ['12 apples', 'not_a_number'],
  ['12 pts', 'not_a_number'],
  ['', 'none'],
  ['  ', 'none'],
  ['12,', 'not_a_number'],
  ['--12', 'not_a_number'],
  ['1e3', 'not_a_number'],
  ['0x10', 'not_a_number'],
  ['1,23,4', 'not_a_number'],
  ['12,34.5', 'not_a_number'],
  ['1 23', 'not_a_number'],
  ['1.234 567,8', 'not_a_number'],
  ['1.2.3', 'not_a_number'],
  ['1,234,56', 'not_a_number'],
  ['Infinity', 'not_a_number'],
  ['NaN', 'not_a_number'],
  ['\u0661\u0662', 'not_a_number'],
  ['9'.repeat(30), 'too_large'],
  ['9'.repeat(1_000), 'not_a_number'],
])('typed %s is %s', (text, expected) => {
  expect(typed(text)).toBe(expected)
})

// Digits behind the point count by the currency, not by habit.
test('typed amounts keep to the digits of their currency', () => {
  expect(['500', '500.5', '1,234', '1,234,567', '500.00'].map((text) => typed(text, 'JPY'))).toEqual([
    '500 JPY',
    'too_precise',
    'ambiguous',
    '1234567 JPY',
    '500 JPY',
  ])
  expect(['1.234', '1,234', '1.2345', '12.5', '1,234.567'].map((text) => typed(text, 'KWD'))).toEqual([
    '1234 KWD',
    'ambiguous',
    'too_precise',
    '12500 KWD',
    '1234567 KWD',
  ])
  expect(typed('5', 'QQQ')).toBe('no_currency')
})

// A guess at a thousand for one would move a thousand times the money.
test('what could be two amounts is never read as one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 0, max: 999 }),
      fc.constantFrom(',', '.'),
      (whole, rest, mark) => {
        expect(typed(`${whole}${mark}${String(rest).padStart(3, '0')}`)).toBe('ambiguous')
      },
    ),
  )
})

// Whatever is pasted, it is an exact amount or none at all.
test('no text throws, and none gives a fraction', () => {
  const pasted = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+ €$.,'0-9eE]{0,24}$/))
  fc.assert(
    fc.property(pasted, currencies, (text, currency) => {
      for (const reading of [
        parseTyped(text, currency),
        readAmount(text, currency, 'major'),
        readAmount(text, undefined, undefined),
      ]) {
        if (reading.ok) expect(Number.isSafeInteger(reading.money.minor)).toBe(true)
      }
    }),
  )
})

// Platforms write amounts as numbers, texts and objects; only a bare whole number leaves its unit open.
test.each<[Json, Json, string]>([
  [1240, 'EUR', 'unit_unknown'],
  ['1240', 'EUR', 'unit_unknown'],
  [12.4, 'EUR', '1240 EUR'],
  ['12.40', 'EUR', '1240 EUR'],
  ['12.00', 'EUR', '1200 EUR'],
  ['12,40 EUR', null, '1240 EUR'],
  ['12.40 USD', 'EUR', '1240 USD'],
  ['1.234', 'KWD', '1234 KWD'],
  ['1,234', 'EUR', 'not_a_number'],
  ['1.240 EUR', null, 'not_a_number'],
  [1.234, 'EUR', 'too_precise'],
  [1500, 'JPY', '1500 JPY'],
  [0.1 + 0.2, 'EUR', 'too_precise'],
  [1e21, 'EUR', 'unit_unknown'],
  ['1.5e2', 'JPY', '150 JPY'],
  ['1.25e1', 'EUR', '1250 EUR'],
  [1e-7, 'EUR', 'too_precise'],
  ['1e999', 'EUR', 'unit_unknown'],
  [-12.4, 'EUR', '-1240 EUR'],
  [{ value: '12.40', currency: 'EUR' }, null, '1240 EUR'],
  [{ value: '12.40', currency_code: 'usd' }, 'EUR', '1240 USD'],
  [{ amount: { value: '12.40', currency: { code: 'EUR' } } }, null, '1240 EUR'],
  [{ minor: 1240 }, 'EUR', '1240 EUR'],
  [{ amount_cents: 1240 }, 'EUR', '1240 EUR'],
  [{ value: 1240 }, { code: 'EUR' }, 'unit_unknown'],
  [{ value: null }, 'EUR', 'not_a_number'],
  [{ gross: '1.00' }, 'EUR', 'not_a_number'],
  [null, 'EUR', 'none'],
  ['', 'EUR', 'none'],
  [true, 'EUR', 'not_a_number'],
  [[12], 'EUR', 'not_a_number'],
  ['free', 'EUR', 'not_a_number'],
  ['12.40', null, 'no_currency'],
  ['12.40', 'QQQ', 'no_currency'],
  ['12.40', 7, 'no_currency'],
])("the platform's %j in %j is %s", (value, currency, expected) => {
  expect(amount(value, currency)).toBe(expected)
})

// The name of a field says the unit better than a choice made for the others; a percentage says nothing.
test('fields that name their unit', () => {
  expect(
    ['amountMinor', 'amount_cents', 'priceCents', 'amountMajor', 'percent', 'amount'].map((field) =>
      amount(1240, 'EUR', undefined, field),
    ),
  ).toEqual(['1240 EUR', '1240 EUR', '1240 EUR', '124000 EUR', 'unit_unknown', 'unit_unknown'])
  expect(amount({ value: 1240 }, 'EUR', 'major', 'amountMinor')).toBe('1240 EUR')
})

// Catches cents that are read a hundredfold because their field allows parts of a cent.
test('fields of cents and of decimals', () => {
  expect(
    (
      [
        ['1240.5', 'unit_amount_decimal'],
        ['1240', 'amountDecimal'],
        ['12.40', 'amountCents'],
        ['1240.00', 'amount_cents'],
        [1240.5, 'amountMinor'],
        ['1240.5', 'unit_amount_decimal_cents'],
      ] as const
    ).map(([value, field]) => amount(value, 'USD', 'major', field)),
  ).toEqual(['not_a_number', 'not_a_number', 'too_precise', '1240 USD', 'too_precise', 'too_precise'])
})

// Catches an amount that is a hundred times too much: platforms differ in whether these have a smaller unit.
test('a whole number of a currency that platforms count differently is asked for', () => {
  for (const currency of ['ISK', 'ugx', 'HUF', 'TWD', 'KRW', 'CLP', 'IDR', 'COP', 'VND', 'IQD', 'XAF'])
    expect([currency, amount(500, currency), amount('500', currency), amount(500, currency, 'major')]).toEqual([
      currency,
      'unit_unknown',
      'unit_unknown',
      `${500 * 10 ** (digitsOf(currency) ?? 0)} ${currency.toUpperCase()}`,
    ])
  expect(amount(500, 'JPY')).toBe('500 JPY')
  expect(amount('12.40', 'HUF')).toBe('1240 HUF')
})

// Catches `1.240 EUR` that is read as 1.24 while `1.234 EUR` is refused: zeros do not make it clearer.
test('one group of three digits after one mark is two numbers in one, whatever the digits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 0, max: 999 }),
      fc.constantFrom(',', '.'),
      fc.constantFrom('EUR', 'USD', 'JPY', 'CLF'),
      (whole, rest, mark, currency) => {
        const text = `${whole}${mark}${String(rest).padStart(3, '0')}`
        expect([
          amount(text, currency),
          amount(`${text} ${currency}`, null),
          amount({ value: text }, currency),
        ]).toEqual(Array(3).fill('not_a_number'))
      },
    ),
  )
  expect([amount('1.240 KWD', null), amount('0.240', 'EUR'), amount(1.24, 'EUR'), amount('1.240,00', 'EUR')]).toEqual([
    '1240 KWD',
    '24 EUR',
    '124 EUR',
    '124000 EUR',
  ])
})

// Beyond 2^53 two amounts look the same: refused, not rounded.
test('amounts too large to be exact are refused', () => {
  expect(amount('90071992547409.91', 'EUR')).toBe('9007199254740991 EUR')
  expect(amount('90071992547409.92', 'EUR')).toBe('too_large')
  expect(amount(1e21, 'EUR', 'minor')).toBe('too_large')
  expect(amount('1e999', 'EUR', 'major')).toBe('too_large')
})

// Objects within objects without end must not take the page down.
test('deep amount objects end', () => {
  let deep: Json = 5
  for (let n = 0; n < 10_000; n += 1) deep = { amount: deep }
  expect(amount(deep)).toBe('not_a_number')
})

test('a difference is exact or an error', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (a, b) => {
      expect(subtract({ minor: a, currency: 'EUR' }, { minor: b, currency: 'EUR' })).toEqual({
        minor: a - b,
        currency: 'EUR',
      })
    }),
  )
  expect(() => subtract({ minor: 1, currency: 'EUR' }, { minor: 1, currency: 'USD' })).toThrow(RangeError)
  expect(() => subtract({ minor: Number.MAX_SAFE_INTEGER, currency: 'EUR' }, { minor: -1, currency: 'EUR' })).toThrow(
    RangeError,
  )
})
