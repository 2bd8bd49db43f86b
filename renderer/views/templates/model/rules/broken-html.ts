// Omitted optional end tags, conditional comments and a missing doctype are usual in mail and no problems. Only what mail programs
// repair differently is reported: tags without partner, repeated attributes, a cut off tag or comment.
import { remove } from '../edits.ts'
import { unpaired } from '../html-pairs.ts'
import { hasLogic } from './foreign.ts'
import { placesIn } from '#kit/base/text-places.ts'
import type { HtmlScan } from '../html-scan.ts'
import type { Finding, LintContext } from './rule.ts'
import type { Fix, ProblemLevel } from '../types.ts'

/** A cut off tag or comment and a missing quote hide content from every reader; programs repair most of the others alike. */
const hiding = new Set(['cut_tag', 'cut_comment', 'quote'])
/** Left open, these swallow the rest of the message. */
const swallowing = new Set([
  'title',
  'style',
  'script',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
])

function levelOf({ kind, name }: { kind: string; name: string }): ProblemLevel {
  if (kind === 'duplicate_attribute') return 'remark'
  return hiding.has(kind) || (kind === 'unclosed' && swallowing.has(name)) ? 'error' : 'warning'
}

const broken = (from: number, to: number, values: { kind: string; name: string }, fixes: Fix[] = []): Finding => ({
  code: 'html_broken',
  level: levelOf(values),
  field: 'htmlContent',
  from,
  to,
  values,
  fixes,
})

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
      return broken(from, to, { kind: 'duplicate_attribute', name }, fixes)
    }
    case 'eof-before-tag-name':
    case 'eof-in-tag':
      return broken(Math.max(0, html.lastIndexOf('<', offset)), html.length, { kind: 'cut_tag', name: '' })
    case 'eof-in-comment':
      return broken(scan.openComment ?? 0, html.length, { kind: 'cut_comment', name: '' })
    case 'missing-end-tag-name':
      return broken(offset - 2, offset + 1, { kind: 'stray', name: '' }, [
        { id: 'remove_end_tag', values: { name: '' }, edits: [remove('htmlContent', offset - 2, offset + 1)] },
      ])
    case 'unexpected-character-in-attribute-name':
    case 'unexpected-character-in-unquoted-attribute-value':
      return '"\'<'.includes(html.charAt(offset)) ? broken(offset, offset + 1, { kind: 'quote', name: '' }) : undefined
    default:
      return undefined
  }
}

export function* brokenHtml(context: LintContext): Iterable<Finding> {
  // What belongs together can't be told where tags stand in branches of another language.
  const logic = hasLogic(context)
  for (const finding of findings(context)) yield logic ? { ...finding, fixes: [] } : finding
}

function* findings({ template: { htmlContent: html }, scan }: LintContext): Iterable<Finding> {
  let quoteReportedUntil = -1
  for (const { code, offset } of scan.errors) {
    const finding = fromTokenizer(html, scan, code, offset)
    if (finding === undefined) continue
    // One missing quote makes every later quote of its tag an error.
    if (finding.values.kind === 'quote') {
      if (offset < quoteReportedUntil) continue
      const end = html.indexOf('>', offset)
      quoteReportedUntil = end < 0 ? html.length : end
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
    yield broken(tag.from, tag.to, values, fixes)
  }
}
