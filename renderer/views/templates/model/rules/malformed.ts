import { remove, replace, withVariables } from '../edits.ts'
import { isName, toName, type Malformed } from '../placeholders.ts'
import { nearest } from '../nearest.ts'
import { placeholderFields, type Fix } from '../types.ts'
import type { Finding, LintContext } from './rule.ts'

export function* malformed({ template, found, scan }: LintContext): Iterable<Finding> {
  const known = template.variables.map(({ name }) => name.trim())
  // Style sheets and scripts may end two blocks with }}.
  const code = scan.nodes.filter((node) => node.kind === 'text' && (node.raw === 'style' || node.raw === 'script'))
  const inCode = ({ kind, from }: Malformed) =>
    kind === 'opening' && code.some((run) => run.from <= from && from < run.to)
  for (const field of placeholderFields) {
    for (const one of found[field].malformed) {
      if (field === 'htmlContent' && inCode(one)) continue
      const { kind, from, to, guess } = one
      const meant = guess === undefined || known.includes(guess) ? guess : (nearest(guess, known) ?? guess)
      const fix: Fix =
        meant === undefined
          ? { id: 'remove_placeholder', values: {}, edits: [remove(field, from, to)] }
          : {
              id: 'correct_placeholder',
              values: { text: `{{${meant}}}` },
              edits: [replace(field, from, to, `{{${meant}}}`)],
            }
      yield {
        code: 'malformed_placeholder',
        level: 'error',
        field,
        from,
        to,
        values: { kind, text: template[field].slice(from, Math.min(to, from + 80)) },
        fixes: [fix],
      }
    }
  }
  for (const [row, { name }] of template.variables.entries()) {
    if (name.trim() === '' || isName(name.trim())) continue
    const better = toName(name)
    const renamed = template.variables.map((variable, index) =>
      index === row ? { ...variable, name: better ?? '' } : variable,
    )
    const fixes: Fix[] =
      better === undefined || known.includes(better)
        ? []
        : [{ id: 'rename_variable', values: { name: better }, edits: [withVariables(renamed)] }]
    yield {
      code: 'malformed_placeholder',
      level: 'error',
      field: 'variables',
      row,
      values: { kind: 'variable', text: name },
      fixes,
    }
  }
}
