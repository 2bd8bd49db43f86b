// The HTML of a heading or a text, reduced to what a mail may show. Everything else becomes its text.
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'

const marks = new Map([
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'em'],
  ['i', 'em'],
  ['u', 'u'],
  ['s', 's'],
  ['del', 's'],
])
const lists = new Set(['ul', 'ol', 'li'])
/** What these hold is no text of the mail. */
const dropped = new Set(['script', 'style', 'template', 'title', 'noscript', 'iframe', 'object'])
/** A placeholder may hold the whole address. */
const linkable = /^(?:https?:\/\/|mailto:|tel:|\{\{)/i

/** `{{&name}}` and `{{> partial}}`: their signs mean something to the engine, and neither can begin a tag. */
const signed = /(\{\{[&>]\s{0,9}[\w.\-/]{1,200}\s{0,9}\}\})/

export const escapeText = (text: string): string =>
  text
    .split(signed)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    )
    .join('')
export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;')

/** An address that a mail may lead to: https, http, mailto, tel, or a placeholder. */
export const isLinkable = (href: string): boolean => linkable.test(href.trim())

interface Style {
  /** Of links. */
  accent: string
  /** Paragraphs and lists, or one line. */
  blocks: boolean
}

/** Prints an allow-list: strong, em, u, s, a[href], br, and with `blocks` p, ul, ol, li. Placeholders stay as they are written. */
export function mailHtml(html: string, style: Style): string {
  const print = (nodes: DefaultTreeAdapterTypes.ChildNode[]): string => nodes.map(one).join('')
  function one(node: DefaultTreeAdapterTypes.ChildNode): string {
    if ('value' in node) return escapeText(node.value)
    if (!('tagName' in node) || dropped.has(node.tagName)) return ''
    const inner = print(node.childNodes)
    const mark = marks.get(node.tagName)
    if (mark !== undefined) return `<${mark}>${inner}</${mark}>`
    if (node.tagName === 'br') return '<br />'
    if (node.tagName === 'a') {
      const href = node.attrs.find(({ name }) => name === 'href')?.value.trim() ?? ''
      return isLinkable(href)
        ? `<a href="${escapeAttribute(href)}" style="color:${style.accent};text-decoration:underline;">${inner}</a>`
        : inner
    }
    if (!style.blocks) return inner
    if (node.tagName === 'p') {
      // A list's own lines are as close as its entries.
      const within = node.parentNode
      if (within !== null && 'tagName' in within && within.tagName === 'li') return inner
      return `<p style="margin:0 0 16px;">${inner === '' ? '&nbsp;' : inner}</p>`
    }
    if (!lists.has(node.tagName)) return inner
    return node.tagName === 'li'
      ? `<li>${inner}</li>`
      : `<${node.tagName} style="margin:0 0 16px;padding-left:24px;">${inner}</${node.tagName}>`
  }
  return print(parseFragment(html).childNodes)
}
