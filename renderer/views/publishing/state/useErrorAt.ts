import { useI18n } from 'vue-i18n'
import type { FieldProblem } from '#contract/errors.ts'
import { useFieldText } from '#kit/composables/useErrorText.ts'
import { problemAt } from '../model/sections.ts'

/** What a field shows as wrong: a problem of it or of a part of it, otherwise that it seems to contain a credential. */
export function useErrorAt(problems: () => readonly FieldProblem[], suspicious: () => readonly string[]) {
  const { t } = useI18n()
  const fieldText = useFieldText()
  return (path: string): string | undefined => {
    const problem = problemAt(problems(), path)
    if (problem !== undefined) return fieldText(problem)
    return suspicious().includes(path) ? t('publishing.suspicious') : undefined
  }
}
