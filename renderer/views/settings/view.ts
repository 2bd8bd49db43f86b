import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'settings',
  title: 'frame.view.settings',
  icon: 'i-lucide-settings',
  order: 20,
  place: 'foot',
  messages: ['settings', 'access', 'encoder'],
  component: () => import('./SettingsView.vue'),
} satisfies ViewDefinition
