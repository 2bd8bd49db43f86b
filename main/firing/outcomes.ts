// What the end of a command means for its step. Pure.
import { defined } from '#contract/defined.ts'
import { asDeskError, type DeskErrorShape, type Facts } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import type { StepOutcome } from './types.ts'

/** By what the ledger says of its intent; one that is open is unknown until it is settled. */
export function outcomeOf({ id, state, error }: Intent): StepOutcome {
  if (state === 'confirmed') return { state: 'seen', intent: id }
  return {
    state: state === 'rejected' || state === 'cancelled' ? 'contradicted' : 'unknown',
    intent: id,
    // What is accepted has no reason: it is not seen yet.
    ...(error !== undefined ? whyOf(error) : state === 'accepted' ? {} : { reason: state }),
  }
}

/** Nothing was saved, hence nothing was sent. */
export const refusedBy = (error: unknown): StepOutcome => ({
  state: 'contradicted',
  ...whyOf(asDeskError(error).toShape()),
})

function whyOf({ code, facts = {} }: Pick<DeskErrorShape, 'code' | 'facts'>): { reason: string; facts?: Facts } {
  const { reason, ...rest } = facts
  const told = defined(rest) as Facts
  return { reason: reason ?? code, ...(Object.keys(told).length > 0 && { facts: told }) }
}
