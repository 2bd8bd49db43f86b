// What takes something off a price.
import type { FieldSpec, ResourceSpec } from '../../../resources/types.ts'
import { amount, column, currency, field, id, inQuery, made, needed, priceOf, status, title } from './fields.ts'
import { naming } from './parts.ts'

const idName = 'promotionId'
const fields: readonly FieldSpec[] = [
  needed('name'),
  needed('code'),
  field('percentOff', 'whole'),
  currency(),
  amount('amountOff'),
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
  create: {
    operation: 'POST /api/payment/promotion/create',
    label: 'billing.action.createPromotion',
    icon: 'i-lucide-plus',
    fields,
  },
  actions: [
    {
      operation: 'PUT /api/payment/promotion/update',
      label: 'billing.action.updatePromotion',
      icon: 'i-lucide-pencil',
      fields,
      start: naming(idName, 'name', 'code', 'percentOff', 'currency', 'amountOff', 'startsAt', 'endsAt'),
    },
    {
      operation: 'DELETE /api/payment/promotion/delete',
      label: 'billing.action.deletePromotion',
      icon: 'i-lucide-trash-2',
      start: inQuery(idName),
    },
  ],
  columns: [
    title,
    column('code', 'id', 8),
    column('percentOff', 'whole', 7),
    priceOf('amountOff'),
    status,
    column('startsAt', 'instant', 11),
    column('endsAt', 'instant', 11),
    made,
    id,
  ],
}
