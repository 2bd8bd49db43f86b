// What the ledger promises: every write is an intent on disk before the socket opens, and ends as confirmed, rejected,
// cancelled or visibly unknown; never silently lost, never blindly sent twice.
import type { BridgeParams } from '#contract/bridge.ts'
import type { Intent, IntentPage, LedgerCounts } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'

export interface Ledger {
  /** Makes intents that a stop or a crash left as `sending` unknown, and begins to send what is queued. */
  start(): void
  /** Waits for what is on the wire, up to `graceMs`, and stops every timer. */
  stop(graceMs: number): Promise<void>
  /** Answers once the intent is settled, queued or unknown. Throws DeskError `invalid_input` before anything is written. */
  submit(request: OperationRequest): Promise<Intent>
  /** Throws DeskError `not_found_here`. */
  get(id: string): Intent
  list(filter: BridgeParams<'ledger.list'>): IntentPage
  /** Sends a rejected or unknown intent again, or a queued one now. Throws DeskError `invalid_state`. */
  retry(id: string): Promise<Intent>
  /** Takes back a queued intent. */
  cancel(id: string): Promise<Intent>
  /** The person's word on an unknown intent. */
  resolve(id: string, as: 'confirmed' | 'rejected'): Promise<Intent>
  /** Reads the state of an unknown intent now. */
  reconcile(id: string): Promise<Intent>
  counts(): LedgerCounts
  /** Something changed that queued intents may have waited for: the platform answers, a gate opened. */
  wake(): void
  onChange(listener: (intent: Intent) => void): () => void
}
