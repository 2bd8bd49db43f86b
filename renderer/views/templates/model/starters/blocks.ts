import type { Brand } from '#contract/mail.ts'
import type { Block, BlockDocument } from '../blocks/types.ts'
import type { StarterText } from './types.ts'

/** The same mail as blocks, so that its words are changed without code. The brand's logo and footer come with every mail of blocks. */
export function blocksOf(text: StarterText, brand: Brand): BlockDocument {
  const { heading, paragraphs, facts = [], button, closing, reason, plain = false } = text
  const line = (words: string): string => `<p>${words}</p>`
  const blocks: Block[] = []
  if (!plain && brand.logo === '')
    blocks.push({ id: 'show', kind: 'heading', level: 3, html: '{{showName}}', align: 'left' })
  if (heading !== undefined) blocks.push({ id: 'heading', kind: 'heading', level: 1, html: heading, align: 'left' })
  const facted = facts.map(([label, value]) => `${label}: <strong>${value}</strong>`).join('<br>')
  const words = [...paragraphs, ...(facted === '' ? [] : [facted])].map(line).join('')
  blocks.push({ id: 'words', kind: 'text', html: words, align: 'left' })
  if (button !== undefined) blocks.push({ id: 'button', kind: 'button', ...button, align: 'left' })
  blocks.push({ id: 'closing', kind: 'text', html: line(`${closing}<br>{{hostName}}`), align: 'left' })
  blocks.push({
    id: 'footer',
    kind: 'footer',
    html: brand.footer === '' ? line(reason ?? 'You receive this because you signed up for {{showName}}.') : '',
    label: 'Unsubscribe',
    href: brand.unsubscribe === '' ? '{{unsubscribeUrl}}' : '',
  })
  return { version: 1, blocks }
}
