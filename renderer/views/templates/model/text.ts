// Generates the text part from the HTML. Nothing is wrapped or put in capitals, so that placeholders stay as they are.
import type { DomNode as Node, FormatCallback, HtmlToTextOptions, SelectorDefinition } from 'html-to-text'

const attribute = (node: Node, name: string): string => {
  const attributes = node.attribs as Record<string, string> | undefined
  return attributes?.[name] ?? ''
}

const partsOf = new Set(['tbody', 'thead', 'tfoot'])

const deepest = 200

// Texts have no children, whatever the types say.
const childrenOf = (node: Node) => (node.children as Node[] | undefined) ?? []

const holdsTable = (node: Node, depth = 0): boolean =>
  depth > deepest || childrenOf(node).some((child) => child.name === 'table' || holdsTable(child, depth + 1))

/** The cells of each row of a table. */
function rowsOf(table: Node): Node[][] {
  return childrenOf(table).flatMap((child) => {
    if (child.name === 'tr') return [childrenOf(child).filter(({ name }) => name === 'td' || name === 'th')]
    return child.name !== undefined && partsOf.has(child.name) ? rowsOf(child) : []
  })
}

function isData(table: Node): boolean {
  if (['presentation', 'none'].includes(attribute(table, 'role'))) return false
  if (holdsTable(table)) return false
  const rows = rowsOf(table)
  return rows.flat().some(({ name }) => name === 'th') || rows.filter((cells) => cells.length > 1).length > 1
}

const table: FormatCallback = (element, walk, builder, options) => {
  const format = builder.options.formatters[isData(element) ? 'dataTable' : 'block']
  format?.(element, walk, builder, { ...options, colSpacing: 3, rowSpacing: 0, maxColumnWidth: 60 })
}

const image: FormatCallback = (element, _walk, builder) => {
  // As words, because the link around it looks whether it has any.
  const alt = attribute(element, 'alt')
  if (alt !== '') builder.addInline(alt)
}

/** A box of no height is padding after the preview text; `max-height:0.5em` is not. */
const flat: FormatCallback = (element, walk, builder, options) => {
  if (/max-height\s*:\s*0(?:px)?\s*(?:[;!]|$)/i.test(attribute(element, 'style'))) return
  const format = builder.options.formatters[element.name === 'span' ? 'inline' : 'block']
  format?.(element, walk, builder, options)
}

/** Nothing for an address that runs instead of opening: nobody can follow it from a text. */
const readable = (href: string): string =>
  /^(?:javascript|vbscript|data):/i.test(href.replace(/[\s\p{Cc}]/gu, '')) ? '' : href

const invisible = /[\u00ad\u034f\u2007\u200b-\u200f\u2060\ufeff]/
const padding = /[ \t\u00a0\u00ad\u034f\u2007\u200b-\u200f\u2060\ufeff]{3,}/g
const blankLine = /^[ \t\u00a0\u00ad\u034f\u2007\u200b-\u200f\u2060\ufeff]+$/gm

const hidden = [
  'display:none',
  'display: none',
  'visibility:hidden',
  'visibility: hidden',
  'mso-hide:all',
  'mso-hide: all',
]

const selectors: SelectorDefinition[] = [
  { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true, pathRewrite: readable } },
  { selector: 'img', format: 'picture' },
  ...['div', 'span', 'p', 'td'].flatMap((tag) =>
    ['max-height:0', 'max-height: 0'].map((style) => ({ selector: `${tag}[style*="${style}" i]`, format: 'flat' })),
  ),
  { selector: 'table', format: 'layoutOrData', options: { uppercaseHeaderCells: false } },
  ...['td', 'th', 'tr', 'dt', 'dd', 'center', 'option'].map((selector) => ({ selector, format: 'block' })),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ...['title', 'style', 'script', '[hidden]', ...hidden.map((style) => `[style*="${style}" i]`)].map((selector) => ({
    selector,
    format: 'skip',
  })),
]

const options: HtmlToTextOptions = {
  wordwrap: false,
  selectors,
  formatters: { layoutOrData: table, picture: image, flat },
  limits: { maxDepth: deepest },
}

let convert: ((html: string) => string) | undefined

/** Links become "text (https://...)", tables of data columns; hidden preheaders and their padding are left out. */
export async function textFromHtml(html: string): Promise<string> {
  const { compile } = await import('html-to-text')
  convert ??= compile(options)
  const text = convert(html)
    .replace(padding, (run) => (invisible.test(run) ? ' ' : run))
    .replace(blankLine, '')
    .replace(/(?<![ \t\u00a0])[ \t\u00a0]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text === '' ? '' : `${text}\n`
}
