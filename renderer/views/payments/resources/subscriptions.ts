// What is paid again and again. Every command decides what somebody pays next.
import type { ActionSpec, ColumnSpec, FieldSpec, OperationKey, ResourceSpec } from '../../../resources/types.ts'
import {
  column,
  currency,
  customer,
  field,
  hinted,
  id,
  inQuery,
  made,
  money,
  needed,
  search,
  status,
} from './fields.ts'
import { hasStatus, naming } from './parts.ts'

const resource = 'payment/subscription'
const idName = 'subscriptionId'
const over = ['cancelled', 'canceled', 'expired', 'ended'] as const

/** A command that is possible from some states only; an unknown status forbids nothing, the platform decides. */
function command(
  operation: OperationKey,
  label: string,
  icon: string,
  forbidden: readonly string[],
  fields: readonly FieldSpec[] = [],
): ActionSpec {
  return {
    operation,
    label: `billing.action.${label}`,
    icon,
    start: naming(idName),
    ...(fields.length === 0 ? {} : { fields }),
    refusal: (record) => (hasStatus(record, resource, ...forbidden) ? `billing.refusal.${label}` : undefined),
  }
}

const edit = (operation: OperationKey, label: string): ActionSpec => ({
  operation,
  label: `billing.action.${label}`,
  icon: 'i-lucide-pencil',
  rare: true,
  fields: [field('description', 'multiline'), field('metadata', 'json')],
  start: naming(idName, 'description', 'metadata'),
})
const asked = (operation: OperationKey, label: string, icon: string, columns?: readonly ColumnSpec[]): ActionSpec => ({
  operation,
  label: `billing.read.${label}`,
  icon,
  start: inQuery(idName),
  ...(columns === undefined ? {} : { columns }),
})

const subscriptionActions: readonly ActionSpec[] = [
  command('POST /api/payment/subscription/pause', 'pause', 'i-lucide-pause', ['paused', ...over]),
  command('POST /api/payment/subscription/resume', 'resume', 'i-lucide-step-forward', ['active', 'trialing', ...over]),
  command('POST /api/payment/subscription/changePlan', 'changePlan', 'i-lucide-layers', over, [needed('planId')]),
  command(
    'POST /api/payment/subscription/startTrial',
    'startTrial',
    'i-lucide-hourglass',
    ['trialing', ...over],
    [hinted('days', 'whole')],
  ),
  command('POST /api/payment/subscription/endTrial', 'endTrial', 'i-lucide-timer-off', ['active', 'paused', ...over]),
  command('POST /api/payment/subscription/updatePaymentMethod', 'updatePaymentMethod', 'i-lucide-credit-card', over, [
    needed('paymentMethodId'),
  ]),
  command('POST /api/payment/subscription/reactivate', 'reactivate', 'i-lucide-rotate-ccw', [
    'active',
    'trialing',
    'paused',
  ]),
  edit('POST /api/payment/subscription/update', 'updateSubscription'),
  edit('PUT /api/payment/subscription/update', 'replaceSubscription'),
  command('POST /api/payment/subscription/cancel', 'cancel', 'i-lucide-circle-x', over),
  {
    operation: 'POST /api/payment/subscription/delete',
    label: 'billing.action.cancelDelete',
    icon: 'i-lucide-trash-2',
    rare: true,
    start: naming(idName),
  },
  {
    operation: 'DELETE /api/payment/subscription/delete',
    label: 'billing.action.deleteSubscription',
    icon: 'i-lucide-trash-2',
    rare: true,
    start: inQuery(idName),
  },
]

export const subscriptions: ResourceSpec = {
  resource,
  title: 'billing.title.subscriptions',
  about: 'billing.about.subscriptions',
  icon: 'i-lucide-repeat',
  list: 'POST /api/payment/subscription/all',
  get: 'POST /api/payment/subscription/get',
  idName,
  create: {
    operation: 'POST /api/payment/subscription/create',
    label: 'billing.action.createSubscription',
    icon: 'i-lucide-plus',
    fields: [needed('customerId'), needed('planId'), currency(), field('amount', 'money', { currency: 'currency' })],
  },
  actions: subscriptionActions,
  reads: [
    asked('GET /api/payment/subscription/getStatus', 'status', 'i-lucide-activity'),
    asked('GET /api/payment/subscription/getInvoices', 'invoices', 'i-lucide-file-text', [
      column('number', 'text', 8),
      money,
      status,
      column('dueDate', 'instant', 10),
      made,
      id,
    ]),
    asked('GET /api/payment/subscription/getHistory', 'history', 'i-lucide-history'),
    asked('GET /api/payment/subscription/getNextBilling', 'nextBilling', 'i-lucide-calendar-clock'),
    asked('GET /api/payment/subscription/getUsage', 'usage', 'i-lucide-gauge'),
    asked('GET /api/payment/subscription/get', 'otherGet', 'i-lucide-eye'),
  ],
  columns: [
    customer,
    column('planId', 'id', 8),
    money,
    column('interval', 'text', 6),
    status,
    column('nextBillingAt', 'instant', 11),
    made,
    id,
  ],
  searches: [
    search('GET /api/payment/subscription/search', 'words', [field('query')]),
    search(
      'GET /api/payment/subscription/searchByStatus',
      'byStatus',
      [hinted('status', 'text', { required: true })],
      'i-lucide-circle-dot',
    ),
    search('GET /api/payment/subscription/searchByPlan', 'byPlan', [needed('planId')], 'i-lucide-layers'),
    search('GET /api/payment/subscription/searchByCustomer', 'byCustomer', [needed('customerId')], 'i-lucide-user'),
    search('GET /api/payment/subscription/getAll', 'otherList', [], 'i-lucide-list'),
  ],
}

export const subscriptionsOf = (customerId: string): ResourceSpec => ({
  ...subscriptions,
  list: 'GET /api/payment/subscription/searchByCustomer',
  listParts: inQuery('customerId')(undefined, customerId),
})
