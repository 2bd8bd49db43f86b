// Named events: announcements and their data, corrected as easily as they are made.
import { eventsUpdate } from './bodies/events-update.ts'
import { created, gone, read, updated } from './columns.ts'
import type { CatalogEntry } from './entry.ts'

const general = { product: 'Events', resource: 'events/general', auth: 'apiKey' } as const

export const events = {
  'GET /api/events/general/all': { ...general, name: 'Get All', ...read },
  'POST /api/events/general/create': {
    ...general,
    name: 'Create',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/events/general/all'),
  },
  'POST /api/events/general/delete': {
    ...general,
    name: 'Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.resourceId', 'body.id'],
    confirmWith: gone('GET /api/events/general/all'),
  },
  'GET /api/events/general/get': { ...general, name: 'Get By Name', ...read },
  'PUT /api/events/general/update': {
    ...general,
    name: 'Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    body: eventsUpdate,
    record: ['body.resourceId'],
    confirmWith: updated('GET /api/events/general/all', { fields: ['metadata.source'] }),
  },
} satisfies Record<string, CatalogEntry>
