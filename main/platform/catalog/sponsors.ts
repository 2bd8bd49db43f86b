// Who sponsors the show: records; what the audience sees of a sponsor is an ad's placement.
import { created, gone, read, updated } from './columns.ts'
import type { CatalogEntry } from './entry.ts'

const general = { product: 'Sponsors', resource: 'sponsor/general', auth: 'apiKey' } as const

export const sponsors = {
  'GET /api/sponsor/general/all': { ...general, name: 'Get All By Account ID', ...read },
  'POST /api/sponsor/general/create': {
    ...general,
    name: 'Add',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/sponsor/general/all'),
  },
  'POST /api/sponsor/general/delete': {
    ...general,
    name: 'Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.sponsorId'],
    confirmWith: gone('GET /api/sponsor/general/all'),
  },
  'GET /api/sponsor/general/get': { ...general, name: 'Get By ID', ...read },
  'PUT /api/sponsor/general/update': {
    ...general,
    name: 'Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.sponsorId'],
    confirmWith: updated('GET /api/sponsor/general/all'),
  },
} satisfies Record<string, CatalogEntry>
