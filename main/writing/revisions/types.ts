// What drafts and rundowns have in common: a head that lists show, and each save kept as a revision.
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import type { Delta } from './deltas.ts'

export interface BaseHead {
  place: number
  id: string
  revision: number
  /** Of the newest revision. */
  bytes: number
  createdAt: string
  updatedAt: string
  removedAt?: string
  /** The name of the grant that removed it. */
  removedBy?: string
}

/** How one kind of content is kept. */
export interface Kind<C, H extends BaseHead> {
  /** The saves as they stand on disk, and the view of them whole. */
  tables: { heads: string; saves: string; revisions: string; search?: string }
  /** Columns of a head that follow from its content, as `values` has them. */
  columns: readonly string[]
  values: (content: C) => SqlValue[]
  /** Other columns of a new head. */
  initial: Readonly<Record<string, SqlValue>>
  headFrom: (row: Record<string, SqlValue>) => H
  titleOf: (content: C) => string
  /** Equal for equal contents. */
  textOf: (content: C) => string
  contentFrom: (text: string) => C
  /** Whether it has references to secrets. */
  holdsReference: (content: C) => boolean
}

export interface Written<C> {
  content: C
  /** The content as text, if known. */
  text?: string | undefined
  at: string
  /** The revision that it brings back. */
  of?: number | undefined
  /** The name of the grant that saves. */
  by?: string | undefined
  /** The difference from an earlier revision; `bytes` of the full text. */
  delta?: (Delta & { base: number; bytes: number }) | undefined
}

export interface RevisionRow {
  revision: number
  at: string
  title: string
  bytes: number
  of?: number
  by?: string
  /** The revision that it is stored as a difference from. */
  base?: number
}

export type Database = Pick<ProfileDatabase, 'statement' | 'transaction' | 'freeing'>
