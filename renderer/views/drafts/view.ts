import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'drafts',
  title: 'drafts.title',
  icon: 'i-lucide-file-pen-line',
  order: 5,
  place: 'foot',
  component: () => import('./DraftsView.vue'),
} satisfies ViewDefinition
