import type { BridgeInput } from '#contract/bridge.ts'
import type { DraftSend } from '#contract/draft.ts'
import type { Difference, Shape } from './merge.ts'

/** What every record with revisions has beside its content. */
export interface Kept {
  id: string
  revision: number
  title: string
  updatedAt: string
  removedAt?: string
  /** Dotted places that were saved without a stored secret. */
  leftOut?: string[]
}

/** A revision in the history; what only some kinds know is optional. */
export interface Revision {
  revision: number
  at: string
  title: string
  /** The revision that it brought back. */
  of?: number
  /** The name of the grant that made it. */
  by?: string
  bytes?: number
  /** How many cues it has. */
  count?: number
  sent?: readonly DraftSend[]
}

export interface Head {
  id: string
  revision: number
  bytes?: number
  sent?: DraftSend
}

/** What is done with the records of a kind; each rejects with a DeskError. */
export interface RevisionStore<C, R> {
  get: (id: string, revision?: number) => Promise<R>
  save: (input: C & { id: string; baseRevision?: number; keepAsText?: string[] }) => Promise<R>
  revert: (input: BridgeInput<'drafts.revert'>) => Promise<R>
  restore: (id: string) => Promise<R>
  revisions: (input: BridgeInput<'drafts.revisions'>) => Promise<{ items: Revision[]; next?: number }>
  onChange: (listener: (change: { head?: Head | undefined; removed?: string | undefined }) => void) => () => void
  /** Events may have been missed: the link opened again, or another profile database is open (`restarted`). */
  onGap: (listener: (restarted: boolean) => void) => () => void
}

/** One kind of record: where it is kept, what of it is content, and how that is taken apart and named. */
export interface RevisionKind<C extends object, R extends C & Kept> {
  store: RevisionStore<C, R>
  contentOf: (record: C) => C
  shape: Shape
  /** What a place in a content is called, and where in there it is: `['body', 'subject']`. */
  nameOf: (path: readonly string[], ...contents: C[]) => { name: string; rest?: string }
  /** What a field is called that was saved without a stored secret. */
  labelOf?: (place: string, record: R) => string | undefined
  /** What a value at a place says, where that is not its text. */
  textOf?: (path: readonly string[], value: unknown, content: C) => string | undefined
  /** What the history says of a revision that was just made here. */
  revisionOf: (record: R) => Partial<Revision>
}

/** A function that is passed on with what it came with: its inputs are not compared. */
type Bound<F> = F extends (...inputs: infer I) => infer O ? { call(...inputs: I): O }['call'] : F
/** The same members, whatever content they are of. */
export type Loose<T> = { [K in keyof T]: Bound<T[K]> }

/** What is seen of a kind, whatever its content is. */
export type ShownKind = Loose<Pick<RevisionKind<object, Kept>, 'contentOf' | 'shape' | 'nameOf' | 'textOf' | 'labelOf'>>

/** A save met a newer revision in which the same fields were changed to something else. */
export interface Conflict<C, R> {
  base: C
  mine: C
  theirs: R
  /** What only a person can decide. Everything else of both is kept. */
  clashes: readonly Difference[]
}

/** A side, or what was put together of both. */
export type Choice = 'mine' | 'theirs' | { value: string }
export type Choices = ReadonlyMap<string, Choice>

/** `merged`: what another window changed was taken in beside what was typed here. */
export type LoadReason = 'opened' | 'elsewhere' | 'merged' | 'reverted' | 'resolved' | 'saved'

export interface RevisionForm<C, R> {
  /** The form's content as it is now; undefined while nothing is open. */
  read: () => C | undefined
  /** Puts content into the form. With `saved` only references that replaced secrets have changed. */
  load: (record: R | undefined, why: LoadReason) => void
}
