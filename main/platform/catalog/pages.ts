// `Update Publish` puts a page before the audience. Leads may arrive late and must not get lost.
import { created, gone, read, updated } from './columns.ts'
import type { CatalogEntry } from './entry.ts'
import { leadsOfPage } from './suggested/pages.ts'

const general = { product: 'Pages', resource: 'pages/general', auth: 'apiKey' } as const
const leads = { product: 'Pages', resource: 'pages/leads', auth: 'apiKey' } as const

// The list is one page's: it is asked for the page that the lead belongs to.
const byPage = { send: { query: { pageId: 'body.pageId' } } } as const

export const pages = {
  'GET /api/pages/general/all': { ...general, name: 'List Account Pages', ...read },
  'GET /api/pages/general/analytics': { ...general, name: 'Analytics', ...read },
  'POST /api/pages/general/create': {
    ...general,
    name: 'Create Community Challenge',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/pages/general/all'),
  },
  'DELETE /api/pages/general/delete': {
    ...general,
    name: 'Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['query.id', 'query.pageId', 'body.id', 'body.pageId'],
    confirmWith: gone('GET /api/pages/general/all'),
  },
  'GET /api/pages/general/get': { ...general, name: 'Get By Page ID', ...read },
  'GET /api/pages/general/stats': { ...general, name: 'Stats', ...read },
  'PUT /api/pages/general/update': {
    ...general,
    name: 'Update Publish',
    kind: 'update',
    risk: 'onair',
    queueable: false,
    record: ['body.id', 'body.pageId'],
    confirmWith: updated('GET /api/pages/general/all'),
  },

  'GET /api/pages/leads/all': { ...leads, name: 'Leads - List By Page', ...read, suggested: leadsOfPage },
  'POST /api/pages/leads/create': {
    ...leads,
    name: 'Leads - Create',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/pages/leads/all', byPage),
  },
  'DELETE /api/pages/leads/delete': {
    ...leads,
    name: 'Leads - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['query.id', 'query.leadId', 'body.id', 'body.leadId'],
    confirmWith: gone('GET /api/pages/leads/all', byPage),
  },
  'GET /api/pages/leads/get': { ...leads, name: 'Leads - Get', ...read },
  'PUT /api/pages/leads/update': {
    ...leads,
    name: 'Leads - Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.leadId'],
    confirmWith: updated('GET /api/pages/leads/all', byPage),
  },
} satisfies Record<string, CatalogEntry>
