import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'drafts',
  title: 'frame.view.drafts',
  icon: 'i-lucide-file-pen-line',
  order: 5,
  place: 'foot',
  component: () => import('./DraftsView.vue'),
  messages: ['drafts', 'resources'],
} satisfies ViewDefinition
