import { isObject, type Json } from '#contract/json.ts'
import { alignments, type Alignment, type Block, type BlockDocument, type KeptBlocks, type LeafBlock } from './types.ts'

export interface OpenedBlocks {
  document: BlockDocument
  /** Of the code. */
  made: string
  /** The blocks that were kept, where the code was changed since. */
  older?: BlockDocument
  /** The HTML of the blocks is not made yet. */
  pending: boolean
}

/** SHA-256 in hex over the UTF-8 of a text. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What starts a document rather than a piece of one. */
export const isWholeDocument = (html: string): boolean => /<(?:!doctype|html|head|body)\b/i.test(html)

/** What is between the tags of its body, or all of it where there are none. */
export function bodyOf(html: string): string {
  const start = /<body\b(?:"[^"]*"|'[^']*'|[^'">])*>/i.exec(html)
  if (start === null) return html
  const from = start.index + start[0].length
  const end = html.slice(from).search(/<\/body\s*>/i)
  return end === -1 ? html.slice(from) : html.slice(from, from + end)
}

/** All code as one block, byte for byte; none where there is no code. */
export const asOneBlock = (html: string): BlockDocument => ({
  version: 1,
  blocks: html === '' ? [] : [{ id: 'code', kind: 'raw', html }],
})

/** The blocks that made this code; else the code as one raw block. */
export async function openBlocks(html: string, kept: Json | undefined): Promise<OpenedBlocks> {
  const made = await hashOf(html)
  const read = readKept(kept)
  if (read === undefined) return { document: asOneBlock(html), made, pending: false }
  if (made === read.made) return { document: read.document, made, pending: read.pending === true }
  return { document: asOneBlock(html), made, pending: false, older: read.document }
}

/** What a draft keeps, read with care: a file may be forged, or made by another version. A block that is not understood is left out. */
export function readKept(kept: Json | undefined): KeptBlocks | undefined {
  if (!isObject(kept) || typeof kept.made !== 'string' || !isObject(kept.document)) return undefined
  const { blocks } = kept.document
  if (!Array.isArray(blocks)) return undefined
  const ids = new Set<string>()
  return {
    document: { version: 1, blocks: blocks.flatMap((one) => readBlock(one, ids) ?? []) },
    made: kept.made,
    ...(kept.pending === true && { pending: true }),
  }
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const number = (value: Json | undefined, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : undefined
const alignment = (value: Json | undefined): Alignment => alignments.find((one) => one === value) ?? 'left'

function freeId(wanted: Json | undefined, taken: Set<string>): string {
  let id = text(wanted) || 'block'
  for (let count = 2; taken.has(id); count += 1) id = `${text(wanted) || 'block'}-${count}`
  taken.add(id)
  return id
}

function readBlock(json: Json, taken: Set<string>): Block | undefined {
  if (!isObject(json)) return undefined
  if (json.kind !== 'columns') return readLeaf(json, taken)
  if (!Array.isArray(json.columns)) return undefined
  const columns = json.columns
    .slice(0, 3)
    .map((column) =>
      Array.isArray(column) ? column.flatMap((one) => (isObject(one) ? (readLeaf(one, taken) ?? []) : [])) : [],
    )
  return columns.length < 2 ? undefined : { id: freeId(json.id, taken), kind: 'columns', columns }
}

function readLeaf(json: Record<string, Json>, taken: Set<string>): LeafBlock | undefined {
  const id = freeId(json.id, taken)
  const align = alignment(json.align)
  switch (text(json.kind)) {
    case 'heading': {
      const level = json.level === 2 || json.level === 3 ? json.level : 1
      return { id, kind: 'heading', level, html: text(json.html), align }
    }
    case 'text':
      return { id, kind: 'text', html: text(json.html), align }
    case 'picture': {
      const width = number(json.width, 1, 600)
      return {
        id,
        kind: 'picture',
        src: text(json.src),
        alt: text(json.alt),
        href: text(json.href),
        ...(width !== undefined && { width }),
        align,
      }
    }
    case 'button':
      return { id, kind: 'button', label: text(json.label), href: text(json.href), align }
    case 'divider':
      return { id, kind: 'divider' }
    case 'spacer':
      return { id, kind: 'spacer', height: number(json.height, 1, 400) ?? 24 }
    case 'footer':
      return { id, kind: 'footer', html: text(json.html), label: text(json.label), href: text(json.href) }
    case 'raw':
      return { id, kind: 'raw', html: text(json.html) }
    default:
      return undefined
  }
}
