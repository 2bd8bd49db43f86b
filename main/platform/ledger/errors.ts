// Errors that several files of the ledger throw.
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { IntentState } from '#contract/models.ts'

/** The intent is in another state than the call needs. */
export const wrongState = (state: IntentState): DeskError =>
  new DeskError('invalid_state', `The intent is ${state}.`, { facts: { reason: 'wrong_intent_state', state } })

export const deskClosed = (): DeskError =>
  new DeskError('cancelled', 'The desk was closed before this was sent.', { facts: { reason: 'desk_closed' } })

export const unknownOperation = (operation: string): DeskError =>
  new DeskError('invalid_input', 'There is no such operation.', { operation, facts: { reason: 'unknown_operation' } })

/** Of what a grant asked for that was revoked, renewed or switched off before it went. */
export const grantEnded = (operation?: string): DeskError =>
  new DeskError('cancelled', 'The grant that asked for it has ended. Nothing was sent.', {
    ...defined({ operation }),
    facts: { reason: 'grant_ended' },
  })
