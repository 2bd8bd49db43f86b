import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'meet',
  title: 'frame.view.meet',
  icon: 'i-lucide-scan-search',
  order: 20,
  place: 'none',
  component: () => import('./MeetView.vue'),
  messages: ['meet', 'resources'],
} satisfies ViewDefinition
