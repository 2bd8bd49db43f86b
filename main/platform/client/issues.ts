import type { z } from 'zod'
import type { FieldProblem } from '#contract/errors.ts'
import { refusalOf } from '../catalog/bodies/fields.ts'

type Issue = z.core.$ZodIssue

const most = 50

export function fieldsOf(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): FieldProblem[] {
  return issues.flatMap((issue) => problems(issue, prefix)).slice(0, most)
}

function problems(issue: Issue, prefix: readonly PropertyKey[]): FieldProblem[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: dotted([...path, key]),
      message: 'The platform lists no such field',
      reason: 'unknown_field',
    }))
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') return fieldsOf(issue.issues, path)
  const branches = issue.code === 'invalid_union' ? ofUnion(issue.errors, path) : undefined
  return (
    branches ?? [
      {
        path: dotted(path),
        message: issue.message,
        ...(issue.code === 'custom' ? issue.params : refusalOf(issue.message)),
      },
    ]
  )
}

// The branch that got furthest was meant; where none did, all are named.
function ofUnion(branches: readonly Issue[][], path: readonly PropertyKey[]): FieldProblem[] | undefined {
  const inside = branches.filter((branch) =>
    branch.some((issue) => issue.path.length > 0 || issue.code === 'unrecognized_keys'),
  )
  const meant = inside.sort((a, b) => a.length - b.length)[0]
  if (meant) return fieldsOf(meant, path)
  const messages = new Set(branches.flat().map((issue) => issue.message))
  return messages.size === 0
    ? undefined
    : [{ path: dotted(path), message: [...messages].join(', or '), reason: 'not_valid' }]
}

function dotted(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.')
}
