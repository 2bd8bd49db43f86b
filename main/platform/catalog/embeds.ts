// Voting embeds stand on pages that viewers have open: what is written here is what they see.
import { created, gone, read, updated } from './columns.ts'
import type { CatalogEntry } from './entry.ts'

const embed = { product: 'Embeds', resource: 'vote/embed', auth: 'apiKey' } as const

export const embeds = {
  'POST /api/vote/embed/all': { ...embed, name: 'Get All', ...read },
  'POST /api/vote/embed/create': {
    ...embed,
    name: 'Create',
    kind: 'create',
    risk: 'onair',
    queueable: false,
    confirmWith: created('POST /api/vote/embed/all'),
  },
  'POST /api/vote/embed/delete': {
    ...embed,
    name: 'Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.embedId'],
    confirmWith: gone('POST /api/vote/embed/all'),
  },
  'POST /api/vote/embed/get': { ...embed, name: 'Get By Embed ID', ...read },
  'PUT /api/vote/embed/update': {
    ...embed,
    name: 'Update',
    kind: 'update',
    risk: 'onair',
    queueable: false,
    record: ['body.id', 'body.embedId'],
    confirmWith: updated('POST /api/vote/embed/all'),
  },
} satisfies Record<string, CatalogEntry>
