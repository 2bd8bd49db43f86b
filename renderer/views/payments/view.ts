import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'payments',
  title: 'frame.view.payments',
  icon: 'i-lucide-credit-card',
  order: 60,
  place: 'rail',
  component: () => import('./PaymentsView.vue'),
  products: ['Payments'],
  messages: ['payments', 'billing', 'resources'],
} satisfies ViewDefinition
