// Vendors have no delete; a wrong one is corrected.
import { created, read, updated } from './columns.ts'
import type { CatalogEntry } from './entry.ts'

const general = { product: 'Vendors', resource: 'vendor/general', auth: 'apiKey' } as const

export const vendors = {
  'GET /api/vendor/general/all': { ...general, name: 'Get All By Account ID', ...read },
  'POST /api/vendor/general/create': {
    ...general,
    name: 'Add',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/vendor/general/all'),
  },
  'GET /api/vendor/general/get': { ...general, name: 'Get By ID', ...read },
  'PUT /api/vendor/general/update': {
    ...general,
    name: 'Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.vendorId'],
    confirmWith: updated('GET /api/vendor/general/all'),
  },
} satisfies Record<string, CatalogEntry>
