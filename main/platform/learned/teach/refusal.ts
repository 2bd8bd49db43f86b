import { DeskError, type ErrorFacts } from '#contract/errors.ts'
import type { ErrorReason } from '#contract/reasons.ts'

/** A refused file; `place` is where in it, and holds no value. */
export function refused(
  reason: ErrorReason,
  place: string,
  sentence: string,
  facts: Omit<ErrorFacts, 'reason'> = {},
): DeskError {
  return new DeskError(reason === 'file_too_large' ? 'too_large' : 'invalid_input', sentence, {
    facts: { ...facts, reason, place },
  })
}
