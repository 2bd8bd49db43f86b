// A promotion changes prices, so writing one counts as money.
import { created, gone, read, updated } from '../columns.ts'
import type { CatalogEntry } from '../entry.ts'

const promotion = { product: 'Payments', resource: 'payment/promotion', auth: 'apiKey' } as const

export const promotions = {
  'GET /api/payment/promotion/all': { ...promotion, name: 'Promotion - All', ...read },
  'POST /api/payment/promotion/create': {
    ...promotion,
    name: 'Promotion - Create',
    kind: 'create',
    risk: 'money',
    queueable: false,
    confirmWith: created('GET /api/payment/promotion/all'),
  },
  'DELETE /api/payment/promotion/delete': {
    ...promotion,
    name: 'Promotion - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['query.id', 'query.promotionId', 'body.id', 'body.promotionId'],
    confirmWith: gone('GET /api/payment/promotion/all'),
  },
  'GET /api/payment/promotion/get': { ...promotion, name: 'Promotion - Get', ...read },
  'PUT /api/payment/promotion/update': {
    ...promotion,
    name: 'Promotion - Update',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.promotionId'],
    confirmWith: updated('GET /api/payment/promotion/all'),
  },
} satisfies Record<string, CatalogEntry>
