// Merge tags of other services in text, attributes and addresses. Every pattern is bounded, so that hostile text costs linear time.
import { valueRange, type HtmlScan } from './html-scan.ts'
import { nearest } from './nearest.ts'
import { isName } from './placeholders.ts'
import {
  placeholderFields,
  type MergeTagGroup,
  type PlaceholderField,
  type TagService,
  type Template,
} from './types.ts'

export interface MergeTag {
  service: TagService
  written: string
  field: PlaceholderField
  from: number
  to: number
  /** The variable it would become; undefined where it is logic, which has no counterpart. */
  name?: string
  defaultValue?: string
}

/** Only so many are listed; a template has a few dozen. */
const mostTags = 1000

const usual: Record<string, string> = {
  fname: 'firstName',
  lname: 'lastName',
  first_name: 'firstName',
  last_name: 'lastName',
  recipient_fname: 'firstName',
  recipient_lname: 'lastName',
  recipient_name: 'name',
  recipient_email: 'email',
  unsub: 'unsubscribeUrl',
  unsubscribe: 'unsubscribeUrl',
  unsubscribe_url: 'unsubscribeUrl',
  tag_unsubscribe_url: 'unsubscribeUrl',
  mailing_list_unsubscribe_url: 'unsubscribeUrl',
  update_profile: 'profileUrl',
  archive: 'webVersionUrl',
  mc_preview_text: 'previewText',
}

const logic = /^(?:IF|IFNOT|ELSE|ELSEIF|END|INTERESTED|RSS|RSSITEMS|FEED|FEEDITEM|FEEDBLOCK|DATE|HTML)(?::|$)/i
const unset = /^['"]|['"]$/g

const camel = (text: string): string =>
  text
    .split(/[^\p{L}\p{M}\p{N}.]+/u)
    .filter(Boolean)
    .map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('')

/** The name of the variable that a foreign name becomes. */
function nameFor(text: string): string | undefined {
  const plain = text.trim().replace(/^(?:pm|mc):/i, '')
  const key = plain.toLowerCase().replaceAll(/[:\s]+/g, '_')
  const shouted = plain === plain.toUpperCase()
  const name = usual[key] ?? (isName(plain) && !shouted ? plain : camel(plain.toLowerCase()))
  return isName(name) ? name : undefined
}

interface Reader {
  service: TagService
  pattern: RegExp
  read: (match: RegExpMatchArray) => { name?: string | undefined; defaultValue?: string }
}

const name = '[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]{0,63}'

/** In the order of precedence: a place belongs to the first that matches it. */
const readers: Reader[] = [
  {
    service: 'mailchimp',
    pattern: /\*(?:\||%7C)([^|*<>{}\r\n%]{1,80})(?:\||%7C)\*/gi,
    read: ([, inner = '']) => (logic.test(inner.trim()) ? {} : { name: nameFor(inner) }),
  },
  {
    service: 'mailgun',
    pattern: /%(recipient(?:[._][\w-]{1,60})?|(?:tag_|mailing_list_)?unsubscribe_(?:url|email))%/g,
    read: ([, inner = '']) => ({ name: nameFor(inner.replace(/^recipient\./, '')) }),
  },
  {
    service: 'postmark',
    pattern: /\{\{\{?\s{0,8}(pm:[\w.-]{1,60})\s{0,8}\}?\}\}/g,
    read: ([, inner = '']) => ({ name: nameFor(inner) }),
  },
  {
    service: 'liquid',
    pattern: new RegExp(
      `\\{\\{-?\\s{0,8}(${name})\\s{0,8}\\|\\s{0,8}default\\s{0,8}:?\\s{0,8}("[^"{}<]{0,120}"|'[^'{}<]{0,120}')\\s{0,8}-?\\}\\}`,
      'gu',
    ),
    read: ([, inner = '', fallback = '']) => ({ name: nameFor(inner), defaultValue: fallback.replace(unset, '') }),
  },
  { service: 'liquid', pattern: /\{%[^%{}]{0,256}%\}/g, read: () => ({}) },
  {
    service: 'erb',
    pattern: /<%=\s{0,8}@?([a-z_][\w.]{0,63})\s{0,8}-?%>/gi,
    read: ([, inner = '']) => ({ name: nameFor(inner) }),
  },
  { service: 'erb', pattern: /<%[^%]{1,256}%>/g, read: () => ({}) },
  {
    service: 'encoded',
    pattern: /%7B%7B(?:%20|\+)?([a-z_][\w.-]{0,63})(?:%20|\+)?%7D%7D/gi,
    read: ([, inner = '']) => ({ name: isName(inner) ? inner : undefined }),
  },
  {
    service: 'braces',
    pattern: new RegExp(`(?<![{$#%\\\\])\\{(${name})\\}(?!\\})`, 'gu'),
    read: ([, inner = '']) => ({ name: nameFor(inner) }),
  },
]

/** Whether an address begins with a merge tag, so that nothing can be said of its scheme. */
export const beginsWithTag = (address: string): boolean =>
  /^(?:\*(?:\||%7C)|%(?:recipient|[a-z_]*unsubscribe_)|\{|<%|%7B)/i.test(address.trimStart())

const addressNames = new Set(['href', 'src', 'background', 'action', 'alt', 'title', 'content'])

/** Where single braces can be a tag: in visible text and in addresses, not in style sheets and scripts. */
function visibleRanges({ html, nodes }: HtmlScan): Array<{ from: number; to: number }> {
  return nodes.flatMap((node) =>
    node.kind === 'text'
      ? node.raw === undefined || node.raw === 'title'
        ? [{ from: node.from, to: node.to }]
        : []
      : node.attributes.filter((one) => addressNames.has(one.name)).map((one) => valueRange(html, one)),
  )
}

function tagsIn(text: string, field: PlaceholderField, scan: HtmlScan | undefined): MergeTag[] {
  if (!/[{%*]/.test(text)) return []
  // With delimiters of its own a text may mean anything by these.
  const ownDelimiters = /\{\{\s{0,8}=/.test(text)
  const tags: MergeTag[] = []
  let taken: MergeTag[] = []
  let visible: Array<{ from: number; to: number }> | undefined
  for (const { service, pattern, read } of readers) {
    if (ownDelimiters && (service === 'erb' || service === 'braces')) continue
    let before = 0
    let run = 0
    const found: MergeTag[] = []
    for (const match of text.matchAll(pattern)) {
      if (tags.length + found.length >= mostTags) break
      const from = match.index
      const to = from + match[0].length
      while (before < taken.length && (taken[before]?.to ?? 0) <= from) before++
      if ((taken[before]?.from ?? Infinity) < to) continue
      if (service === 'braces' && scan !== undefined) {
        visible ??= visibleRanges(scan)
        while (run < visible.length && (visible[run]?.to ?? 0) <= from) run++
        const range = visible[run]
        if (range === undefined || range.from > from || range.to < to) continue
      }
      const { name: meant, defaultValue } = read(match)
      found.push({
        service,
        written: match[0],
        field,
        from,
        to,
        ...(meant === undefined ? {} : { name: meant }),
        ...(defaultValue === undefined ? {} : { defaultValue }),
      })
    }
    tags.push(...found)
    if (found.length > 0) taken = tags.toSorted((a, b) => a.from - b.from)
  }
  return taken
}

/** The merge tags of a template in all fields that can have placeholders, each with the variable it would become. */
export function mergeTagsIn(template: Template, scan: HtmlScan): MergeTag[] {
  const known = template.variables.map((variable) => variable.name.trim()).filter((one) => one !== '')
  return placeholderFields.flatMap((field) =>
    tagsIn(template[field], field, field === 'htmlContent' ? scan : undefined).map((tag) =>
      tag.name === undefined || known.includes(tag.name) ? tag : { ...tag, name: nearest(tag.name, known) ?? tag.name },
    ),
  )
}

export function groupTags(tags: readonly MergeTag[]): MergeTagGroup[] {
  return [...Map.groupBy(tags, ({ written }) => written).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { service, written, name: meant, defaultValue = '' } = first
    return [{ service, written, count: group.length, defaultValue, ...(meant === undefined ? {} : { name: meant }) }]
  })
}

export interface Translation {
  written: string
  name: string
  defaultValue: string
}

/** The fields that change when the chosen tags are translated; variables that are missing are added. */
export function translate(template: Template, scan: HtmlScan, chosen: readonly Translation[]): Partial<Template> {
  const meant = new Map(chosen.filter((one) => isName(one.name)).map((one) => [one.written, one]))
  const changed: Partial<Template> = {}
  const used = new Map<string, Translation>()
  for (const [field, tags] of Map.groupBy(mergeTagsIn(template, scan), (tag) => tag.field)) {
    let out = ''
    let done = 0
    for (const { written, from, to } of tags) {
      const to_ = meant.get(written)
      if (to_ === undefined) continue
      out += `${template[field].slice(done, from)}{{${to_.name}}}`
      done = to
      if (!used.has(to_.name)) used.set(to_.name, to_)
    }
    if (done > 0) changed[field] = out + template[field].slice(done)
  }
  const known = new Set(template.variables.map((variable) => variable.name.trim()))
  const missing = [...used.values()].filter((one) => !known.has(one.name))
  if (missing.length > 0)
    changed.variables = [
      ...template.variables,
      ...missing.map((one) => ({ name: one.name, type: 'text', defaultValue: one.defaultValue })),
    ]
  return changed
}
