import { useI18n } from 'vue-i18n'
import { placeholderFields } from '../model/types.ts'
import type { Fix, Problem, TemplateField } from '../model/types.ts'

export interface Sentences {
  problem: (problem: Problem) => string
  fix: (fix: Fix) => string
  /** Field and, in a text, line and column. */
  place: (problem: Problem) => string
  field: (field: TemplateField) => string
}

const texts: readonly TemplateField[] = placeholderFields

/** The words for what the analysis found. */
export function useSentences(): Sentences {
  const { t } = useI18n()
  const field = (name: TemplateField): string => t(`templates.field.${name}.label`)
  return {
    field,
    // Some problems come in kinds, each with its own sentence.
    problem: ({ code, values }) =>
      t(['templates.problem', code, ...('kind' in values ? [values['kind']] : [])].join('.'), values),
    fix: ({ id, values }) => t(`templates.fix.${id}`, values),
    place({ field: name, line, column, row }) {
      if (row !== undefined) return t('templates.place.row', { field: field(name), row: row + 1 })
      return line === undefined || !texts.includes(name)
        ? field(name)
        : t('templates.place.line', { field: field(name), line, column: column ?? 1 })
    },
  }
}
