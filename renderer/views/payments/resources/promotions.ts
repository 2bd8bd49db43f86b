import { inQuery, naming } from '#records/resources/spec-parts.ts'
import type { ResourceSpec } from '#records/resources/types.ts'
import { createdAt, currency, id, parts, status, title } from './billing.ts'

const idName = 'promotionId'
const { action, column, field, money, needed } = parts
const fields = [
  needed('name'),
  needed('code'),
  field('percentOff', 'whole'),
  currency(),
  money('amountOff'),
  field('startsAt', 'instant'),
  field('endsAt', 'instant'),
]

export const promotions: ResourceSpec = {
  resource: 'payment/promotion',
  title: 'billing.title.promotions',
  about: 'billing.about.promotions',
  icon: 'i-lucide-ticket-percent',
  list: 'GET /api/payment/promotion/all',
  get: 'GET /api/payment/promotion/get',
  idName,
  create: action('POST /api/payment/promotion/create', 'createPromotion', 'i-lucide-plus', { fields }),
  actions: [
    action('PUT /api/payment/promotion/update', 'updatePromotion', 'i-lucide-pencil', {
      fields,
      start: naming(idName, 'name', 'code', 'percentOff', 'currency', 'amountOff', 'startsAt', 'endsAt'),
    }),
    action('DELETE /api/payment/promotion/delete', 'deletePromotion', 'i-lucide-trash-2', { start: inQuery(idName) }),
  ],
  columns: [
    title,
    column('code', 'id', 8),
    column('percentOff', 'whole', 7),
    column('amountOff', 'money', 9),
    status,
    column('startsAt', 'instant', 11),
    column('endsAt', 'instant', 11),
    createdAt,
    id,
  ],
}
