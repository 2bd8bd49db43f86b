// Spaces and their descriptions: records that are corrected as easily as they are made.
import { created, gone, read, updated } from './columns.ts'
import type { CatalogEntry } from './entry.ts'

const general = { product: 'Spaces', resource: 'spaces/general', auth: 'apiKey' } as const

export const spaces = {
  'GET /api/spaces/general/all': { ...general, name: 'Get All', ...read },
  'POST /api/spaces/general/create': {
    ...general,
    name: 'Create',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/spaces/general/all'),
  },
  'POST /api/spaces/general/delete': {
    ...general,
    name: 'Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.spaceId'],
    confirmWith: gone('GET /api/spaces/general/all'),
  },
  'GET /api/spaces/general/get': { ...general, name: 'Get By Name', ...read },
  'PUT /api/spaces/general/update': {
    ...general,
    name: 'Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.spaceId'],
    confirmWith: updated('GET /api/spaces/general/all'),
  },
} satisfies Record<string, CatalogEntry>
