// Who pays. A customer's record moves no money by itself.
import { created, gone, read, updated } from '../columns.ts'
import type { CatalogEntry } from '../entry.ts'
import { customerSearch } from '../suggested/payments.ts'

const customer = { product: 'Payments', resource: 'payment/customer', auth: 'apiKey' } as const

export const customers = {
  'POST /api/payment/customer/all': { ...customer, name: 'Get All Customers', ...read },
  'POST /api/payment/customer/create': {
    ...customer,
    name: 'Create Customer',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('POST /api/payment/customer/all'),
  },
  'POST /api/payment/customer/delete': {
    ...customer,
    name: 'Delete Customer',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.customerId'],
    confirmWith: gone('POST /api/payment/customer/all'),
  },
  'POST /api/payment/customer/get': { ...customer, name: 'Get Customer', ...read },
  'POST /api/payment/customer/search': { ...customer, name: 'Search Customers', ...read, suggested: customerSearch },
  'POST /api/payment/customer/update': {
    ...customer,
    name: 'Update Customer',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.customerId'],
    confirmWith: updated('POST /api/payment/customer/all'),
  },
} satisfies Record<string, CatalogEntry>
