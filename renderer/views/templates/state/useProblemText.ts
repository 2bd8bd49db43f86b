import { useI18n } from 'vue-i18n'
import type { MailClient } from '#contract/mail.ts'
import { problemText } from '#kit/components/text/problem-text.ts'
import { joinWords } from '#kit/composables/locale/numbers.ts'
import type { Fix, Problem, SampleError, TemplateField } from '../model/types.ts'

const texts: readonly TemplateField[] = ['subject', 'previewText', 'htmlContent', 'textContent']

export function useProblemText() {
  const { t } = useI18n()
  const field = (name: TemplateField): string => t(`templates.field.${name}.label`)
  const client = (name: MailClient): string => t(`templates.clients.name.${name}`)
  // Some problems come in kinds, each with its own sentence.
  const sentence = ({ code, values }: Problem): string =>
    t(['templates.problem', code, ...('kind' in values ? [values['kind']] : [])].join('.'), values)
  /** The mail apps that a problem concerns, and how often it is there; empty where it concerns every reader once. */
  function concerns({ clients = [], partly = [], values }: Problem): string {
    const { count } = values
    const names = [...clients.map(client), ...partly.map((one) => t('templates.clients.partly', { name: client(one) }))]
    return [
      ...(names.length === 0 ? [] : [t('templates.clients.concerns', { names: joinWords(names) })]),
      ...(typeof count === 'number' && count > 1 ? [t('templates.clients.places', count)] : []),
    ].join(' ')
  }
  return {
    field,
    client,
    sentence,
    concerns,
    problem: (problem: Problem): string => [sentence(problem), concerns(problem)].filter(Boolean).join(' '),
    fix: ({ id, values }: Fix): string => t(`templates.fix.${id}`, values),
    sample: (error: SampleError): string =>
      t('common.jsonProblemAt', { line: error.line, column: error.column, message: problemText(error, t) }),
    /** The field and, in a text, line and column. */
    place({ field: name, line, column, row }: Problem): string {
      if (row !== undefined) return t('templates.place.row', { field: field(name), row: row + 1 })
      return line === undefined || !texts.includes(name)
        ? field(name)
        : t('templates.place.line', { field: field(name), line, column: column ?? 1 })
    },
  }
}
