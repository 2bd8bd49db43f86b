import { useCatalog } from '#kit/stores/catalog.ts'
import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'products',
  title: 'frame.view.products',
  icon: 'i-lucide-boxes',
  order: 1,
  place: 'foot',
  ahead: () => useCatalog().ensure(),
  component: () => import('./ProductsView.vue'),
  messages: ['products', 'resources', 'learned', 'editor', 'answer', 'drafts'],
} satisfies ViewDefinition
