import { applyEdits } from '../model/edits.ts'
import type { Edit, Template, TemplateField } from '../model/types.ts'

/** The fields that a fix changes, with their new content. Offsets count in the template as given; where one edit does not fit it, nothing changes. */
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
