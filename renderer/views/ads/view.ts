import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'ads',
  title: 'frame.view.ads',
  icon: 'i-lucide-megaphone',
  order: 50,
  place: 'rail',
  component: () => import('./AdsView.vue'),
  messages: ['ads', 'resources'],
  products: ['Ads'],
} satisfies ViewDefinition
