// The embed code of a stream. The platform's HTML is never shown as it came: it is drawn again from a short list of plain elements without
// attributes, and what it would load becomes a box that names the address.
import { isObject, type Json } from '#contract/json.ts'
import { readRecord } from '#answers/answer.ts'

export interface Embed {
  code?: string
}

type AddressWarning = 'insecure' | 'relative' | 'script'

interface Address {
  tag: string
  href: string
  warning?: AddressWarning
}

interface EmbedPreview {
  /** A document for `srcdoc`. */
  page: string
  addresses: Address[]
  scripts: number
  /** A part was left out because the code is too long. */
  cut: boolean
}

const codeNames = ['embedCode', 'embed_code', 'embedHtml', 'embed', 'html', 'iframe', 'code', 'snippet']
const mostCharacters = 100_000
const mostElements = 2_000
const mostDepth = 50

const tags = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const plain = tags(
  'a b blockquote br code dd div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i li ol p pre section small span strong table tbody td th thead tr u ul',
)
const empty = tags('br hr')
const loading = tags('iframe frame video audio embed object img picture canvas svg portal fencedframe')
const silent = tags('script style link meta base template noscript title source track param')
const addressed = ['src', 'href', 'data', 'poster', 'action', 'formaction', 'srcset', 'background']

export function embedOf(data: Json | undefined): Embed {
  const record = readRecord(data)
  if (record === undefined) return typeof data === 'string' && hasTag(data) ? { code: data } : {}
  const named = codeNames.find((name) => typeof record[name] === 'string' && record[name] !== '')
  const field = named ?? Object.keys(record).find((name) => hasTag(record[name]))
  const inside =
    field === undefined
      ? Object.values(record).find((value) => isObject(value) && Object.values(value).some(hasTag))
      : undefined
  if (inside !== undefined) return embedOf(inside)
  const code = field === undefined ? undefined : record[field]
  return typeof code === 'string' ? { code } : {}
}

/** Reads each letter once, since an answer may have millions. */
export function hasTag(value: Json | undefined): boolean {
  if (typeof value !== 'string') return false
  const from = value.search(/<[a-z]/i)
  return from >= 0 && value.includes('>', from)
}

/** `parse` reads HTML without running or loading anything, as DOMParser does. */
export function previewOf(code: string, dark: boolean, parse: (html: string) => Document): EmbedPreview {
  const addresses: Address[] = []
  let scripts = 0
  let elements = 0
  const kept = code.slice(0, mostCharacters)

  function draw(node: Node, depth: number): string {
    if (node.nodeType === 3) return escaped(node.nodeValue ?? '')
    if (node.nodeType !== 1 || depth > mostDepth || ++elements > mostElements) return ''
    const element = node as Element
    const tag = element.tagName.toLowerCase()
    note(element, tag)
    if (tag === 'script') scripts += 1
    if (silent.has(tag)) return ''
    if (loading.has(tag)) return box(element, tag)
    const inside = [...element.childNodes].map((child) => draw(child, depth + 1)).join('')
    if (!plain.has(tag)) return inside
    return empty.has(tag) ? `<${tag}>` : `<${tag}>${inside}</${tag}>`
  }

  function note(element: Element, tag: string): void {
    for (const name of addressed) {
      const value = element.getAttribute(name)
      if (value === null || addresses.length >= mostElements) continue
      const warning = warningOf(value)
      addresses.push({ tag, href: value.slice(0, 4_096), ...(warning === undefined ? {} : { warning }) })
    }
    for (const child of loading.has(tag) ? element.querySelectorAll('source, track, embed, img') : [])
      note(child, child.tagName.toLowerCase())
  }

  const body = parse(kept).body
  const drawn = [...body.childNodes].map((child) => draw(child, 0)).join('')
  return {
    page: pageOf(drawn, dark),
    addresses,
    scripts,
    cut: kept.length < code.length || elements > mostElements,
  }
}

function box(element: Element, tag: string): string {
  const width = sizeOf(element.getAttribute('width'))
  const height = sizeOf(element.getAttribute('height'))
  const size = width !== undefined && height !== undefined ? `${width} × ${height}` : ''
  const style = [
    width === undefined ? 'width:100%' : `width:${width}px`,
    width !== undefined && height !== undefined ? `aspect-ratio:${width}/${height}` : 'min-height:4em',
  ].join(';')
  const label = [
    `<${tag}>`,
    size,
    element.getAttribute('title') ?? element.getAttribute('alt') ?? '',
    element.getAttribute('src') ?? element.getAttribute('data') ?? '',
  ]
  return `<div class="box" style="${style}">${label
    .filter((line) => line !== '')
    .map((line) => `<span>${escaped(line.slice(0, 300))}</span>`)
    .join('')}</div>`
}

const sizeOf = (value: string | null): number | undefined =>
  value !== null && /^\d{1,4}(px)?$/.test(value.trim()) && Number.parseInt(value, 10) > 0
    ? Number.parseInt(value, 10)
    : undefined

function pageOf(drawn: string, dark: boolean): string {
  return [
    '<!doctype html>',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta charset="utf-8">',
    '<style>',
    `:root{color-scheme:${dark ? 'dark' : 'light'};font:14px/1.4 system-ui,sans-serif}`,
    'body{margin:8px;overflow-wrap:anywhere}',
    'a{pointer-events:none;text-decoration:underline}',
    '.box{box-sizing:border-box;max-width:100%;outline:2px dashed GrayText;outline-offset:-2px;padding:12px;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:4px;text-align:center;overflow:hidden}',
    '.box span{font:12px/1.4 ui-monospace,monospace;max-width:100%}',
    '</style>',
    `<body>${drawn}</body>`,
  ].join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Why an address may fail on a page that embeds the code. */
export function warningOf(href: string): AddressWarning | undefined {
  // Browsers skip white space and control characters in a scheme.
  const address = Array.from(href.slice(0, 200))
    .filter((character) => character > ' ')
    .join('')
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'http') return 'insecure'
  if (scheme === 'javascript' || scheme === 'vbscript' || scheme === 'data') return 'script'
  return scheme === undefined && address !== '' && !address.startsWith('//') ? 'relative' : undefined
}
