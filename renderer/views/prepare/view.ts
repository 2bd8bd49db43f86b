import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'prepare',
  title: 'frame.view.prepare',
  icon: 'i-lucide-clipboard-check',
  order: 5,
  place: 'rail',
  messages: ['prepare', 'encoder'],
  component: () => import('./PrepareView.vue'),
} satisfies ViewDefinition
