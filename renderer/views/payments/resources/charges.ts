// What gives money of a charge back is no plain action: only the refund dialog sends it, after it has checked the charge.
import { refundedField } from '#answers/takings.ts'
import { naming, specParts } from '#records/resources/spec-parts.ts'
import type { ResourceSpec } from '#records/resources/types.ts'

const { action, column, field, hinted, money, needed, read, roleColumn } = specParts('payments')
const named = naming('chargeId')
const update = { fields: [field('description', 'multiline')], start: naming('chargeId', 'description') }

export const charges: ResourceSpec = {
  resource: 'payment/charge',
  title: 'payments.section.charges',
  about: 'payments.about.charges',
  icon: 'i-lucide-credit-card',
  list: 'POST /api/payment/charge/all',
  get: 'POST /api/payment/charge/get',
  idName: 'chargeId',
  reads: [read('POST /api/payment/refund/searchbycharge', 'refunds', 'i-lucide-undo-2', { start: named })],
  create: action('POST /api/payment/charge/create', 'createCharge', 'i-lucide-plus', {
    fields: [
      needed('customerId'),
      hinted('currency', 'text', { required: true }),
      money('amount', { required: true }),
      field('description'),
    ],
  }),
  actions: [
    action('POST /api/payment/charge/update', 'updateCharge', 'i-lucide-pencil', update),
    action('PUT /api/payment/charge/update', 'replaceCharge', 'i-lucide-pencil', { ...update, rare: true }),
    action('POST /api/payment/charge/delete', 'deleteCharge', 'i-lucide-trash-2', { start: named }),
  ],
  columns: [
    roleColumn('amount', 'amount', 'money', 9),
    roleColumn('status', 'status', 'status', 10),
    roleColumn('customer', 'customer', 'id', 8, { private: true }),
    column('description', 'text', 12),
    { ...column('refunded', 'money', 8), field: 'refundedAmount', among: refundedField },
    roleColumn('created', 'at', 'instant', 10),
    roleColumn('id', 'id', 'id', 8),
  ],
}
