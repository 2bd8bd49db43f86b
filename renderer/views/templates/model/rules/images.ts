import { replace } from '../edits.ts'
import { attributeOf } from '../html-scan.ts'
import type { Finding, LintContext } from './rule.ts'

export function* images({ scan }: LintContext): Iterable<Finding> {
  for (const node of scan.nodes) {
    if (node.kind !== 'start' || node.name !== 'img' || attributeOf(node, 'alt') !== undefined) continue
    const after = node.from + '<img'.length
    yield {
      code: 'alt_missing',
      level: 'warning',
      field: 'htmlContent',
      from: node.from,
      to: node.to,
      values: { src: (attributeOf(node, 'src')?.value ?? '').slice(0, 200) },
      fixes: [{ id: 'add_alt', values: {}, edits: [replace('htmlContent', after, after, ' alt=""')] }],
    }
  }
}
