import type { Edit, Template, Variable } from './types.ts'

export type TextField = Extract<Edit, { field: unknown }>['field']

/** An edit of a text field: `insert` takes the place of what stands between the offsets. */
export const replace = (field: TextField, from: number, to: number, insert: string): Edit => ({
  field,
  from,
  to,
  insert,
})

export const remove = (field: TextField, from: number, to: number): Edit => replace(field, from, to, '')

export const withVariables = (variables: Variable[]): Edit => ({ variables })

/** The template after a fix. Offsets mean the text as it was before any of the edits. */
export function applyEdits(template: Template, edits: Edit[]): Template {
  const next = { ...template }
  const places = edits.filter((edit) => 'field' in edit).toSorted((a, b) => b.from - a.from)
  for (const { field, from, to, insert } of places)
    next[field] = next[field].slice(0, from) + insert + next[field].slice(to)
  for (const edit of edits) if ('variables' in edit) next.variables = edit.variables
  return next
}
