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
  const alt = attribute(element, 'alt')
  // With its transform: a link learns from it that it has a text, and keeps its address apart.
  if (alt !== '') builder.addInline(alt)
}

const hidden = [
  'display:none',
  'display: none',
  'visibility:hidden',
  'visibility: hidden',
  'mso-hide:all',
  'mso-hide: all',
  'max-height:0;',
  'max-height: 0;',
  'max-height:0px',
  'max-height: 0px',
]

/** Runs code where it is followed, and leads nowhere in a text. */
const withoutScript = (path: string): string => (/^\s*javascript:/i.test(path) ? '' : path)

/** What senders put behind the preview line, so that mail programs show nothing else there, and into cells that only keep a distance. */
const padding = /[\u00a0\u00ad\u034f\u200b-\u200f\u2007\u202f\u2060\ufeff]/

const selectors: SelectorDefinition[] = [
  { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true, pathRewrite: withoutScript } },
  { selector: 'img', format: 'picture' },
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
  formatters: { layoutOrData: table, picture: image },
  limits: { maxDepth: deepest },
}

const paddedEnd = new RegExp(`(?:[ \\t]|${padding.source})+$`, 'gm')

let convert: ((html: string) => string) | undefined

/** Links become "text (https://...)", tables of data columns; hidden preheaders are left out. */
export async function textFromHtml(html: string): Promise<string> {
  const { compile } = await import('html-to-text')
  convert ??= compile(options)
  const text = convert(html)
    .replace(paddedEnd, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text === '' ? '' : `${text}\n`
}
