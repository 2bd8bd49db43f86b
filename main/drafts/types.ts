// What the draft store promises: an answered save is on disk, every save is a revision, nothing is overwritten unseen.
import type { BridgeParams } from '#contract/bridge.ts'
import type { Decision } from '#contract/command.ts'
import type { Draft, DraftContent, DraftHead, DraftPage, DraftRevision, ExportedFile } from '#contract/draft.ts'
import type { Intent } from '#contract/models.ts'

export interface Drafts {
  list(filter: BridgeParams<'drafts.list'>): Promise<DraftPage>
  /** Throws DeskError `not_found_here`, also for a revision that was thinned out. */
  get(id: string, revision?: number): Draft
  /**
   * One durable commit; secrets leave the content for the keychain first. The same content as the newest revision answers that one.
   * Throws DeskError `conflict` on a stale `baseRevision`, `invalid_input`, `keychain_*`, `storage_*`; nothing has changed then.
   */
  save(input: BridgeParams<'drafts.save'>): Promise<Draft>
  /** Merges into the draft's links; null takes one away. Makes no revision. */
  link(id: string, links: Record<string, string | null>): Draft
  /** Into the bin, or for good. Throws DeskError `invalid_state` for good while one of its intents is open. */
  remove(id: string, forever: boolean): Promise<void>
  restore(id: string): Draft
  revisions(input: BridgeParams<'drafts.revisions'>): { items: DraftRevision[]; next?: number }
  /** Brings a revision's content back as a new revision. */
  revert(input: BridgeParams<'drafts.revert'>): Promise<Draft>
  /** A copy with secrets of its own, without links and sendings. */
  duplicate(id: string, title?: string): Promise<Draft>
  /**
   * Makes a ledger intent of a revision (default: the newest). Where an intent of this draft is still queued, that one takes the revision over
   * and keeps its place. Throws DeskError `invalid_state` where this revision is on its way or was confirmed, `invalid_input`.
   */
  submit(id: string, revision?: number, decision?: Decision): Promise<Intent>
  /** Another request for a queued intent, as a new revision of its draft; an intent without one gets one. */
  edit(intent: string, request: Pick<DraftContent, 'path' | 'query' | 'body'>): Promise<Intent>
  /** Takes drafts out of a file that `export` wrote, each under a new id where it is there already with other content. Throws DeskError `invalid_input` with the place; nothing is taken then. */
  import(text: string): Promise<DraftHead[]>
  export(input: BridgeParams<'drafts.export'>): Promise<ExportedFile>
  /** A draft's content, as text, with the secrets of its body in the keychain. Throws DeskError `keychain_*`. */
  withoutSecrets(draft: { id: string; content: string }): Promise<string>
  /** How many drafts are being written at this moment. */
  writing(): number
  /** Drafts or intents were written past this store and the ledger, as by the import of a profile file: it looks again. */
  refresh(): void
  /** Work that may wait: the search's index, thinning, the bin's end. Ends at `stop`. */
  start(): void
  stop(): void
  onChange(listener: (change: { draft?: DraftHead; removed?: string }) => void): () => void
}
