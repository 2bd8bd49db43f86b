import type { Edit, Template, TemplateField, Variable } from './types.ts'

export type TextField = Extract<Edit, { field: unknown }>['field']

export const replace = (field: TextField, from: number, to: number, insert: string): Edit => ({
  field,
  from,
  to,
  insert,
})

export const remove = (field: TextField, from: number, to: number): Edit => replace(field, from, to, '')

export const withVariables = (variables: Variable[]): Edit => ({ variables })

export function applyEdits(template: Template, edits: Edit[]): Template {
  const next = { ...template }
  const places = edits.filter((edit) => 'field' in edit).toSorted((a, b) => b.from - a.from)
  for (const { field, from, to, insert } of places)
    next[field] = next[field].slice(0, from) + insert + next[field].slice(to)
  for (const edit of edits) if ('variables' in edit) next.variables = edit.variables
  return next
}

/** The fields that a fix changes, with their new content; none where one edit does not fit the template. */
export function changeBy(template: Template, edits: Edit[]): Partial<Template> {
  const fits = (edit: Edit): boolean =>
    'variables' in edit || (edit.from >= 0 && edit.from <= edit.to && edit.to <= template[edit.field].length)
  if (!edits.every(fits)) return {}
  const next = applyEdits(template, edits)
  const fields = Object.keys(next) as TemplateField[]
  return Object.fromEntries(
    fields.filter((field) => next[field] !== template[field]).map((field) => [field, next[field]]),
  )
}
