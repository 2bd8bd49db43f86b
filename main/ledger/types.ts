// What the ledger promises: every write is an intent on disk before the socket opens, and ends as confirmed, rejected,
// cancelled or visibly unknown; never silently lost, never blindly sent twice.
import type { BridgeParams } from '#contract/bridge.ts'
import type { Decision } from '#contract/command.ts'
import type { DraftSend } from '#contract/draft.ts'
import type { EnvironmentId, Intent, IntentPage, LedgerCounts, QueueLane } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'

/** What an intent keeps beside its request. */
export interface Origin {
  /** The draft's revision that it carries. */
  draft?: NonNullable<Intent['draft']>
  /** The platform's copy that the draft started from; see `Intent.expects`. */
  expects?: NonNullable<Intent['expects']>
  /** Where it goes; without it, the environment that is selected. */
  environment?: EnvironmentId
  /** One press of a button: submitted again under it, the same request answers with what the first one made. */
  press?: string
  /** Where, when and over what the person decided. */
  decision?: Decision
}

export interface Ledger {
  /** Makes intents that a stop or a crash left as `sending` unknown, and begins to send what is queued. */
  start(): void
  /** Waits for what is on the wire, up to `graceMs`, and stops every timer. */
  stop(graceMs: number): Promise<void>
  /**
   * Answers once the intent is settled, queued or unknown. Throws DeskError `invalid_input` before anything is written, and `conflict` for
   * another request under a press that made an intent already.
   */
  submit(request: OperationRequest, origin?: Origin): Promise<Intent>
  /** The newest intent of the record that a request names, in an environment (default: the chosen one). */
  newest(request: OperationRequest, environment?: EnvironmentId): { id: string | null; intent?: Intent }
  /** Throws DeskError `not_found_here`. */
  get(id: string): Intent
  list(filter: BridgeParams<'ledger.list'>): IntentPage
  /** Sends a rejected or unknown intent again, or a queued one now. Throws DeskError `invalid_state`. */
  retry(id: string, decision?: Decision): Promise<Intent>
  /** Takes back a queued intent. */
  cancel(id: string): Promise<Intent>
  /** The person's word on an unknown intent. */
  resolve(id: string, as: 'confirmed' | 'rejected'): Promise<Intent>
  /** Reads the state of an unknown intent now. */
  reconcile(id: string): Promise<Intent>
  /** Keeps a queued intent back, or lets it go again. Throws DeskError `invalid_state`. */
  hold(id: string, held: boolean): Promise<Intent>
  /** One place earlier (-1) or later (1) among the queued intents of its lane; at the end of it nothing happens. Throws DeskError `invalid_state`. */
  move(id: string, by: -1 | 1): Promise<Intent>
  /** Another request for a queued intent of the same operation; it keeps its place. Throws DeskError `invalid_state`, `invalid_input`. */
  edit(id: string, request: Omit<OperationRequest, 'operation'>, origin?: Origin): Promise<Intent>
  /** Open intents as they leave: lanes in the order of their first, each lane in its own. */
  queue(): QueueLane[]
  /** Sendings of a draft, newest first. */
  sends(draft: string, limit: number): DraftSend[]
  /** Of each draft that was sent: among the sendings of its newest sent revision the one that needs a look first. */
  newestSends(drafts: readonly string[]): Map<string, DraftSend>
  /** Stops or starts what leaves by itself: the queue, resends. What a person sends goes on. Kept by the caller over restarts. */
  pause(paused: boolean): void
  counts(): LedgerCounts
  /** Something changed that queued intents may have waited for: the platform answers, a gate opened. */
  wake(): void
  onChange(listener: (intent: Intent) => void): () => void
}
