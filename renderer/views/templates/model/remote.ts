// Removes every address that would be fetched, and every script, from the preview. The frame's policy and sandbox deny nearly all of it
// again, but a browser opens a connection for `<link rel=preconnect>` despite any policy.
import { escapeHtml } from './render.ts'
import { markupOf, type StartTag } from './start-tags.ts'

const fetching: ReadonlySet<string> = new Set(
  'src srcset background poster data lowsrc dynsrc imagesrcset manifest codebase archive classid code longdesc attributionsrc ping action formaction profile'.split(
    ' ',
  ),
)
/** Removed with any value: another document, another policy, a shadow root. */
const banned: ReadonlySet<string> = new Set(['srcdoc', 'http-equiv', 'shadowrootmode'])
/** Their addresses are followed only when pressed, and the frame denies that. */
const followed: ReadonlySet<string> = new Set(['a', 'area'])
/** Their values are shown, not used as addresses. */
const shown: ReadonlySet<string> = new Set(['alt', 'title', 'content', 'value', 'placeholder', 'aria-label', 'summary'])
/** What may fetch in a style; nearly none has it. */
const fetches = /@import|url\(/i
const cssImport = /@import[^;]{0,4096};?/gi
/**
 * The elements that connect, or change what others mean. Where such a name occurs in text, a comment or a value, another parser may find a
 * tag, so it is spelled differently there. A reader does not see the difference.
 */
const connecting =
  /<(?=(?:link|meta|base|iframe|frame|frameset|object|embed|applet|portal|fencedframe|script)(?:[\s/>]|$))/gi

interface Edit {
  from: number
  to: number
  insert: string
}

const isWithin = (value: string): boolean => value.trim() === '' || /^data:/i.test(value.trim())

/**
 * The same document with only the addresses of its own parts: others are moved to `data-blocked-...`, in styles they become `none`. Linear
 * in its length. A document that is nested too deeply is shown as its source.
 */
export function withoutRemote(html: string): string {
  const markup = markupOf(html)
  if (markup === undefined) return `<pre>${escapeHtml(html)}</pre>`
  const edits: Edit[] = []
  for (const tag of markup.tags) {
    const rewritten = rewrite(tag)
    if (rewritten !== undefined) edits.push({ from: tag.from, to: tag.to, insert: rewritten })
  }
  for (const { from, to } of markup.styles) {
    const text = html.slice(from, to)
    const cleared = clearedStyle(text)
    if (cleared !== text) edits.push({ from, to, insert: respelled(cleared) })
  }
  const edited = edits.sort((a, b) => a.from - b.from)
  const spelled: Edit[] = []
  let next = 0
  let tag = 0
  for (const { index } of html.matchAll(connecting)) {
    while ((edited[next]?.to ?? Infinity) <= index) next++
    while ((markup.tags[tag]?.from ?? Infinity) < index) tag++
    const inEdit = (edited[next]?.from ?? Infinity) <= index
    if (markup.tags[tag]?.from !== index && !inEdit) spelled.push({ from: index + 1, to: index + 1, insert: 'x-' })
  }
  return applied(html, spelled.length === 0 ? edited : [...edited, ...spelled].sort((a, b) => a.from - b.from))
}

const keeps = (tag: StartTag): boolean =>
  tag.name !== 'script' &&
  tag.attributes.every(({ name, value }) => !isBlocked(tag, name, value) && !(name === 'style' && fetches.test(value)))

function rewrite(tag: StartTag): string | undefined {
  if (keeps(tag)) return undefined
  const script = tag.name === 'script'
  let changed = script
  const kept = tag.attributes.map(({ name, value }) => {
    if (isBlocked(tag, name, value) || (script && name === 'type')) {
      changed = true
      return { name: `data-blocked-${name}`, value }
    }
    const cleared = name === 'style' ? clearedStyle(value) : value
    if (cleared !== value) changed = true
    return { name, value: cleared }
  })
  if (!changed) return undefined
  // A type that no browser runs.
  const all = script ? [...kept, { name: 'type', value: 'text/plain' }] : kept
  return `<${tag.name}${all.map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`).join('')}${tag.selfClosing ? '/>' : '>'}`
}

function isBlocked({ name: element }: StartTag, name: string, value: string): boolean {
  if (name.startsWith('on') || banned.has(name)) return true
  if (element === 'link' && name === 'rel') return true
  if (fetching.has(name)) return !isWithin(value)
  if (name === 'href' || name === 'xlink:href')
    return !followed.has(element) && !value.startsWith('#') && !isWithin(value)
  if (name === 'attributename') return /href|src/i.test(value)
  return (
    name !== 'style' &&
    !shown.has(name) &&
    value.includes('(') &&
    /url\(/i.test(value) &&
    !/^\s*url\(\s*['"]?(?:#|data:)/i.test(value)
  )
}

function clearedStyle(style: string): string {
  const text = style.replace(cssImport, '')
  let out = ''
  let at = 0
  for (const { index } of text.matchAll(/url\(/gi)) {
    if (index < at) continue
    const end = text.indexOf(')', index)
    const url = text.slice(index, end < 0 ? text.length : end + 1)
    out += text.slice(at, index) + (/^url\(\s*['"]?(?:data:|#)/i.test(url) ? url : 'none')
    at = index + url.length
  }
  return out + text.slice(at)
}

const respelled = (text: string): string => text.replace(connecting, '<x-')

function applied(html: string, edits: readonly Edit[]): string {
  let out = ''
  let at = 0
  for (const { from, to, insert } of edits) {
    if (from < at) continue
    out += html.slice(at, from) + insert
    at = to
  }
  return out + html.slice(at)
}
