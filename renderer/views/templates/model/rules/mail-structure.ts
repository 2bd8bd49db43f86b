// Content that every parser moves elsewhere, elements that mail clients remove, and the comments that Outlook for Windows alone reads.
import { replace } from '../edits.ts'
import { attributeOf, type HtmlScan, type Tag } from '../html-scan.ts'
import { supportOf, type Feature } from '../mail-clients/support.ts'
import { hasLogic } from './foreign.ts'
import type { Finding, LintContext } from './rule.ts'

const parts = new Set(['caption', 'col', 'colgroup', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'])
const cells = new Set(['caption', 'td', 'th'])
/** Allowed between the parts of a table; a parser leaves form and hidden input where they are, too. */
const between = new Set(['form', 'input', 'script', 'style', 'template'])

/** The text of a run without the constructs of other languages; `next` is the first that may touch it. */
function withoutConstructs(
  html: string,
  { from, to }: { from: number; to: number },
  constructs: ReadonlyArray<{ from: number; to: number }>,
  next: number,
): string {
  let rest = ''
  let at = from
  for (let index = next; index < constructs.length; index++) {
    const one = constructs[index]
    if (one === undefined || one.from >= to) break
    rest += html.slice(at, Math.max(at, one.from))
    at = Math.max(at, one.to)
  }
  return rest + html.slice(at, Math.max(at, to))
}

export function* tableContent({ scan, found, tags }: LintContext): Iterable<Finding> {
  const constructs = [...found.htmlContent.foreign, ...tags.filter(({ field }) => field === 'htmlContent')].sort(
    (a, b) => a.from - b.from,
  )
  let next = 0
  // For each open table whether a cell is open, and whether its present gap between cells is reported.
  const tables: Array<{ cell: boolean; told: boolean }> = []
  for (const node of scan.nodes) {
    const table = tables.at(-1)
    const outside = table !== undefined && !table.cell && !table.told
    if (node.kind === 'text') {
      if (!outside || node.raw !== undefined || node.foreign || node.text.trim() === '') continue
      while ((constructs[next]?.to ?? Infinity) <= node.from) next++
      const block = withoutConstructs(scan.html, node, constructs, next).trim() === ''
      table.told = !block
      yield misplaced(scan.html, node, block ? 'block' : 'text', '')
      continue
    }
    if (node.name === 'table') {
      if (node.kind === 'end') tables.pop()
      else {
        if (outside) yield misplaced(scan.html, node, 'element', node.name)
        tables.push({ cell: false, told: false })
      }
    } else if (table !== undefined && parts.has(node.name)) {
      table.cell = node.kind === 'start' && cells.has(node.name)
      table.told = false
    } else if (outside && node.kind === 'start' && !between.has(node.name)) {
      table.told = true
      yield misplaced(scan.html, node, 'element', node.name)
    }
  }
}

function misplaced(html: string, { from, to }: { from: number; to: number }, kind: string, name: string): Finding {
  const start = from + Math.max(0, html.slice(from, Math.min(to, from + 1000)).search(/\S/))
  const text = html.slice(start, Math.min(to, start + 60)).trim()
  return {
    code: 'table_content',
    // An engine that fills in the block removes it before a mail client sees it.
    level: kind === 'block' ? 'remark' : 'warning',
    field: 'htmlContent',
    from: start,
    to,
    values: { kind, name, text },
    fixes: [],
  }
}

/** Links within links. Where the outer one is never closed, that is the finding. */
export function* nestedLinks({ scan }: LintContext): Iterable<Finding> {
  let depth = 0
  let inner: Tag | undefined
  for (const node of scan.nodes) {
    if (node.kind === 'text' || node.name !== 'a' || node.foreign) continue
    depth = Math.max(0, depth + (node.kind === 'start' ? 1 : -1))
    if (node.kind === 'start' && depth > 1) inner ??= node
    if (depth > 0) continue
    if (inner !== undefined)
      yield {
        code: 'link_nested',
        level: 'warning',
        field: 'htmlContent',
        from: inner.from,
        to: inner.to,
        values: {},
        fixes: [],
      }
    inner = undefined
  }
}

const withData: Partial<Record<string, Feature>> = {
  form: 'form',
  video: 'video',
  audio: 'audio',
  object: 'object',
  svg: 'inline_svg',
  base: 'base',
}
/** Removed by every client. */
const removed = new Set(['applet', 'embed', 'frame', 'frameset', 'iframe'])

function ofElement(tag: Tag): Finding | undefined {
  const finding = (kind: string, name: string): Finding => ({
    code: 'element_unsupported',
    level: 'warning',
    field: 'htmlContent',
    from: tag.from,
    to: tag.to,
    values: { kind, name },
    fixes: [],
  })
  if (removed.has(tag.name)) return finding('frame', tag.name)
  if (tag.name === 'meta')
    return attributeOf(tag, 'http-equiv')?.value.trim().toLowerCase() === 'refresh'
      ? finding('refresh', tag.name)
      : undefined
  const feature = Object.hasOwn(withData, tag.name) ? withData[tag.name] : undefined
  return feature && { ...finding(feature, tag.name), ...supportOf(feature) }
}

export function* elements({ scan }: LintContext): Iterable<Finding> {
  for (const node of scan.nodes) {
    const finding = node.kind === 'start' && (!node.foreign || node.name === 'svg') ? ofElement(node) : undefined
    if (finding !== undefined) yield finding
  }
}

/** The comments for Outlook for Windows: `<!--[if mso]>…<![endif]-->`. What others read, too, is no comment. */
function* comments(html: string): Iterable<{ from: number; to: number }> {
  const opening = /<!--\[if\s([^\]>]{1,200})\]>(?!\s*<!--|\s*-->|-->)/gi
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const end = html.indexOf('-->', opening.lastIndex)
    // A comment that is not closed is a finding of its own.
    if (end < 0) return
    if (!/!\s*\(?\s*mso/i.test(found[1] ?? '')) yield { from: opening.lastIndex, to: end }
    opening.lastIndex = end
  }
}

export function* outlookComments(context: LintContext): Iterable<Finding> {
  const { html }: HtmlScan = context.scan
  const open: number[] = []
  for (const { from, to } of comments(html)) {
    for (const found of html.slice(from, to).matchAll(/\s(?:href|src|background)\s*=\s*["']?(http:)|<(\/?)table\b/gi)) {
      const start = from + found.index
      if (found[1] === undefined) {
        if (found[2] === '') open.push(start)
        else open.pop()
        continue
      }
      const at = start + found[0].length - 'http:'.length
      const end = at + (/["'\s>]|$/.exec(html.slice(at, Math.min(to, at + 500)))?.index ?? 0)
      yield {
        code: 'link_insecure',
        level: 'warning',
        field: 'htmlContent',
        from: at,
        to: end,
        values: { address: html.slice(at, Math.min(end, at + 200)) },
        fixes: [{ id: 'use_https', values: {}, edits: [replace('htmlContent', at, at + 'http:'.length, 'https:')] }],
        clients: ['outlook-windows'],
      }
    }
  }
  // Which branch closes it can't be told where tags stand in branches of another language.
  if (hasLogic(context)) return
  for (const from of open)
    yield {
      code: 'outlook_table',
      level: 'warning',
      field: 'htmlContent',
      from,
      to: from + '<table'.length,
      values: {},
      fixes: [],
      clients: ['outlook-windows'],
    }
}
