import type { BridgeParams } from '#contract/bridge.ts'
import type { Decision } from '#contract/command.ts'
import type { Draft, DraftContent, DraftHead, DraftPage, DraftRevision, ExportedFile } from '#contract/draft.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { GivenDeed } from '../../platform/ledger/deeds.ts'
import type { Reading } from '../../core/types.ts'

/** `by` is the name of the grant that makes a revision; undefined for the desk itself. */
export interface Drafts {
  list(filter: BridgeParams<'drafts.list'>): Promise<DraftPage>
  has(id: string): boolean
  /** Throws `not_found_here`, also for a revision that was thinned out. */
  get(id: string, revision?: number): Draft
  /**
   * Saves in one commit; the same content as the newest revision answers that one. Throws `conflict` on a
   * stale `baseRevision`, `invalid_input`, `keychain_*`, `storage_*`; then nothing was saved.
   */
  save(input: BridgeParams<'drafts.save'>, by?: string): Promise<Draft>
  /** Merges into the draft's links; null removes one. Makes no revision. */
  link(id: string, links: Record<string, string | null>): Draft
  /** Into the bin, which keeps the name of the grant, or for good. Throws `invalid_state` for good while one of its intents is open. */
  remove(id: string, forever: boolean, by?: string): Promise<void>
  restore(id: string): Draft
  /** With `own`, without those that were made while the draft belonged to another environment. */
  revisions(input: BridgeParams<'drafts.revisions'>, own?: EnvironmentId): { items: DraftRevision[]; next?: number }
  revert(input: BridgeParams<'drafts.revert'>, by?: string): Promise<Draft>
  /** A copy with its own secrets, without links and sendings. */
  duplicate(id: string, title?: string, by?: string): Promise<Draft>
  /**
   * Submits a revision (default: the newest). A queued intent of this draft takes it over and keeps its place. Throws
   * DeskError `invalid_state` where this revision was sent before, `invalid_input`.
   */
  submit(id: string, revision?: number, decision?: Decision, deed?: GivenDeed): Promise<Intent>
  /** Changes a queued intent by a new revision of its draft, which is made if there is none. */
  edit(intent: string, request: Pick<DraftContent, 'path' | 'query' | 'body'>): Promise<Intent>
  /** Throws `invalid_input` with the place, `forbidden` for a draft of another environment than the grant's, `cancelled`; then nothing was imported. */
  import(text: string, grant?: { name: string; environment: EnvironmentId }, reading?: Reading): Promise<DraftHead[]>
  export(input: BridgeParams<'drafts.export'>): Promise<ExportedFile>
  /** Moves the secrets of a content's body to the keychain. Throws `keychain_*`. */
  withoutSecrets(draft: { id: string; content: string }): Promise<string>
  /** How many drafts are being written. */
  writing(): number
  /** Drafts or intents were written by other code, such as an import. */
  refresh(): void
  /** Starts the background work. */
  start(): void
  stop(): void
  onChange(listener: (change: { draft?: DraftHead; removed?: string }) => void): () => void
}
