import { expect, test } from 'vitest'
import { findCharges, type Charge } from '../../../renderer/frame/palette/refunds.ts'
import { afterVerb } from '../../../renderer/frame/palette/search.ts'

const charge = (id: string, name: string | undefined, at: number, status = 'succeeded'): Charge => ({
  id,
  customer: `cus_${id}`,
  name,
  status,
  at,
  amount: '15.00 EUR',
})
const ids = (found: readonly Charge[]): string[] => found.map(({ id }) => id)

// A refund that was made already, or an old one, before the one that is meant.
test('charges that can be refunded come first, the newest before the others', () => {
  const charges = [
    charge('a', 'Hana', 1),
    charge('b', 'Hana', 9, 'refunded'),
    charge('c', 'Hana Example', 5, 'partially_refunded'),
    charge('d', 'Ben', 7),
  ]
  expect(ids(findCharges(charges, 'hana', 9))).toEqual(['c', 'a', 'b'])
  expect(ids(findCharges(charges, 'EXAMPLE hana', 9))).toEqual(['c'])
  expect(ids(findCharges(charges, 'hana', 1))).toEqual(['c'])
})

// A hidden name that still finds its charge tells who it is.
test('without a name only identifiers are found', () => {
  const charges = [charge('chg_1', undefined, 1), charge('chg_2', undefined, 2)]
  expect(ids(findCharges(charges, 'hana', 9))).toEqual([])
  expect(ids(findCharges(charges, 'chg_2', 9))).toEqual(['chg_2'])
  expect(ids(findCharges(charges, 'cus_chg_1', 9))).toEqual(['chg_1'])
})

// `refunding` or `refund` alone must stay a search of its own; the longer verb must not leave half of itself in the name.
test('a verb is taken off only where words follow it', () => {
  expect(afterVerb('Refund  hana example', 'refund, pay back')).toBe('hana example')
  expect(afterVerb('pay back Hana', 'pay, pay back')).toBe('Hana')
  expect(['refund', 'refund ', 'refunding hana', '', 'go'].map((text) => afterVerb(text, 'refund, pay back'))).toEqual(
    Array.from({ length: 5 }, () => undefined),
  )
})
