// The ledger's promise: every write is on disk before its socket opens, and ends as confirmed, rejected, cancelled or visibly
// unknown. None is silently lost, none blindly sent twice.
import type { BridgeParams } from '#contract/bridge.ts'
import type { Decision } from '#contract/command.ts'
import type { DeskError } from '#contract/errors.ts'
import type { DraftSend } from '#contract/draft.ts'
import type { EnvironmentId, Intent, IntentPage, LedgerCounts, QueueLane } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { GivenDeed } from './deeds.ts'
import type { TargetDispatch, TargetRequest } from './targets/types.ts'

/** Where a request comes from. */
export interface Origin {
  draft?: NonNullable<Intent['draft']>
  expects?: NonNullable<Intent['expects']>
  /** Default: the selected one. */
  environment?: EnvironmentId
  /** The button press. A second submit under it returns the first one's intent. */
  press?: string
  decision?: Decision
  /** What it does, as the submitter says. */
  deed?: GivenDeed
  /** The name of the grant that asks; absent for the desk itself. */
  by?: string
  /** False once whoever asked may no longer; looked at until the socket opens, and not of what waits in the queue. */
  mayGo?: () => boolean
  /** Why it is not what was meant any more; asked in the commit that sends it, and until the socket opens. */
  refuse?: () => DeskError | undefined
}

export interface Ledger {
  /** Makes what a crash left as `sending` unknown, reads on what was accepted, and begins to send what is queued. */
  start(): void
  /** Waits up to `graceMs` for what is on the wire. */
  stop(graceMs: number): Promise<void>
  /**
   * Resolves once the intent is settled, accepted, queued or unknown. Throws DeskError `invalid_input` before anything is saved, and `conflict` for
   * another request under a used press.
   */
  submit(request: OperationRequest, origin?: Origin): Promise<Intent>
  /**
   * A command to another target; resolves once it is settled or unknown. Throws as `submit`, and DeskError
   * `invalid_state` where nothing dispatches it.
   */
  command(request: TargetRequest, origin: Origin): Promise<Intent>
  /** For whoever dispatches it: `readAll` once the target can be read. */
  readonly target: { use(dispatch: TargetDispatch): void; readAll(): Promise<void> }
  /** The newest command to one software in an environment, or null. */
  newestCommand(encoder: string, environment: EnvironmentId): string | null
  /** The newest intent of the record that a request names. */
  newest(request: OperationRequest, environment?: EnvironmentId): { id: string | null; intent?: Intent }
  /** Throws DeskError `not_found_here`. */
  get(id: string): Intent
  /** What a press has made, if anything; it is known before its socket opens. */
  pressed(press: string): Intent | undefined
  list(filter: BridgeParams<'ledger.list'>): IntentPage
  /** Sends a rejected or unknown intent again, or a queued one now. Throws DeskError `invalid_state`. */
  retry(id: string, decision?: Decision): Promise<Intent>
  cancel(id: string): Promise<Intent>
  /** Settles an unknown or an accepted intent as the person says. */
  resolve(id: string, as: 'confirmed' | 'rejected'): Promise<Intent>
  /** Reads now whether an unknown intent was applied, or an accepted one is done. */
  reconcile(id: string): Promise<Intent>
  /** Throws DeskError `invalid_state`, as do `move` and `edit`. */
  hold(id: string, held: boolean): Promise<Intent>
  /** One place earlier (-1) or later (1) among the queued intents of its lane, where there is one. */
  move(id: string, by: -1 | 1): Promise<Intent>
  /** Replaces the request of a queued intent, which keeps its place. Throws DeskError `invalid_input` too. */
  edit(id: string, request: Omit<OperationRequest, 'operation'>, origin?: Origin): Promise<Intent>
  /** Whether something would leave the queue of an environment once it can. */
  waits(environment: EnvironmentId): boolean
  /** Open intents in the order in which they leave. */
  queue(): QueueLane[]
  /** Intents of a draft, newest first. */
  sends(draft: string, limit: number): DraftSend[]
  /** Of each draft, the intent of its newest sent revision that needs attention first. */
  newestSends(drafts: readonly string[]): Map<string, DraftSend>
  /** Stops what leaves by itself: the queue and resends. The caller keeps it over restarts. */
  pause(paused: boolean): void
  /** Of all environments, or of one. */
  counts(environment?: EnvironmentId): LedgerCounts
  /** Call when the platform answers again or a gate opened. */
  wake(): void
  onChange(listener: (intent: Intent) => void): () => void
  /** Hears of a stop that goes out although it could not be written, and why. */
  onUnkept(listener: (intent: Intent, error: DeskError) => void): () => void
}
