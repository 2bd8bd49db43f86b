// Pictures as mail clients show them: their format, their width, and what a link says when they are not loaded.
import { attributeOf, type Attribute, type Tag } from '../html-scan.ts'
import { supportOf } from '../mail-clients/support.ts'
import type { Finding, LintContext } from './rule.ts'

function formatOf(address: string): 'data' | 'cid' | 'svg' | 'webp' | undefined {
  const start = address.trim().slice(0, 2000)
  if (/^data:/i.test(start)) return 'data'
  if (/^cid:/i.test(start)) return 'cid'
  const [, extension] = /\.(svgz?|webp)$/i.exec(start.replace(/[?#][^]*$/, '')) ?? []
  return extension === undefined ? undefined : extension.toLowerCase() === 'webp' ? 'webp' : 'svg'
}

function ofFormat({ value, from, to }: Attribute): Finding | undefined {
  const kind = formatOf(value)
  if (kind === undefined) return undefined
  const finding = { field: 'htmlContent' as const, from, to, values: { kind }, fixes: [] }
  // Nothing is attached to a mail that the platform sends, so nobody sees such a picture.
  if (kind === 'cid') return { code: 'picture_format', level: 'error', ...finding }
  return { code: 'picture_format', level: 'warning', ...finding, ...supportOf(kind) }
}

function ofWidth(tag: Tag): Finding | undefined {
  const width = attributeOf(tag, 'width')?.value.trim() ?? ''
  if (width !== '') return undefined
  const styled = /(?<![-\w])width\s*:/i.test(attributeOf(tag, 'style')?.value ?? '')
  return {
    code: 'picture_width',
    level: 'remark',
    field: 'htmlContent',
    from: tag.from,
    to: tag.to,
    values: { kind: styled ? 'attribute' : 'none' },
    fixes: [],
    ...(styled && { clients: ['outlook-windows'] }),
  }
}

interface OpenLink {
  href: string
  labelled: boolean
  picture?: Tag
}

const silent = ({ from, to }: Tag): Finding => ({
  code: 'link_picture_alt',
  level: 'warning',
  field: 'htmlContent',
  from,
  to,
  values: {},
  fixes: [],
})

export function* mailPictures({ scan }: LintContext): Iterable<Finding> {
  let link: OpenLink | undefined
  let before = ''
  // An icon beside a link of the same address says nothing of its own: this waits for the next link.
  let pending: { href: string; picture: Tag } | undefined
  for (const node of scan.nodes) {
    if (node.kind === 'text') {
      if (link !== undefined && node.text.trim() !== '') link.labelled = true
      continue
    }
    if (node.name === 'a') {
      if (node.kind === 'end' && link !== undefined) {
        if (link.picture !== undefined && !link.labelled && link.href !== before)
          pending = { href: link.href, picture: link.picture }
        before = link.href
      }
      const href = node.kind === 'start' ? attributeOf(node, 'href') : undefined
      if (href !== undefined && pending !== undefined) {
        if (href.value !== pending.href) yield silent(pending.picture)
        pending = undefined
      }
      link = href && {
        href: href.value,
        labelled: ['aria-label', 'title'].some((name) => (attributeOf(node, name)?.value ?? '').trim() !== ''),
      }
    }
    if (node.kind === 'end') continue
    if (node.name === 'img') {
      const alt = attributeOf(node, 'alt')?.value.trim()
      if (link !== undefined) {
        if (alt === '') link.picture ??= node
        // Without the attribute it has a finding of its own.
        else link.labelled = true
      }
      const width = ofWidth(node)
      if (width !== undefined) yield width
    }
    for (const attribute of node.attributes) {
      if (attribute.name !== 'background' && !(node.name === 'img' && attribute.name === 'src')) continue
      const format = ofFormat(attribute)
      if (format !== undefined) yield format
    }
  }
  if (pending !== undefined) yield silent(pending.picture)
}
