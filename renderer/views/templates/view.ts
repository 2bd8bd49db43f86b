import type { ViewDefinition } from '../view-definition.ts'
import { operations } from './model/operations.ts'

export default {
  id: 'templates',
  title: 'frame.view.templates',
  icon: 'i-lucide-mail',
  order: 70,
  messages: ['templates', 'studio', 'drafts'],
  place: 'rail',
  component: () => import('./TemplatesView.vue'),
  operations: Object.values(operations),
} satisfies ViewDefinition
