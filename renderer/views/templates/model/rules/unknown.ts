import { replace, withVariables } from '../edits.ts'
import { nearest } from '../nearest.ts'
import { inBlock } from './foreign.ts'
import { placeholderFields } from '../types.ts'
import type { Finding, LintContext } from './rule.ts'

export function* unknown({ template, found, sections }: LintContext): Iterable<Finding> {
  const known = template.variables.map(({ name }) => name.trim())
  const names = new Set(known)
  for (const field of placeholderFields) {
    for (const { name, from, to } of found[field].placeholders) {
      if (names.has(name)) continue
      // Between the ends of a block a name may be that of an item, and with other delimiters it may be text.
      const inside = inBlock(found[field], from)
      const near = found[field].delimiters || inside ? undefined : nearest(name, known)
      const create = withVariables([...template.variables, { name, type: 'text', defaultValue: '' }])
      yield {
        code: 'unknown_placeholder',
        // Where blocks are filled in, the item of a block may well have this name.
        level: inside && sections === true ? 'warning' : 'error',
        field,
        from,
        to,
        values: { name },
        fixes: [
          { id: 'create_variable', values: { name }, edits: [create] },
          ...(near === undefined
            ? []
            : [{ id: 'use_name', values: { name: near }, edits: [replace(field, from, to, `{{${near}}}`)] }]),
        ],
      }
    }
  }
}
