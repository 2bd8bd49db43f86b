import { replace } from '../edits.ts'
import { valueRange, type Attribute } from '../html-scan.ts'
import { beginsWithTag } from '../merge-tags.ts'
import { namedHere } from './mail-addresses.ts'
import type { Finding, LintContext } from './rule.ts'

const addressNames = new Set(['href', 'src', 'background', 'poster', 'action', 'srcset', 'style'])

/** The scheme as a browser reads it: without white space and control characters. */
export const schemeOf = (value: string) =>
  /^([a-z][a-z\d+.-]*):/i.exec(value.slice(0, 200).replace(/[\u0000-\u0020]+/g, ''))?.[1]?.toLowerCase()

const insecure = (from: number, to: number, address: string): Finding => ({
  code: 'link_insecure',
  level: 'warning',
  field: 'htmlContent',
  from,
  to,
  values: { address: address.slice(0, 200) },
  fixes: [{ id: 'use_https', values: {}, edits: [replace('htmlContent', from, from + 'http:'.length, 'https:')] }],
})

/** http: addresses inside a style sheet, a style attribute or a srcset, found by the text before them. */
function* inside(html: string, from: number, to: number, before: RegExp): Iterable<Finding> {
  for (const found of html.slice(from, to).matchAll(before)) {
    const start = from + found.index + found[0].length - 'http:'.length
    const end = /[\s"'),]|$/.exec(html.slice(start, Math.min(to, start + 500)))?.index ?? 0
    yield insecure(start, start + end, html.slice(start, start + end))
  }
}

function* ofAttribute(html: string, attribute: Attribute): Iterable<Finding> {
  const range = valueRange(html, attribute)
  if (attribute.name === 'style') {
    yield* inside(html, range.from, range.to, /url\(\s*["']?http:/gi)
    return
  }
  if (attribute.name === 'srcset') {
    yield* inside(html, range.from, range.to, /(?<![^\s,])http:/gi)
    return
  }
  const value = attribute.value.trim()
  const scheme = schemeOf(value)
  const start = range.from + Math.max(0, html.slice(range.from, range.to).search(/\S/))
  if (scheme === 'http') {
    const found = insecure(start, range.to, value)
    yield html.slice(start, start + 5).toLowerCase() === 'http:' ? found : { ...found, fixes: [] }
  } else if (scheme === undefined && !beginsWithTag(value) && !value.startsWith('#')) {
    const missing = value.startsWith('//') ? 'https:' : /^www\./i.test(value) ? 'https://' : undefined
    yield {
      code: 'link_relative',
      level: 'error',
      field: 'htmlContent',
      from: attribute.from,
      to: attribute.to,
      values: { address: value.slice(0, 200) },
      fixes:
        missing === undefined
          ? []
          : [{ id: 'add_scheme', values: { scheme: missing }, edits: [replace('htmlContent', start, start, missing)] }],
    }
  }
}

export function* links({ scan }: LintContext): Iterable<Finding> {
  for (const node of scan.nodes) {
    if (node.kind === 'start') {
      for (const attribute of node.attributes)
        if (addressNames.has(attribute.name) && !namedHere(node, attribute)) yield* ofAttribute(scan.html, attribute)
    } else if (node.kind === 'text' && node.raw === 'style')
      yield* inside(scan.html, node.from, node.to, /url\(\s*["']?http:|@import\s+["']http:/gi)
  }
}
