// Changes of a mail of blocks. Each gives a new document and leaves the old one as it is, for undo.
import type { Block, BlockDocument, BlockKind, LeafBlock } from './types.ts'

/** Where a block is: its place among its neighbours, and the columns that hold it. */
export interface BlockPlace {
  block: Block
  index: number
  /** How many neighbours there are, itself included. */
  of: number
  within?: { columns: string; column: number }
}

const freshId = (): string => crypto.randomUUID().slice(0, 8)

/** An empty block of a kind, ready to be filled in. */
export function newBlock(kind: BlockKind): Block {
  const id = freshId()
  switch (kind) {
    case 'heading':
      return { id, kind, level: 1, html: '', align: 'left' }
    case 'text':
      return { id, kind, html: '', align: 'left' }
    case 'picture':
      return { id, kind, src: '', alt: '', href: '', align: 'center' }
    case 'button':
      return { id, kind, label: '', href: '', align: 'left' }
    case 'divider':
      return { id, kind }
    case 'spacer':
      return { id, kind, height: 24 }
    case 'footer':
      return { id, kind, html: '', label: 'Unsubscribe', href: '' }
    case 'raw':
      return { id, kind, html: '' }
    case 'columns':
      return { id, kind, columns: [[], []] }
  }
}

/** Undefined where the block is not there, or no longer. */
export function placeOf({ blocks }: BlockDocument, id: string): BlockPlace | undefined {
  for (const [index, block] of blocks.entries()) {
    if (block.id === id) return { block, index, of: blocks.length }
    if (block.kind !== 'columns') continue
    for (const [column, list] of block.columns.entries()) {
      const at = list.findIndex((one) => one.id === id)
      const found = list[at]
      if (found !== undefined)
        return { block: found, index: at, of: list.length, within: { columns: block.id, column } }
    }
  }
  return undefined
}

/** Changes the list of blocks that holds `id`; columns hold no columns. */
function inList(document: BlockDocument, id: string, change: (list: Block[], index: number) => Block[]): BlockDocument {
  const place = placeOf(document, id)
  if (place === undefined) return document
  const { within, index } = place
  if (within === undefined) return { ...document, blocks: change([...document.blocks], index) }
  return inColumn(document, within.columns, within.column, (list) => change(list, index))
}

function inColumn(
  document: BlockDocument,
  columns: string,
  column: number,
  change: (list: Block[]) => Block[],
): BlockDocument {
  const leaves = (list: Block[]): LeafBlock[] => change(list).filter((one) => one.kind !== 'columns')
  return {
    ...document,
    blocks: document.blocks.map((block) =>
      block.id === columns && block.kind === 'columns'
        ? { ...block, columns: block.columns.map((list, at) => (at === column ? leaves([...list]) : list)) }
        : block,
    ),
  }
}

/** After the block `id`, or at the end without one. */
export function insertAfter(document: BlockDocument, id: string | undefined, ...added: Block[]): BlockDocument {
  if (id === undefined) return { ...document, blocks: [...document.blocks, ...added] }
  return inList(document, id, (list, index) => list.toSpliced(index + 1, 0, ...added))
}

/** At the end of a column. */
export const insertInColumn = (
  document: BlockDocument,
  columns: string,
  column: number,
  added: LeafBlock,
): BlockDocument => inColumn(document, columns, column, (list) => [...list, added])

/** By so many places among its neighbours, no further than the first or the last. */
export function move(document: BlockDocument, id: string, by: number): BlockDocument {
  return inList(document, id, (list, index) => {
    const to = Math.min(list.length - 1, Math.max(0, index + by))
    const block = list[index]
    return block === undefined ? list : list.toSpliced(index, 1).toSpliced(to, 0, block)
  })
}

export const remove = (document: BlockDocument, id: string): BlockDocument =>
  inList(document, id, (list, index) => list.toSpliced(index, 1))

/** A copy directly after it, with ids of its own. */
export function duplicate(document: BlockDocument, id: string): BlockDocument {
  const copyOf = <B extends Block>(block: B): B => ({ ...block, id: freshId() })
  return inList(document, id, (list, index) => {
    const block = list[index]
    if (block === undefined) return list
    const copy = copyOf(block)
    return list.toSpliced(
      index + 1,
      0,
      copy.kind === 'columns' ? { ...copy, columns: copy.columns.map((column) => column.map(copyOf)) } : copy,
    )
  })
}

/** A part of a block of this kind; `id` and `kind` stay. */
export type BlockPart<K extends BlockKind> = Partial<Omit<Extract<Block, { kind: K }>, 'id' | 'kind'>>

export function change<K extends BlockKind>(document: BlockDocument, id: string, part: BlockPart<K>): BlockDocument {
  return inList(document, id, (list, index) => list.map((block, at) => (at === index ? { ...block, ...part } : block)))
}
