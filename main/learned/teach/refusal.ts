import { DeskError } from '#contract/errors.ts'
import type { ErrorFacts } from '#contract/errors.ts'
import type { ErrorReason } from '#contract/reasons.ts'

/** A file that nothing is taken from; `place` says where in it, and holds no value. */
export function refused(
  reason: ErrorReason,
  place: string,
  sentence: string,
  facts: Omit<ErrorFacts, 'reason'> = {},
): DeskError {
  const code = reason === 'file_too_large' ? 'too_large' : 'invalid_input'
  return new DeskError(code, `${sentence} Nothing was taken from the file.`, {
    facts: { ...facts, reason, place },
    fields: [{ path: place, message: sentence }],
  })
}
