// What was paid. What gives money of a charge back is not among the actions: the refund dialog sends those, after it has looked.
import type { ActionSpec, FieldSpec, ResourceSpec } from '../../../resources/types.ts'
import { naming } from './parts.ts'

const resource = 'payment/charge'

const editable: readonly FieldSpec[] = [
  { name: 'description', label: 'payments.field.description', control: 'multiline' },
]
const update: Omit<ActionSpec, 'operation' | 'label'> = {
  icon: 'i-lucide-pencil',
  fields: editable,
  start: naming('chargeId', 'description'),
}

export const charges: ResourceSpec = {
  resource,
  title: 'payments.section.charges',
  about: 'payments.about.charges',
  icon: 'i-lucide-credit-card',
  list: 'POST /api/payment/charge/all',
  get: 'POST /api/payment/charge/get',
  idName: 'chargeId',
  reads: [
    {
      operation: 'POST /api/payment/refund/searchbycharge',
      label: 'payments.read.refunds',
      icon: 'i-lucide-undo-2',
      start: naming('chargeId'),
    },
  ],
  create: {
    operation: 'POST /api/payment/charge/create',
    label: 'payments.action.createCharge',
    icon: 'i-lucide-plus',
    fields: [
      { name: 'customerId', label: 'payments.field.customer', control: 'text', required: true },
      {
        name: 'currency',
        label: 'payments.field.currency',
        control: 'text',
        hint: 'payments.hint.currency',
        required: true,
      },
      { name: 'amount', label: 'payments.field.amount', control: 'money', currency: 'currency', required: true },
      { name: 'description', label: 'payments.field.description', control: 'text' },
    ],
  },
  actions: [
    { operation: 'POST /api/payment/charge/update', label: 'payments.action.updateCharge', ...update },
    { operation: 'PUT /api/payment/charge/update', label: 'payments.action.replaceCharge', ...update },
    {
      operation: 'POST /api/payment/charge/delete',
      label: 'payments.action.deleteCharge',
      icon: 'i-lucide-trash-2',
      start: naming('chargeId'),
    },
  ],
  columns: [
    { id: 'amount', label: 'payments.field.amount', role: 'amount', kind: 'money', width: 9 },
    { id: 'status', label: 'payments.field.status', role: 'status', kind: 'status', width: 10 },
    { id: 'description', label: 'payments.field.description', field: 'description', kind: 'text', width: 12 },
    { id: 'refunded', label: 'payments.field.refunded', field: 'refundedAmount', kind: 'money', width: 8 },
    { id: 'customer', label: 'payments.field.customer', role: 'customer', kind: 'id', width: 8, private: true },
    { id: 'created', label: 'payments.field.created', role: 'at', kind: 'instant', width: 10 },
    { id: 'id', label: 'payments.field.id', role: 'id', kind: 'id', width: 8 },
  ],
}
