// Codes and statuses are those of the specification, section 7.
import type { FieldProblem } from '#contract/errors.ts'

/** Answered as `{ error: { code, message, fields? }, requestId }`. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldProblem[]

  constructor(status: number, code: string, message: string, fields: FieldProblem[] = []) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.fields = fields
  }
}

export function invalid(...fields: FieldProblem[]): Refusal {
  const named = fields.map(({ path, message }) => `${path}: ${message}`).join('; ')
  return new Refusal(400, 'invalid_request', `The request does not satisfy the operation's contract. ${named}`, fields)
}

/** 400 for a valid request that can't be done, such as a refund of a refunded charge. */
export function impossible(path: string, message: string): Refusal {
  return new Refusal(400, 'invalid_request', `${path}: ${message}`, [{ path, message }])
}

export function absent(what: string, id: string): Refusal {
  return new Refusal(404, 'not_found', `No ${what} with the identifier ${id}.`)
}
