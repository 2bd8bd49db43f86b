// What went back. A new refund begins at its charge, where what remains is known.
import type { ResourceSpec } from '../../../resources/types.ts'
import { hasStatus, naming } from './parts.ts'

const resource = 'payment/refund'

export const refunds: ResourceSpec = {
  resource,
  title: 'payments.section.refunds',
  about: 'payments.about.refunds',
  icon: 'i-lucide-undo-2',
  list: 'POST /api/payment/refund/all',
  get: 'POST /api/payment/refund/get',
  idName: 'refundId',
  actions: [
    {
      operation: 'POST /api/payment/refund/processrefund',
      label: 'payments.action.processRefund',
      icon: 'i-lucide-check',
      start: naming('refundId'),
      refusal: (record) =>
        hasStatus(record, resource, 'succeeded', 'completed', 'refunded', 'failed', 'cancelled', 'canceled', 'deleted')
          ? 'payments.refusal.notPending'
          : undefined,
    },
    {
      operation: 'POST /api/payment/refund/update',
      label: 'payments.action.updateRefund',
      icon: 'i-lucide-pencil',
      fields: [{ name: 'reason', label: 'payments.field.reason', control: 'multiline' }],
      start: naming('refundId', 'reason'),
    },
    {
      operation: 'POST /api/payment/refund/delete',
      label: 'payments.action.deleteRefund',
      icon: 'i-lucide-trash-2',
      start: naming('refundId'),
    },
  ],
  columns: [
    { id: 'amount', label: 'payments.field.amount', role: 'amount', kind: 'money', width: 9 },
    { id: 'status', label: 'payments.field.status', role: 'status', kind: 'status', width: 9 },
    { id: 'reason', label: 'payments.field.reason', field: 'reason', kind: 'text', width: 12 },
    { id: 'charge', label: 'payments.field.charge', field: 'chargeId', kind: 'id', width: 8 },
    { id: 'customer', label: 'payments.field.customer', role: 'customer', kind: 'id', width: 8, private: true },
    { id: 'created', label: 'payments.field.created', role: 'at', kind: 'instant', width: 10 },
    { id: 'id', label: 'payments.field.id', role: 'id', kind: 'id', width: 8 },
  ],
  searches: [
    {
      operation: 'POST /api/payment/refund/searchbycharge',
      label: 'payments.search.byCharge',
      icon: 'i-lucide-credit-card',
      fields: [{ name: 'chargeId', label: 'payments.field.charge', control: 'text', required: true }],
    },
    {
      operation: 'POST /api/payment/refund/searchbycustomer',
      label: 'payments.search.byCustomer',
      icon: 'i-lucide-user',
      fields: [
        { name: 'customerId', label: 'payments.field.customer', control: 'text', required: true },
        { name: 'limit', label: 'payments.search.limit', control: 'whole' },
        { name: 'offset', label: 'payments.search.offset', control: 'whole' },
      ],
    },
    {
      operation: 'POST /api/payment/refund/searchbydaterange',
      label: 'payments.search.byDates',
      icon: 'i-lucide-calendar-range',
      fields: [
        { name: 'startDate', label: 'payments.search.from', control: 'date', required: true },
        { name: 'endDate', label: 'payments.search.to', control: 'date', required: true },
      ],
    },
    {
      operation: 'POST /api/payment/refund/searchbystatus',
      label: 'payments.search.byStatus',
      icon: 'i-lucide-circle-dashed',
      fields: [
        {
          name: 'status',
          label: 'payments.field.status',
          control: 'text',
          required: true,
          hint: 'payments.search.statusHint',
        },
      ],
    },
    {
      operation: 'POST /api/payment/refund/search',
      label: 'payments.search.refunds',
      icon: 'i-lucide-search',
      fields: [{ name: 'query', label: 'payments.search.words', control: 'text' }],
    },
  ],
}
