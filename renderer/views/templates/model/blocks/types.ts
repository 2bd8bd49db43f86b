// A mail of blocks, as it is kept in the draft beside the HTML that was made from it. Plain data.

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

/** `id` is unique within the document. */
interface Identified {
  id: string
}

/** `html` is one line without block elements: strong, em, u, s, a[href], br. Placeholders are written as they are sent, `{{name}}`. */
export interface HeadingBlock extends Identified {
  kind: 'heading'
  level: 1 | 2 | 3
  html: string
  align: Alignment
}

/** `html` holds p, ul, ol, li and what a heading may hold. */
export interface TextBlock extends Identified {
  kind: 'text'
  html: string
  align: Alignment
}

/** `width` in pixels of the 600 that a mail is wide; undefined is as wide as its column. */
export interface PictureBlock extends Identified {
  kind: 'picture'
  src: string
  alt: string
  href: string
  width?: number
  align: Alignment
}

export interface ButtonBlock extends Identified {
  kind: 'button'
  label: string
  href: string
  align: Alignment
}

export interface DividerBlock extends Identified {
  kind: 'divider'
}

/** `height` in pixels. */
export interface SpacerBlock extends Identified {
  kind: 'spacer'
  height: number
}

/** Small print with the unsubscribe link last. An empty `href` uses the brand's address. */
export interface FooterBlock extends Identified {
  kind: 'footer'
  html: string
  label: string
  href: string
}

/** HTML that is passed on byte for byte. One that is a whole document is the only block of its mail. */
export interface RawBlock extends Identified {
  kind: 'raw'
  html: string
}

/** Side by side in a wide window, one above the other on a phone. Two or three. */
export interface ColumnsBlock extends Identified {
  kind: 'columns'
  columns: LeafBlock[][]
}

export type LeafBlock =
  | HeadingBlock
  | TextBlock
  | PictureBlock
  | ButtonBlock
  | DividerBlock
  | SpacerBlock
  | FooterBlock
  | RawBlock
export type Block = LeafBlock | ColumnsBlock
export type BlockKind = Block['kind']

export interface BlockDocument {
  version: 1
  blocks: Block[]
}

/** In the draft's `extra.blocks`: `made` is the SHA-256 of the HTML they produced, so that a later change of the code is noticed. */
export interface KeptBlocks {
  document: BlockDocument
  made: string
  /** The blocks changed since, and their HTML is not made yet. */
  pending?: true
}
