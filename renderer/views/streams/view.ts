import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'streams',
  title: 'frame.view.streams',
  icon: 'i-lucide-radio-tower',
  order: 20,
  place: 'rail',
  component: () => import('./StreamsView.vue'),
  messages: ['streams', 'resources'],
  products: ['Livestream'],
} satisfies ViewDefinition
