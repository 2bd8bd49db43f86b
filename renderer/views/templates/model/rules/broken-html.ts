// Mail HTML is old on purpose: end tags that HTML lets one leave out, conditional comments and a missing doctype are no errors here.
// What is told is what mail programs repair each in their own way: tags that do not pair, attributes twice, a tag or comment cut off.
import { remove } from '../edits.ts'
import { unpaired } from '../html-pairs.ts'
import { placesIn } from '../../../../components/text/text-places.ts'
import type { HtmlScan } from '../html-scan.ts'
import type { Finding, LintContext } from './rule.ts'
import type { Fix } from '../types.ts'

const problem = { code: 'html_broken' as const, level: 'error' as const, field: 'htmlContent' as const }

/** An attribute's name ends at `end`; its value, where it has one, follows. */
function attributeAt(html: string, end: number): { from: number; to: number; name: string } {
  let from = end
  while (from > 0 && /[^\s"'<>/=]/.test(html.charAt(from - 1))) from--
  const value = /\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)/y
  value.lastIndex = end
  return { from, to: end + (value.exec(html)?.[0].length ?? 0), name: html.slice(from, end).toLowerCase() }
}

function fromTokenizer(html: string, scan: HtmlScan, code: string, offset: number): Finding | undefined {
  switch (code) {
    case 'duplicate-attribute': {
      const { from, to, name } = attributeAt(html, offset)
      const fixes: Fix[] = [{ id: 'remove_attribute', values: { name }, edits: [remove('htmlContent', from, to)] }]
      return { ...problem, from, to, values: { kind: 'duplicate_attribute', name }, fixes }
    }
    case 'eof-before-tag-name':
    case 'eof-in-tag':
      return {
        ...problem,
        from: Math.max(0, html.lastIndexOf('<', offset)),
        to: html.length,
        values: { kind: 'cut_tag', name: '' },
        fixes: [],
      }
    case 'eof-in-comment':
      return {
        ...problem,
        from: scan.openComment ?? 0,
        to: html.length,
        values: { kind: 'cut_comment', name: '' },
        fixes: [],
      }
    case 'missing-end-tag-name':
      return {
        ...problem,
        from: offset - 2,
        to: offset + 1,
        values: { kind: 'stray', name: '' },
        fixes: [{ id: 'remove_end_tag', values: { name: '' }, edits: [remove('htmlContent', offset - 2, offset + 1)] }],
      }
    case 'unexpected-character-in-attribute-name':
    case 'unexpected-character-in-unquoted-attribute-value':
      return '"\'<'.includes(html.charAt(offset))
        ? { ...problem, from: offset, to: offset + 1, values: { kind: 'quote', name: '' }, fixes: [] }
        : undefined
    default:
      return undefined
  }
}

export function* brokenHtml({ template: { htmlContent: html }, scan }: LintContext): Iterable<Finding> {
  let told = -1
  for (const { code, offset } of scan.errors) {
    const finding = fromTokenizer(html, scan, code, offset)
    if (finding === undefined) continue
    // One missing quote makes every later quote of its tag an error.
    if (finding.values.kind === 'quote') {
      if (offset < told) continue
      const end = html.indexOf('>', offset)
      told = end < 0 ? html.length : end
    }
    yield finding
  }
  const place = placesIn(html)
  for (const { kind, tag, closer } of unpaired(scan)) {
    const at = closer?.from ?? html.length
    const fixes: Fix[] =
      kind === 'stray'
        ? [{ id: 'remove_end_tag', values: { name: tag.name }, edits: [remove('htmlContent', tag.from, tag.to)] }]
        : kind === 'unclosed'
          ? [
              {
                id: 'close_tag',
                values: { name: tag.name },
                edits: [{ field: 'htmlContent', from: at, to: at, insert: `</${tag.name}>` }],
              },
            ]
          : []
    const values = { kind, name: tag.name, closer: closer === undefined ? '' : closer.name, closerLine: place(at).line }
    yield { ...problem, from: tag.from, to: tag.to, values, fixes }
  }
}
