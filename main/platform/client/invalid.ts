import { defined } from '#contract/defined.ts'
import { DeskError, type FieldProblem } from '#contract/errors.ts'

export function invalid(operation: string | undefined, ...fields: [FieldProblem, ...FieldProblem[]]): DeskError {
  const [{ path, message }] = fields
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : ''
  return new DeskError('invalid_input', `The request can't be sent as it is: ${path}: ${message}${more}.`, {
    facts: { reason: 'request_not_valid' },
    ...defined({ operation }),
    fields,
  })
}
