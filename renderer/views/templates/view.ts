import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'templates',
  title: 'frame.view.templates',
  icon: 'i-lucide-mail',
  order: 70,
  messages: ['templates', 'studio'],
  place: 'rail',
  component: () => import('./TemplatesView.vue'),
  operations: [
    'POST /api/marketing/template/create',
    'POST /api/marketing/template/all',
    'POST /api/marketing/template/get',
    'POST /api/marketing/template/update',
    'POST /api/marketing/template/delete',
  ],
} satisfies ViewDefinition
