import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'limits',
  title: 'frame.view.limits',
  icon: 'i-lucide-hourglass',
  order: 10,
  place: 'none',
  component: () => import('./LimitsView.vue'),
} satisfies ViewDefinition
