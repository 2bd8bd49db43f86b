import type { ExportedFile } from '#contract/draft.ts'
import type { LearnedForm } from '#contract/learned.ts'
import type { EnvironmentId } from '#contract/models.ts'

export function exportForms(environment: EnvironmentId, forms: readonly LearnedForm[]): ExportedFile {
  const operations = Object.fromEntries(
    forms.map(({ operation, body, query, answer, missed, sent, answered, edited, updatedAt }) => [
      operation,
      { body, query, answer, missed, sent, answered, edited, updatedAt },
    ]),
  )
  const text = JSON.stringify(
    {
      kind: 'showdesk-learned-forms',
      version: 1,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      environment,
      operations,
    },
    null,
    2,
  )
  return { name: `learned-forms-${environment}.json`, type: 'application/json', text: `${text}\n` }
}
