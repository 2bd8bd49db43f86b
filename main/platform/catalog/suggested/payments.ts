// Fields of searches and calculations in Payments: those of section 2.6, and others named after their siblings.
import { z } from 'zod'
import { count, date, email, field, text } from '../bodies/fields.ts'
import { offered } from './fields.ts'

const query = text({ label: 'Words', hint: 'What is looked for.' })
const customerId = text({ label: 'Customer', hint: 'Identifier of the customer.' })
const status = text({ label: 'Status', hint: 'A status as answers show it; the platform does not list them.' })
const range = {
  startDate: date({ label: 'From', hint: 'The first day.' }),
  endDate: date({ label: 'To', hint: 'The last day.' }),
}

export const byDateRange = offered(range)

export const customerSearch = offered({ query, email: email({ label: 'Email' }) })
export const invoiceSearch = offered({ query, customerId, status, ...range })
export const receiptSearch = offered({ query, customerId })
export const subscriptionSearch = offered({
  query,
  customerId,
  planId: text({ label: 'Plan', hint: 'Identifier of the plan.' }),
  status,
})
export const refundSearch = offered({
  query,
  customerId,
  chargeId: text({ label: 'Charge', hint: 'Identifier of the charge.' }),
  status,
  ...range,
  limit: count({ label: 'Limit', hint: 'The most refunds in one answer.' }),
  offset: count({ label: 'Offset', hint: 'How many refunds to pass over first.' }),
})

export const feeOf = offered({
  amount: field(z.number('Expected a number, such as 1000.'), {
    label: 'Amount',
    hint: 'Whether in whole units or the smallest of the currency, the platform does not say.',
  }),
  currency: text({ label: 'Currency', hint: 'Its three letters, such as EUR.' }),
})
export const priceOf = offered({
  id: text({ label: 'Plan', hint: 'Identifier of the plan.' }),
  quantity: count({ label: 'Quantity', hint: 'How many of it.' }),
})
