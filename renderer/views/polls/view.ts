import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'polls',
  title: 'frame.view.polls',
  icon: 'i-lucide-vote',
  order: 40,
  place: 'rail',
  component: () => import('./PollsView.vue'),
  messages: ['polls', 'resources', 'drafts'],
  products: ['Polls', 'Embeds'],
} satisfies ViewDefinition
