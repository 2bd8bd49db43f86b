import { hasStatus, inQuery, naming } from '#records/resources/spec-parts.ts'
import type { ActionSpec, ColumnSpec, FieldSpec, OperationKey, ResourceSpec } from '#records/resources/types.ts'
import { createdAt, currency, customer, id, money, parts, status } from './billing.ts'

const resource = 'payment/subscription'
const idName = 'subscriptionId'
const over = ['cancelled', 'canceled', 'expired', 'ended'] as const
const { action, column, field, hinted, needed, read, search } = parts

/** A command that some states forbid; an unknown status forbids nothing, since the platform decides. */
const command = (
  operation: OperationKey,
  name: string,
  icon: string,
  forbidden: readonly string[],
  fields: readonly FieldSpec[] = [],
): ActionSpec =>
  action(operation, name, icon, {
    start: naming(idName),
    ...(fields.length === 0 ? {} : { fields }),
    refusal: (record) => (hasStatus(record, resource, ...forbidden) ? `billing.refusal.${name}` : undefined),
  })

/** Kept in the menu, except in the states in which it is what a person came for. */
const seldom = (spec: ActionSpec, ...wanted: readonly string[]): ActionSpec => ({
  ...spec,
  rare: (record) => !hasStatus(record, resource, ...wanted),
})

const edit = (operation: OperationKey, name: string): ActionSpec =>
  action(operation, name, 'i-lucide-pencil', {
    rare: true,
    fields: [field('description', 'multiline'), field('metadata', 'json')],
    start: naming(idName, 'description', 'metadata'),
  })
const readById = (operation: OperationKey, name: string, icon: string, columns?: readonly ColumnSpec[]): ActionSpec =>
  read(operation, name, icon, { start: inQuery(idName), ...(columns && { columns }) })

export const subscriptions: ResourceSpec = {
  resource,
  title: 'billing.title.subscriptions',
  about: 'billing.about.subscriptions',
  icon: 'i-lucide-repeat',
  list: 'POST /api/payment/subscription/all',
  get: 'POST /api/payment/subscription/get',
  idName,
  create: action('POST /api/payment/subscription/create', 'createSubscription', 'i-lucide-plus', {
    fields: [needed('customerId'), needed('planId'), currency(), parts.money('amount')],
  }),
  actions: [
    command('POST /api/payment/subscription/pause', 'pause', 'i-lucide-pause', ['paused', ...over]),
    command('POST /api/payment/subscription/resume', 'resume', 'i-lucide-step-forward', [
      'active',
      'trialing',
      ...over,
    ]),
    command('POST /api/payment/subscription/changePlan', 'changePlan', 'i-lucide-layers', over, [needed('planId')]),
    seldom(
      command(
        'POST /api/payment/subscription/startTrial',
        'startTrial',
        'i-lucide-hourglass',
        ['trialing', ...over],
        [hinted('days', 'whole')],
      ),
    ),
    seldom(
      command('POST /api/payment/subscription/endTrial', 'endTrial', 'i-lucide-timer-off', [
        'active',
        'paused',
        ...over,
      ]),
      'trialing',
    ),
    seldom(
      command(
        'POST /api/payment/subscription/updatePaymentMethod',
        'updatePaymentMethod',
        'i-lucide-credit-card',
        over,
        [needed('paymentMethodId')],
      ),
      'past_due',
      'unpaid',
    ),
    seldom(
      command('POST /api/payment/subscription/reactivate', 'reactivate', 'i-lucide-rotate-ccw', [
        'active',
        'trialing',
        'paused',
      ]),
      ...over,
    ),
    edit('POST /api/payment/subscription/update', 'updateSubscription'),
    edit('PUT /api/payment/subscription/update', 'replaceSubscription'),
    command('POST /api/payment/subscription/cancel', 'cancel', 'i-lucide-circle-x', over),
    action('POST /api/payment/subscription/delete', 'cancelDelete', 'i-lucide-trash-2', {
      rare: true,
      start: naming(idName),
    }),
    action('DELETE /api/payment/subscription/delete', 'deleteSubscription', 'i-lucide-trash-2', {
      rare: true,
      start: inQuery(idName),
    }),
  ],
  reads: [
    readById('GET /api/payment/subscription/getStatus', 'status', 'i-lucide-activity'),
    readById('GET /api/payment/subscription/getInvoices', 'invoices', 'i-lucide-file-text', [
      column('number', 'text', 8),
      money,
      status,
      column('dueDate', 'instant', 10),
      createdAt,
      id,
    ]),
    readById('GET /api/payment/subscription/getHistory', 'history', 'i-lucide-history'),
    readById('GET /api/payment/subscription/getNextBilling', 'nextBilling', 'i-lucide-calendar-clock'),
    readById('GET /api/payment/subscription/getUsage', 'usage', 'i-lucide-gauge'),
    readById('GET /api/payment/subscription/get', 'otherGet', 'i-lucide-eye'),
  ],
  columns: [
    customer,
    column('planId', 'id', 8),
    money,
    column('interval', 'text', 6),
    status,
    column('nextBillingAt', 'instant', 11),
    createdAt,
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
  listParts: { query: { customerId } },
})
