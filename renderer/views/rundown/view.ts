import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'rundown',
  title: 'frame.view.rundown',
  icon: 'i-lucide-list-ordered',
  order: 75,
  place: 'rail',
  messages: ['rundown', 'encoder', 'resources', 'drafts'],
  component: () => import('./RundownView.vue'),
} satisfies ViewDefinition
