import { renderPlain } from '../render.ts'
import { defaultValues } from '../samples.ts'
import type { Finding, LintContext } from './rule.ts'

/** The longest line that RFC 5322 recommends. */
const longest = 78

export function* subject({ template, found }: LintContext): Iterable<Finding> {
  if (template.subject.trim() === '') {
    yield { code: 'subject_missing', level: 'error', field: 'subject', values: {}, fixes: [] }
    return
  }
  const length = Array.from(renderPlain(template.subject, found.subject, defaultValues(template.variables))).length
  if (length <= longest) return
  yield {
    code: 'subject_long',
    level: 'warning',
    field: 'subject',
    from: 0,
    to: template.subject.length,
    values: { length, limit: longest },
    fixes: [],
  }
}
