import { replace } from '../edits.ts'
import type { Finding, LintContext } from './rule.ts'
import type { Fix } from '../types.ts'

export function* missingText({
  template: { htmlContent, textContent },
  generatedText,
}: LintContext): Iterable<Finding> {
  if (textContent.trim() !== '' || htmlContent.trim() === '') return
  const fixes: Fix[] =
    generatedText === undefined || generatedText === ''
      ? []
      : [{ id: 'generate_text', values: {}, edits: [replace('textContent', 0, textContent.length, generatedText)] }]
  yield { code: 'text_missing', level: 'warning', field: 'textContent', values: {}, fixes }
}
