import { naming, specParts } from '#records/resources/spec-parts.ts'
import type { ResourceSpec } from '#records/resources/types.ts'

const { action, field, hinted, roleColumn, search } = specParts('payments')
const fields = [
  field('name'),
  field('email', 'email'),
  field('phone'),
  hinted('currency'),
  field('description', 'multiline'),
]

export const customers: ResourceSpec = {
  resource: 'payment/customer',
  title: 'payments.section.customers',
  about: 'payments.about.customers',
  icon: 'i-lucide-users',
  list: 'POST /api/payment/customer/all',
  get: 'POST /api/payment/customer/get',
  idName: 'customerId',
  create: action('POST /api/payment/customer/create', 'createCustomer', 'i-lucide-user-plus', { fields }),
  actions: [
    action('POST /api/payment/customer/update', 'updateCustomer', 'i-lucide-pencil', {
      fields,
      start: naming('customerId', 'name', 'email', 'phone', 'currency', 'description'),
    }),
    action('POST /api/payment/customer/delete', 'deleteCustomer', 'i-lucide-trash-2', { start: naming('customerId') }),
  ],
  columns: [
    roleColumn('name', 'title', 'text', 12, { private: true }),
    roleColumn('email', 'email', 'text', 13, { private: true }),
    roleColumn('status', 'status', 'status', 8),
    roleColumn('created', 'at', 'instant', 10),
    roleColumn('id', 'id', 'id', 8),
  ],
  searches: [search('POST /api/payment/customer/search', 'customers', [hinted('query'), field('email')])],
}
