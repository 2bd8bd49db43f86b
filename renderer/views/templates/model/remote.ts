// Takes every address out of the preview that a reader's program would fetch, and every script: what is blocked is still tried, and told
// of in the console each time. What may happen in the frame is decided by its policy and sandbox all the same; this only keeps it quiet.
import { scanHtml, valueRange } from './html-scan.ts'
import type { Attribute, Tag } from './html-scan.ts'

const fetching: ReadonlySet<string> = new Set(['src', 'srcset', 'background', 'poster', 'data', 'lowsrc', 'dynsrc', 'imagesrcset', 'manifest', 'codebase', 'archive', 'classid'])
/** Elements whose `href` is fetched, or changes what others mean. */
const linking: ReadonlySet<string> = new Set(['link', 'base', 'image', 'use', 'feimage', 'script'])
const cssUrl = /url\([^)]{0,4096}\)/gi
const cssImport = /@import[^;]{0,4096};?/gi

const isWithin = (value: string): boolean => value.trim() === '' || /^data:/i.test(value.trim())

/** The same document with addresses of its own parts alone: others stand in `data-blocked-...`, in styles `none`. Linear in its length. */
export function withoutRemote(html: string): string {
  const edits: Array<{ from: number; to: number; insert: string }> = []
  for (const node of scanHtml(html).nodes) {
    if (node.kind === 'text') {
      if (node.raw === 'style') styled(node.from, node.to)
      continue
    }
    // Without scripts a template element is what shows the least.
    if (node.name === 'script') edits.push({ from: node.from + (node.kind === 'end' ? 2 : 1), to: node.from + (node.kind === 'end' ? 8 : 7), insert: 'template' })
    if (node.kind === 'start') for (const attribute of node.attributes) attributed(node, attribute)
  }

  function styled(from: number, to: number): void {
    const text = html.slice(from, to)
    const cleared = text.replace(cssImport, '').replace(cssUrl, (url) => (/^url\(\s*['"]?data:/i.test(url) ? url : 'none'))
    if (cleared !== text) edits.push({ from, to, insert: cleared })
  }
  function attributed({ name: element }: Tag, attribute: Attribute): void {
    const { name, value, from } = attribute
    const links = (name === 'href' || name === 'xlink:href') && linking.has(element)
    if (name.startsWith('on') || (fetching.has(name) && !isWithin(value)) || (links && !value.startsWith('#')) || name === 'http-equiv') edits.push({ from, to: from, insert: 'data-blocked-' })
    else if (name === 'style') {
      const range = valueRange(html, attribute)
      styled(range.from, range.to)
    }
  }

  let out = ''
  let at = 0
  for (const { from, to, insert } of edits) {
    out += html.slice(at, from) + insert
    at = to
  }
  return out + html.slice(at)
}
