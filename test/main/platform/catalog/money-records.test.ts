// Which record each operation that moves money is about.
import { expect, test } from 'vitest'
import { recordsOf } from '../../../../main/platform/ledger/identity.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { moneyRecords } from '../../../../main/platform/catalog/payments/money-records.ts'

const money = [...operations.values()].filter(({ risk }) => risk === 'money')
const named = (key: string, body: Record<string, string>): string[] => {
  const operation = operations.get(key)
  if (operation === undefined) throw new Error(`There is no ${key}.`)
  return recordsOf(operation, 'rehearsal', { body })
}

// Catches an operation that moves money and was forgotten, or one that no longer does.
test('the table has each of the 42 operations', () => {
  expect(money).toHaveLength(42)
  expect(Object.keys(moneyRecords).sort()).toEqual(money.map(({ key }) => key).sort())
})

// Catches a row that knows fewer names of its record than the catalog does.
test('every place that the catalog says names a record names one here', () => {
  for (const { key, record = [] } of money) {
    for (const place of record)
      expect([key, place, named(key, { [place.replace('body.', '')]: 'x1' }).length]).toEqual([key, place, 1])
  }
})

// Catches two routes of one charge, transaction, subscription or invoice that count as two records.
test.each(['charge', 'transaction', 'subscription', 'invoice'])(
  'whatever the route, the same %s is the same record',
  (noun) => {
    const name = `${noun}Id`
    const record = `rehearsal payment/${noun} x1`
    const concerned = money.filter(({ key }) => named(key, { [name]: 'x1' }).length > 0)
    expect(concerned.length).toBeGreaterThan(8)
    for (const { key } of concerned) expect([key, named(key, { [name]: 'x1' })]).toEqual([key, [record]])
    for (const { key, resource } of money)
      if (resource === `payment/${noun}` && !key.endsWith('/create'))
        expect([key, named(key, { id: 'x1' })]).toEqual([key, [record]])
  },
)

// Catches an order in which the charge is not first.
test('the charge counts before the transaction, the subscription and the invoice', () => {
  const all = { chargeId: 'c', transactionId: 't', subscriptionId: 's', invoiceId: 'i' }
  for (const key of [
    'POST /api/payment/refund/create',
    'POST /api/payment/charge/create',
    'POST /api/payment/invoice/charge',
    'POST /api/payment/refund/processrefund',
  ]) {
    expect(named(key, all)).toEqual(['rehearsal payment/charge c'])
    const { chargeId, ...rest } = all
    expect(chargeId).toBe('c')
    expect(named(key, rest)).toEqual(['rehearsal payment/transaction t'])
    expect(named(key, { subscriptionId: 's', invoiceId: 'i' })).toEqual(['rehearsal payment/subscription s'])
    expect(named(key, { invoiceId: 'i' })).toEqual(['rehearsal payment/invoice i'])
  }
  expect(named('POST /api/payment/charge/refund', { chargeId: 'c', id: 'd' })).toEqual([
    'rehearsal payment/charge c',
    'rehearsal payment/charge d',
  ])
})

// Catches a deletion of a charge that does not count as about it, and plans and links that are spelled in two ways.
test('other writes to the same record have the same name', () => {
  expect(named('POST /api/payment/charge/delete', { id: 'x1' })).toEqual(['rehearsal payment/charge x1'])
  expect(named('POST /api/payment/subscriptionplan/delete', { id: 'x1' })).toEqual(
    named('PUT /api/payment/subscriptionPlan/update', { planId: 'x1' }),
  )
  expect(named('POST /api/payment/paymentLink/delete', { id: 'x1' })).toEqual(
    named('POST /api/payment/link/update', { paymentLinkId: 'x1' }),
  )
})

// Catches a new movement of money that is taken for one about a record that it does not name.
test('a create that names nothing has no record', () => {
  for (const { key, kind } of money)
    if (kind === 'create') expect([key, named(key, { name: 'x', amount: '5' })]).toEqual([key, []])
})
