import { useI18n } from 'vue-i18n'
import type { Fix, Problem, SampleError, TemplateField } from '../model/types.ts'

const texts: readonly TemplateField[] = ['subject', 'previewText', 'htmlContent', 'textContent']

export function useProblemText() {
  const { t } = useI18n()
  const field = (name: TemplateField): string => t(`templates.field.${name}.label`)
  return {
    field,
    // Some problems come in kinds, each with its own sentence.
    problem: ({ code, values }: Problem): string =>
      t(['templates.problem', code, ...('kind' in values ? [values['kind']] : [])].join('.'), values),
    fix: ({ id, values }: Fix): string => t(`templates.fix.${id}`, values),
    sample: ({ fault, name, line, column }: SampleError): string =>
      t('common.jsonProblemAt', { line, column, message: t(`common.json.${fault}`, { name }) }),
    /** The field and, in a text, line and column. */
    place({ field: name, line, column, row }: Problem): string {
      if (row !== undefined) return t('templates.place.row', { field: field(name), row: row + 1 })
      return line === undefined || !texts.includes(name)
        ? field(name)
        : t('templates.place.line', { field: field(name), line, column: column ?? 1 })
    },
  }
}
