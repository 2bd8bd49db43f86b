// Who pays.
import type { FieldSpec, ResourceSpec } from '../../../resources/types.ts'
import { naming } from './parts.ts'

const fields: readonly FieldSpec[] = [
  { name: 'name', label: 'payments.field.name', control: 'text' },
  { name: 'email', label: 'payments.field.email', control: 'email' },
  { name: 'phone', label: 'payments.field.phone', control: 'text' },
  { name: 'currency', label: 'payments.field.currency', control: 'text', hint: 'payments.hint.currency' },
  { name: 'description', label: 'payments.field.description', control: 'multiline' },
]

export const customers: ResourceSpec = {
  resource: 'payment/customer',
  title: 'payments.section.customers',
  about: 'payments.about.customers',
  icon: 'i-lucide-users',
  list: 'POST /api/payment/customer/all',
  get: 'POST /api/payment/customer/get',
  idName: 'customerId',
  create: {
    operation: 'POST /api/payment/customer/create',
    label: 'payments.action.createCustomer',
    icon: 'i-lucide-user-plus',
    fields,
  },
  actions: [
    {
      operation: 'POST /api/payment/customer/update',
      label: 'payments.action.updateCustomer',
      icon: 'i-lucide-pencil',
      fields,
      start: naming('customerId', 'name', 'email', 'phone', 'currency', 'description'),
    },
    {
      operation: 'POST /api/payment/customer/delete',
      label: 'payments.action.deleteCustomer',
      icon: 'i-lucide-trash-2',
      start: naming('customerId'),
    },
  ],
  columns: [
    { id: 'name', label: 'payments.field.name', role: 'title', kind: 'text', private: true, width: 12 },
    { id: 'email', label: 'payments.field.email', role: 'email', kind: 'text', private: true, width: 13 },
    { id: 'status', label: 'payments.field.status', role: 'status', kind: 'status', width: 8 },
    { id: 'created', label: 'payments.field.created', role: 'at', kind: 'instant', width: 10 },
    { id: 'id', label: 'payments.field.id', role: 'id', kind: 'id', width: 8 },
  ],
  searches: [
    {
      operation: 'POST /api/payment/customer/search',
      label: 'payments.search.customers',
      icon: 'i-lucide-search',
      fields: [
        { name: 'query', label: 'payments.search.words', control: 'text', hint: 'payments.search.wordsHint' },
        { name: 'email', label: 'payments.field.email', control: 'text' },
      ],
    },
  ],
}
