import { expect, test } from 'vitest'
import { moneyFacts } from '../../../../renderer/records/resources/action/facts.ts'
import type { FieldSpec } from '../../../../renderer/records/resources/types.ts'

const units = { request: 'minor', record: 'minor' } as const
const goal: FieldSpec = {
  name: 'goalAmount',
  label: 'billing.field.goalAmount',
  control: 'money',
  currency: 'currency',
}
const amounts = (
  record: Parameters<typeof moneyFacts>[0],
  body: Parameters<typeof moneyFacts>[1]['body'],
  fields: readonly FieldSpec[] = [],
) =>
  moneyFacts(record, body === undefined ? {} : { body }, 'payment/link', units, fields).map(
    ({ label, value }) => `${label.split('.').at(-1) ?? ''} ${value}`,
  )

// Catches a confirmation that calls a goal what something costs.
test('a goal is named as a goal, and never as the amount', () => {
  expect(amounts(undefined, { goalAmount: 30_000, currency: 'EUR' }, [goal])).toEqual([
    'goalAmount 300.00 EUR',
    'currency EUR',
  ])
  expect(amounts({ id: 'lnk_1', goalAmount: 50_000, currency: 'EUR' }, { paymentLinkId: 'lnk_1' })).toEqual([
    'currency EUR',
  ])
})

// Catches an amount written as JSON that the confirmation leaves out because the form offers another one.
test('what goes is named, whoever wrote it', () => {
  expect(amounts(undefined, { amount: 1_200, goalAmount: 30_000, currency: 'EUR' }, [goal])).toEqual([
    'amount 12.00 EUR',
    'goalAmount 300.00 EUR',
    'currency EUR',
  ])
})

// Catches a confirmation of money that does not name whose it is because the record holds the customer as a record of its own.
test('a customer within the record is named, by another identifier never with that name', () => {
  const charge = { id: 'chg_1', amount: 1_200, currency: 'EUR', customer: { id: 'cus_9', name: 'Ana Example' } }
  expect(amounts(charge, { chargeId: 'chg_1' })).toContain('customer Ana Example (cus_9)')
  expect(amounts(charge, { customerId: 'cus_1' })).toContain('customer cus_1')
})
