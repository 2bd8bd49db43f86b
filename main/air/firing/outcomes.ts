// What the end of a command means for its step. Pure.
import { defined } from '#contract/defined.ts'
import { asDeskError, type DeskErrorShape, type Facts } from '#contract/errors.ts'
import type { StepAction } from '#contract/air/firing.ts'
import type { Intent } from '#contract/models.ts'
import type { StepOutcome } from './types.ts'

const takenStates: readonly string[] = ['accepted', 'confirmed']

/** Taken again it is harmless, and left out it keeps something on air. */
export const isStop = (action: StepAction): boolean =>
  (action.kind === 'destination' && action.act === 'stop') ||
  (action.kind === 'encoder' && action.operation === 'encoder:stop')

/**
 * By what the ledger says of its intent; one that is open is unknown until it is settled. The streaming software confirms
 * what was seen of it, the platform what it took.
 */
export function outcomeOf(action: StepAction, { id, state, error }: Intent): StepOutcome {
  if (takenStates.includes(state)) return { state: action.kind === 'encoder' ? 'seen' : 'accepted', intent: id }
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
