import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'activity',
  title: 'frame.view.activity',
  icon: 'i-lucide-scroll-text',
  order: 10,
  place: 'foot',
  component: () => import('./ActivityView.vue'),
  messages: ['activity', 'resources', 'answer', 'drafts'],
} satisfies ViewDefinition
