import { count, record, text } from './fields.ts'

/** Search of refunds by customer (specification, section 2.6). `limit` and `offset` count refunds. */
export const refundSearchByCustomer = record({
  customerId: text({ label: 'Customer', hint: 'Identifier of the customer whose refunds are listed.' }),
  limit: count({ label: 'Limit', hint: 'The most refunds in one answer.', unit: 'refunds' }),
  offset: count({ label: 'Offset', hint: 'How many refunds to pass over first.', unit: 'refunds' }),
})
