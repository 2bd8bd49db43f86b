import type { Draft, DraftContent } from '#contract/draft.ts'

/** A save met a newer revision from another window or script. */
export interface DraftConflict {
  /** Undefined where that revision was thinned out. */
  base: DraftContent | undefined
  mine: DraftContent
  theirs: Draft
}

export type LoadReason = 'opened' | 'elsewhere' | 'reverted' | 'resolved' | 'saved'

export interface DraftForm {
  /** The form's content as it is now; undefined while nothing is open. */
  read(): DraftContent | undefined
  /**
   * Puts content into the form. With `saved` only references that replaced secrets have changed (`adoptReferences`).
   */
  load(draft: Draft | undefined, why: LoadReason): void
}
