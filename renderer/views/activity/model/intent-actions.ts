import type { Intent } from '#contract/models.ts'
import type { Risk } from '#contract/operation.ts'

export type ActionId = 'reconcile' | 'retry' | 'confirm' | 'reject' | 'cancel' | 'hold' | 'release' | 'edit'

export interface IntentAction {
  id: ActionId
  icon: string
  /** How hard the dialog asks; without it the action needs none. */
  asks?: Risk
}

const hold: IntentAction = { id: 'hold', icon: 'i-lucide-hand' }
const release: IntentAction = { id: 'release', icon: 'i-lucide-play' }
const edit: IntentAction = { id: 'edit', icon: 'i-lucide-pencil' }

const decide: IntentAction[] = [
  { id: 'reconcile', icon: 'i-lucide-eye' },
  { id: 'confirm', icon: 'i-lucide-check', asks: 'edit' },
  { id: 'reject', icon: 'i-lucide-x', asks: 'edit' },
]

/** The safest action first. A live command is neither held nor edited. */
export function actionsOf(intent: Pick<Intent, 'state' | 'risk' | 'held'>, queueable: boolean): IntentAction[] {
  const again: IntentAction = { id: 'retry', icon: 'i-lucide-send', asks: intent.risk }
  switch (intent.state) {
    case 'accepted':
      return decide
    case 'unknown':
      return [...decide, again]
    case 'rejected':
      return [again]
    case 'queued':
      return [
        { id: 'retry', icon: 'i-lucide-send' },
        ...(queueable ? [intent.held ? release : hold, edit] : []),
        { id: 'cancel', icon: 'i-lucide-ban', asks: 'edit' },
      ]
    case 'sending':
    case 'confirmed':
    case 'cancelled':
      return []
  }
}
