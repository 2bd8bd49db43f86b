import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'overlays',
  title: 'frame.view.overlays',
  icon: 'i-lucide-layers',
  order: 30,
  place: 'none',
  component: () => import('./OverlaysView.vue'),
} satisfies ViewDefinition
