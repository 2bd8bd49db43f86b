import type { z } from 'zod'
import type { FieldProblem } from '#contract/errors.ts'

type Issue = z.core.$ZodIssue
type Cause = Pick<FieldProblem, 'reason' | 'facts'>

/** What a schema found wrong, field by field; where no reason says it, the schema's own message stays alone. */
export function fieldProblems(issues: readonly Issue[]): FieldProblem[] {
  return issues.flatMap((issue) => {
    const { message } = issue
    const problem = (path: readonly PropertyKey[], cause: Cause) => ({ path: path.join('.'), message, ...cause })
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => problem([...issue.path, key], { reason: 'unknown_field' }))
      : [problem(issue.path, causeOf(issue))]
  })
}

function causeOf(issue: Issue): Cause {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? { reason: 'missing' }
        : { reason: 'wrong_type', facts: { expected: issue.expected } }
    case 'too_big': {
      const facts = { max: Number(issue.maximum) }
      return isNumber(issue.origin) ? { reason: 'too_large', facts } : { reason: 'too_long', facts }
    }
    case 'too_small': {
      const facts = { min: Number(issue.minimum) }
      return isNumber(issue.origin) ? { reason: 'too_small', facts } : { reason: 'too_short', facts }
    }
    case 'invalid_value':
      return { reason: 'not_one_of', facts: { allowed: issue.values.map(String) } }
    case 'invalid_format':
      return { reason: 'wrong_format', facts: { format: issue.format } }
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return {}
  }
}

const isNumber = (origin: string): boolean => ['number', 'int', 'bigint'].includes(origin)
