// What can be subscribed to. The platform writes the paths of plans in two letter cases; both are its own operations.
import type { FieldSpec, ResourceSpec } from '../../../resources/types.ts'
import {
  amount,
  column,
  currency,
  field,
  hinted,
  id,
  inQuery,
  made,
  money,
  needed,
  search,
  status,
  title,
} from './fields.ts'
import { naming } from './parts.ts'

const idName = 'planId'
const interval = hinted('interval')
const fields: readonly FieldSpec[] = [
  needed('name'),
  currency({ required: true }),
  amount('amount', { required: true }),
  interval,
  field('description', 'multiline'),
]
const edited = ['name', 'currency', 'amount', 'interval', 'description'] as const

export const plans: ResourceSpec = {
  resource: 'payment/subscriptionPlan',
  title: 'billing.title.plans',
  about: 'billing.about.plans',
  icon: 'i-lucide-layers',
  list: 'POST /api/payment/subscriptionplan/all',
  get: 'POST /api/payment/subscriptionplan/get',
  idName,
  create: {
    operation: 'POST /api/payment/subscriptionplan/create',
    label: 'billing.action.createPlan',
    icon: 'i-lucide-plus',
    fields,
  },
  reads: [
    {
      operation: 'GET /api/payment/subscriptionPlan/getFeatures',
      label: 'billing.read.features',
      icon: 'i-lucide-list-checks',
      start: inQuery(idName),
    },
    {
      operation: 'GET /api/payment/subscriptionPlan/get',
      label: 'billing.read.otherGet',
      icon: 'i-lucide-eye',
      start: inQuery(idName),
    },
  ],
  actions: [
    {
      operation: 'POST /api/payment/subscriptionPlan/calculatePrice',
      label: 'billing.action.calculatePrice',
      icon: 'i-lucide-calculator',
      fields: [field('quantity', 'whole'), hinted('code')],
      start: naming(idName),
    },
    {
      operation: 'PUT /api/payment/subscriptionPlan/updateFeatures',
      label: 'billing.action.updateFeatures',
      icon: 'i-lucide-list-checks',
      fields: [hinted('features', 'lines')],
      start: naming(idName, 'features'),
    },
    {
      operation: 'POST /api/payment/subscriptionplan/update',
      label: 'billing.action.updatePlan',
      icon: 'i-lucide-pencil',
      fields,
      start: naming(idName, ...edited),
    },
    {
      operation: 'PUT /api/payment/subscriptionPlan/update',
      label: 'billing.action.replacePlan',
      icon: 'i-lucide-pencil',
      rare: true,
      fields,
      start: naming(idName, ...edited),
    },
    {
      operation: 'POST /api/payment/subscriptionplan/delete',
      label: 'billing.action.cancelDeletePlan',
      icon: 'i-lucide-trash-2',
      rare: true,
      start: naming(idName),
    },
    {
      operation: 'DELETE /api/payment/subscriptionPlan/delete',
      label: 'billing.action.deletePlan',
      icon: 'i-lucide-trash-2',
      start: inQuery(idName),
    },
  ],
  columns: [title, money, column('interval', 'text', 7), status, made, id],
  searches: [
    search('GET /api/payment/subscriptionPlan/getall', 'otherList', [], 'i-lucide-list'),
    {
      operation: 'GET /api/pay/s/{shortId}',
      label: 'billing.search.shortSubscription',
      icon: 'i-lucide-link',
      fields: [needed('shortId')],
    },
  ],
}
