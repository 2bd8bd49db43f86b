import { replace, withVariables } from '../edits.ts'
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
      // Where there is anything but a name in the braces, only the author knows what was meant.
      const fixes: Fix[] =
        meant === undefined || found[field].delimiters
          ? []
          : [
              {
                id: 'correct_placeholder',
                values: { text: `{{${meant}}}` },
                edits: [replace(field, from, to, `{{${meant}}}`)],
              },
            ]
      yield {
        code: 'malformed_placeholder',
        level: 'error',
        field,
        from,
        to,
        values: { kind, text: template[field].slice(from, Math.min(to, from + 80)) },
        fixes,
      }
    }
  }
  const inBraces = placeholderFields.flatMap((field) =>
    [...found[field].malformed, ...found[field].foreign].map(({ from, to }) => template[field].slice(from, to)),
  )
  for (const [row, { name }] of template.variables.entries()) {
    if (name.trim() === '' || isName(name.trim())) continue
    const better = toName(name)
    const renamed = template.variables.map((variable, index) =>
      index === row ? { ...variable, name: better ?? '' } : variable,
    )
    const fixes: Fix[] =
      better === undefined || known.includes(better) || inBraces.some((text) => text.includes(name.trim()))
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
