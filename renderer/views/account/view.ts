import { accountOperations } from '#records/account/operations.ts'
import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'account',
  title: 'frame.view.account',
  icon: 'i-lucide-circle-user-round',
  order: 15,
  place: 'foot',
  component: () => import('./AccountView.vue'),
  messages: ['account', 'resources'],
  operations: Object.values(accountOperations),
} satisfies ViewDefinition
