// The platform writes the paths of plans in two letter cases; both are operations of its own.
import { inQuery, naming } from '#records/resources/spec-parts.ts'
import type { ResourceSpec } from '#records/resources/types.ts'
import { createdAt, id, money, neededAmount, neededCurrency, parts, status, title } from './billing.ts'

const idName = 'planId'
const { action, column, field, hinted, needed, read, search } = parts
const edit = {
  fields: [needed('name'), neededCurrency, neededAmount, hinted('interval'), field('description', 'multiline')],
  start: naming(idName, 'name', 'currency', 'amount', 'interval', 'description'),
}

export const plans: ResourceSpec = {
  resource: 'payment/subscriptionPlan',
  title: 'billing.title.plans',
  about: 'billing.about.plans',
  icon: 'i-lucide-layers',
  list: 'POST /api/payment/subscriptionplan/all',
  get: 'POST /api/payment/subscriptionplan/get',
  idName,
  create: action('POST /api/payment/subscriptionplan/create', 'createPlan', 'i-lucide-plus', { fields: edit.fields }),
  reads: [
    read('GET /api/payment/subscriptionPlan/getFeatures', 'features', 'i-lucide-list-checks', {
      start: inQuery(idName),
    }),
    read('GET /api/payment/subscriptionPlan/get', 'otherGet', 'i-lucide-eye', { start: inQuery(idName) }),
  ],
  actions: [
    action('POST /api/payment/subscriptionPlan/calculatePrice', 'calculatePrice', 'i-lucide-calculator', {
      fields: [field('quantity', 'whole'), hinted('code')],
      start: naming(idName),
    }),
    action('PUT /api/payment/subscriptionPlan/updateFeatures', 'updateFeatures', 'i-lucide-list-checks', {
      fields: [hinted('features', 'lines')],
      start: naming(idName, 'features'),
    }),
    action('POST /api/payment/subscriptionplan/update', 'updatePlan', 'i-lucide-pencil', edit),
    action('PUT /api/payment/subscriptionPlan/update', 'replacePlan', 'i-lucide-pencil', { ...edit, rare: true }),
    action('POST /api/payment/subscriptionplan/delete', 'cancelDeletePlan', 'i-lucide-trash-2', {
      rare: true,
      start: naming(idName),
    }),
    action('DELETE /api/payment/subscriptionPlan/delete', 'deletePlan', 'i-lucide-trash-2', {
      start: inQuery(idName),
    }),
  ],
  columns: [title, money, column('interval', 'text', 7), status, createdAt, id],
  searches: [
    search('GET /api/payment/subscriptionPlan/getall', 'otherList', [], 'i-lucide-list'),
    search('GET /api/pay/s/{shortId}', 'shortSubscription', [needed('shortId')], 'i-lucide-link'),
  ],
}
