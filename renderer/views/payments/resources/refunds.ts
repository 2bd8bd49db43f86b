// A new refund begins at its charge, where what remains of it is known.
import { hasStatus, naming, specParts } from '#records/resources/spec-parts.ts'
import type { ResourceSpec } from '#records/resources/types.ts'

const resource = 'payment/refund'
const { action, column, field, hinted, needed, roleColumn, search } = specParts('payments')
const named = naming('refundId')
const settled = ['succeeded', 'completed', 'refunded', 'failed', 'cancelled', 'canceled', 'deleted']

export const refunds: ResourceSpec = {
  resource,
  title: 'payments.section.refunds',
  about: 'payments.about.refunds',
  icon: 'i-lucide-undo-2',
  list: 'POST /api/payment/refund/all',
  get: 'POST /api/payment/refund/get',
  idName: 'refundId',
  actions: [
    action('POST /api/payment/refund/processrefund', 'processRefund', 'i-lucide-check', {
      start: named,
      refusal: (record) => (hasStatus(record, resource, ...settled) ? 'payments.refusal.notPending' : undefined),
    }),
    action('POST /api/payment/refund/update', 'updateRefund', 'i-lucide-pencil', {
      fields: [field('reason', 'multiline')],
      start: naming('refundId', 'reason'),
    }),
    action('POST /api/payment/refund/delete', 'deleteRefund', 'i-lucide-trash-2', { start: named }),
  ],
  columns: [
    roleColumn('amount', 'amount', 'money', 9),
    roleColumn('status', 'status', 'status', 9),
    roleColumn('customer', 'customer', 'id', 8, { private: true }),
    column('reason', 'text', 12),
    { ...column('charge', 'id', 8), field: 'chargeId' },
    roleColumn('created', 'at', 'instant', 10),
    roleColumn('id', 'id', 'id', 8),
  ],
  searches: [
    search('POST /api/payment/refund/searchbycharge', 'byCharge', [needed('chargeId')], 'i-lucide-credit-card'),
    search(
      'POST /api/payment/refund/searchbycustomer',
      'byCustomer',
      [needed('customerId'), field('limit', 'whole'), field('offset', 'whole')],
      'i-lucide-user',
    ),
    search(
      'POST /api/payment/refund/searchbydaterange',
      'byDates',
      [needed('startDate', 'date'), needed('endDate', 'date')],
      'i-lucide-calendar-range',
    ),
    search(
      'POST /api/payment/refund/searchbystatus',
      'byStatus',
      [hinted('status', 'text', { required: true })],
      'i-lucide-circle-dashed',
    ),
    search('POST /api/payment/refund/search', 'refunds', [field('query')]),
  ],
}
