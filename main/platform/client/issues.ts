import type { z } from 'zod'
import type { FieldProblem } from '#contract/errors.ts'

type Issue = z.core.$ZodIssue

const most = 50

/** The problems that a schema found, each at its dotted field; unknown keys are named one by one. */
export function fieldsOf(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): FieldProblem[] {
  return issues.flatMap((issue) => problems(issue, prefix)).slice(0, most)
}

function problems(issue: Issue, prefix: readonly PropertyKey[]): FieldProblem[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: dotted([...path, key]),
      message: 'The platform lists no such field',
      reason: 'unknown_field' as const,
    }))
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') return fieldsOf(issue.issues, path)
  const branches = issue.code === 'invalid_union' ? ofUnion(issue.errors, path) : undefined
  return branches ?? [notExpected(path, issue.message)]
}

// The branch that got furthest is the one that was meant; where none got further than the value itself, all are named.
function ofUnion(branches: readonly Issue[][], path: readonly PropertyKey[]): FieldProblem[] | undefined {
  const inside = branches.filter((branch) =>
    branch.some((issue) => issue.path.length > 0 || issue.code === 'unrecognized_keys'),
  )
  const meant = inside.sort((a, b) => a.length - b.length)[0]
  if (meant) return fieldsOf(meant, path)
  const messages = new Set(branches.flat().map((issue) => issue.message))
  return messages.size === 0 ? undefined : [notExpected(path, [...messages].join(', or '))]
}

/** `said` is the schema's own sentence: what it expects in this place. */
const notExpected = (path: readonly PropertyKey[], message: string): FieldProblem => ({
  path: dotted(path),
  message,
  reason: 'not_expected',
  facts: { said: message.replace(/\.$/, '') },
})

function dotted(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.')
}
