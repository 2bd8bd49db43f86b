import { DeskError } from '#contract/errors.ts'
import type { FieldProblem } from '#contract/errors.ts'

/** The error of a request that can't be sent as it is; `fields` say where and why. */
export function invalid(operation: string | undefined, ...fields: [FieldProblem, ...FieldProblem[]]): DeskError {
  const [first] = fields
  const where = first.path === '' ? first.message : `${first.path}: ${first.message}`
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : ''
  return new DeskError('invalid_input', `The request can't be sent as it is. ${where}${more}`, {
    facts: { reason: 'request_not_valid' },
    ...(operation === undefined ? {} : { operation }),
    fields,
  })
}
