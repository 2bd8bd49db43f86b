import { attributeOf, type HtmlScan } from './html-scan.ts'
import { findPlaceholders } from './placeholders.ts'
import { renderPlain, type Values } from './render.ts'
import type { Link } from './types.ts'

const mostLinks = 1000
const breaking = new Set('br div h1 h2 h3 h4 h5 h6 li p table td th tr'.split(' '))

/** Every a and area with an address, sample values filled in; images count as their alt text. `from` is the tag's offset. */
export function linksIn(scan: HtmlScan, values: Values): Link[] {
  const links: Link[] = []
  const fill = (text: string) => renderPlain(text, findPlaceholders(text), values)
  let open: { href: string; from: number; text: string } | undefined
  const end = () => {
    if (open !== undefined && links.length < mostLinks) {
      links.push({ href: open.href, text: fill(open.text).replace(/\s+/g, ' ').trim().slice(0, 300), from: open.from })
    }
    open = undefined
  }
  for (const node of scan.nodes) {
    if (node.kind === 'text') {
      if (open !== undefined && node.raw === undefined && open.text.length < 1000) open.text += node.text
    } else if (node.name === 'a' || node.name === 'area') {
      end()
      const href = node.kind === 'start' ? attributeOf(node, 'href')?.value.trim() : undefined
      if (href === undefined) continue
      open = {
        href: fill(href),
        from: node.from,
        text: node.name === 'area' ? (attributeOf(node, 'alt')?.value ?? '') : '',
      }
      if (node.name === 'area') end()
    } else if (node.kind === 'start' && open !== undefined) {
      if (node.name === 'img') open.text += ` ${attributeOf(node, 'alt')?.value ?? ''} `
      else if (breaking.has(node.name)) open.text += ' '
    }
  }
  end()
  return links
}
