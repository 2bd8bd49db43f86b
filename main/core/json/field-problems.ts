import type { z } from 'zod'
import type { FieldProblem } from '#contract/errors.ts'

type Issue = z.core.$ZodIssue
type Cause = Pick<FieldProblem, 'reason' | 'facts'>

/** A check ends with these: more help nobody, and an answer stays short whatever was sent. */
export const mostProblems = 20
/** Characters of a path, of a message, and of a fact. */
const longest = 500
/** Of the names that nobody knows. */
const mostNamed = 5
const longestName = 80

/** What a schema found wrong, field by field; where no reason says it, the schema's own message stays alone. */
export const fieldProblems = (issues: readonly Issue[]): FieldProblem[] =>
  issues
    .slice(0, mostProblems)
    .map((issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownFields(issue.path, issue.keys)
        : { path: pathOf(issue.path), message: cut(issue.message, longest), ...causeOf(issue) },
    )

/** One problem, however many names there are: its path is the first of them. */
export function unknownFields(path: readonly PropertyKey[], names: readonly string[]): FieldProblem {
  const shown = names.slice(0, mostNamed).map((name) => JSON.stringify(cut(name, longestName)))
  const more = names.length - shown.length
  const listed = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return {
    path: pathOf([...path, cut(names[0] ?? '', longestName)]),
    message: `Unrecognized ${names.length === 1 ? 'key' : 'keys'}: ${listed}`,
    reason: 'unknown_field',
  }
}

export const tooLong = (path: readonly PropertyKey[], max: number): FieldProblem => ({
  path: pathOf(path),
  message: `Too big: at most ${max} items`,
  reason: 'too_long',
  facts: { max },
})

const pathOf = (path: readonly PropertyKey[]): string =>
  cut(path.map((part) => cut(String(part), longest)).join('.'), longest)

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text

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
