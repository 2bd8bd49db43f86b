import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'live',
  title: 'frame.view.live',
  icon: 'i-lucide-radio',
  order: 10,
  place: 'rail',
  messages: ['live', 'resources', 'encoder'],
  needs: 103,
  component: () => import('./LiveView.vue'),
} satisfies ViewDefinition
