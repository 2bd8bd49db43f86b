import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'prepare',
  title: 'frame.view.prepare',
  icon: 'i-lucide-clipboard-check',
  order: 5,
  place: 'rail',
  component: () => import('./PrepareView.vue'),
} satisfies ViewDefinition
