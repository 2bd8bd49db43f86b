// Limits of Gmail: it cuts a long mail, and drops the style sheets of which there is too much.
import type { Finding, LintContext } from './rule.ts'

export const htmlLimit = 102 * 1024
export const styleLimit = 8192
const encoder = new TextEncoder()

export function* size({ scan: { html, nodes } }: LintContext): Iterable<Finding> {
  if (html.length * 3 > htmlLimit) {
    const { read } = encoder.encodeInto(html, new Uint8Array(htmlLimit))
    if (read < html.length)
      yield {
        code: 'html_size',
        level: 'warning',
        field: 'htmlContent',
        from: read,
        to: read + 1,
        values: { size: Math.ceil(encoder.encode(html).length / 1024), limit: htmlLimit / 1024 },
        fixes: [],
        clients: ['gmail'],
      }
  }
  let total = 0
  let first: { from: number; to: number } | undefined
  for (const node of nodes) {
    if (node.kind !== 'text' || node.raw !== 'style') continue
    const before = total
    total += node.to - node.from
    if (before <= styleLimit && total > styleLimit) first = { from: node.from, to: node.to }
  }
  if (first !== undefined)
    yield {
      code: 'style_size',
      level: 'warning',
      field: 'htmlContent',
      ...first,
      values: { size: total, limit: styleLimit },
      fixes: [],
      clients: ['gmail'],
    }
}
