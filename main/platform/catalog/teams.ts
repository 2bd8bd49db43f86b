// Teams and how they are sorted: records that are corrected as easily as they are made.
import { created, gone, read, updated } from './columns.ts'
import type { CatalogEntry } from './entry.ts'

const category = { product: 'Teams', resource: 'team/category', auth: 'apiKey' } as const
const general = { product: 'Teams', resource: 'team/general', auth: 'apiKey' } as const
const subcategory = { product: 'Teams', resource: 'team/subcategory', auth: 'apiKey' } as const

export const teams = {
  'GET /api/team/category/all': { ...category, name: 'Category - Get All', ...read },
  'POST /api/team/category/create': {
    ...category,
    name: 'Category - Create',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/team/category/all'),
  },
  'POST /api/team/category/delete': {
    ...category,
    name: 'Category - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.categoryId'],
    confirmWith: gone('GET /api/team/category/all'),
  },
  'GET /api/team/category/get': { ...category, name: 'Category - Get By ID', ...read },
  'PUT /api/team/category/update': {
    ...category,
    name: 'Category - Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.categoryId'],
    confirmWith: updated('GET /api/team/category/all'),
  },

  'GET /api/team/general/all': { ...general, name: 'Get All', ...read },
  'POST /api/team/general/create': {
    ...general,
    name: 'Create',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/team/general/all'),
  },
  'POST /api/team/general/delete': {
    ...general,
    name: 'Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.teamId'],
    confirmWith: gone('GET /api/team/general/all'),
  },
  'GET /api/team/general/get': { ...general, name: 'Get By Name', ...read },
  'PUT /api/team/general/update': {
    ...general,
    name: 'Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.teamId'],
    confirmWith: updated('GET /api/team/general/all'),
  },

  'GET /api/team/subcategory/all': { ...subcategory, name: 'SubCategory - Get All', ...read },
  'POST /api/team/subcategory/create': {
    ...subcategory,
    name: 'SubCategory - Create',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/team/subcategory/all'),
  },
  'POST /api/team/subcategory/delete': {
    ...subcategory,
    name: 'SubCategory - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.subCategoryId'],
    confirmWith: gone('GET /api/team/subcategory/all'),
  },
  'GET /api/team/subcategory/get': { ...subcategory, name: 'SubCategory - Get By ID', ...read },
  'PUT /api/team/subcategory/update': {
    ...subcategory,
    name: 'SubCategory - Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.subCategoryId'],
    confirmWith: updated('GET /api/team/subcategory/all'),
  },
} satisfies Record<string, CatalogEntry>
