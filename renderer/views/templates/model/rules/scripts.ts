import { remove } from '../edits.ts'
import { schemeOf } from './links.ts'
import type { Attribute, HtmlScan } from '../html-scan.ts'
import type { Fix } from '../types.ts'
import type { Finding, LintContext } from './rule.ts'

const addressNames = new Set(['href', 'src', 'action', 'background', 'formaction', 'xlink:href'])

function elementEnd(scan: HtmlScan, start: number): number {
  for (let index = start + 1; index < scan.nodes.length; index++) {
    const node = scan.nodes[index]
    if (node?.kind === 'end' && node.name === 'script') return node.to
    if (node?.kind === 'start') return node.from
  }
  return scan.html.length
}

/** An attribute is removed with the white space before it. */
function startWithSpace(html: string, { from }: Attribute): number {
  let start = from
  while (start > 0 && /\s/.test(html.charAt(start - 1))) start--
  return start
}

export function* scripts({ scan, found }: LintContext): Iterable<Finding> {
  const constructs = found.htmlContent.foreign
  const without = (from: number, to: number, fix: Fix): Fix[] =>
    constructs.some((one) => one.from < to && one.to > from) ? [] : [fix]
  const problem = { code: 'script' as const, level: 'error' as const, field: 'htmlContent' as const }
  for (const [index, node] of scan.nodes.entries()) {
    if (node.kind !== 'start') continue
    if (node.name === 'script') {
      const to = elementEnd(scan, index)
      const fix = { id: 'remove_script', values: {}, edits: [remove('htmlContent', node.from, to)] }
      yield {
        ...problem,
        from: node.from,
        to,
        values: { kind: 'element', name: 'script' },
        fixes: without(node.from, to, fix),
      }
      continue
    }
    for (const attribute of node.attributes) {
      const { name, value, from, to } = attribute
      const handler = /^on[a-z]+$/.test(name)
      if (!handler && !(addressNames.has(name) && ['javascript', 'vbscript'].includes(schemeOf(value) ?? ''))) continue
      const fix = {
        id: 'remove_attribute',
        values: { name },
        edits: [remove('htmlContent', startWithSpace(scan.html, attribute), to)],
      }
      yield {
        ...problem,
        from,
        to,
        values: { kind: handler ? 'handler' : 'address', name },
        fixes: without(from, to, fix),
      }
    }
  }
}
