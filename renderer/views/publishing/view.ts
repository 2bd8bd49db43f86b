import type { ViewDefinition } from '../view-definition.ts'
import { eventOperations } from './model/fields.ts'

export default {
  id: 'publishing',
  title: 'frame.view.publishing',
  icon: 'i-lucide-send',
  order: 30,
  place: 'rail',
  component: () => import('./PublishingView.vue'),
  messages: ['publishing', 'resources', 'drafts'],
  operations: Object.values(eventOperations),
} satisfies ViewDefinition
