import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { DeskError } from '#contract/errors.ts'
import type { Draft, DraftContent } from '#contract/draft.ts'
import type { SaveState } from './autosave.ts'
import type { Revisions } from './useRevisions.ts'

/** A save met a newer revision, made in another window or by a script. Nothing was overwritten. */
export interface DraftConflict {
  /** What both started from; undefined where that revision was thinned out. */
  base: DraftContent | undefined
  mine: DraftContent
  theirs: Draft
}

/** Why the form must show other content than it has. */
export type LoadReason = 'opened' | 'elsewhere' | 'reverted' | 'resolved' | 'saved'

export interface DraftEditor {
  /** As the backend last acknowledged or told it. */
  draft: Readonly<ShallowRef<Draft | undefined>>
  /** Why the wanted draft could not be read. */
  openError: Readonly<Ref<DeskError | undefined>>
  state: Readonly<Ref<SaveState>>
  error: Readonly<Ref<DeskError | undefined>>
  savedAt: Readonly<Ref<number | undefined>>
  conflict: Readonly<ShallowRef<DraftConflict | undefined>>
  /** `bin`: put there elsewhere. `gone`: deleted for good elsewhere. The text stays on screen. */
  removed: ComputedRef<'bin' | 'gone' | undefined>
  /** Its revisions, newest first; the undo works on them and the history shows them. */
  revisions: Revisions
  /** Why the last revert, undo, redo or restore did not happen. */
  actError: Readonly<Ref<DeskError | undefined>>
  /** A way out (another view, another draft, the window's end) was closed because the save failed. */
  leaveRefused: Readonly<Ref<boolean>>
  /**
   * Saves what is open, then reads another draft; undefined closes. Answers whether it was read. Where the save fails, what is open stays
   * open and `leaveRefused` is set.
   */
  open(id: string | undefined): Promise<boolean>
  /** Saves what is open, then makes a draft of this content and opens it. Answers its id. Rejects with the DeskError that prevented it. */
  create(content: DraftContent): Promise<string>
  /** The form changed: it is read and saved at most 300 ms after the last call. */
  touch(): void
  /** Saves now; answers whether everything is saved. Never rejects. */
  flush(): Promise<boolean>
  /** Ends a conflict: with mine, with theirs, or with a content put together from both. */
  resolve(choice: 'mine' | 'theirs' | DraftContent): Promise<void>
  /** Brings a revision back as a new one. Like all that follow it never rejects: `actError` says why it did not happen. */
  revert(revision: number): Promise<void>
  /** Back and forth through the revisions; works after a restart too. */
  undo(): Promise<void>
  redo(): Promise<void>
  /** Out of the bin; where it is gone for good, the text on screen becomes a new draft. */
  restore(): Promise<void>
  /** Fields in which a stored secret stood: what was saved is without it. */
  leftOut: Readonly<ShallowRef<readonly string[]>>
  /** The label of a dotted place of the open draft, where the catalog has one. */
  labelOf: (place: string) => string | undefined
  /** A false alarm: saves these fields as they are written, and takes what was found for ordinary text from now on. */
  keepAsText(): Promise<void>
  /** The person gives up what is not saved: the form shows what was saved last, and the way out that was refused is taken. */
  discard(): Promise<void>
  canUndo: ComputedRef<boolean>
  canRedo: ComputedRef<boolean>
}

export interface DraftForm {
  /** The form's content as it is now; undefined while nothing is open. */
  read(): DraftContent | undefined
  /**
   * Puts content into the form, which copies what it means to change. With `saved` only references that took the place of secrets have
   * changed: see `adoptReferences`.
   */
  load(draft: Draft | undefined, why: LoadReason): void
}
