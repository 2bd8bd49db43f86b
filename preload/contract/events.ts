// What main tells its screens. A screen that missed an event reads the state again; events carry enough to update without that.
import type { AccountEvents } from './account.ts'
import type { DraftHead } from './draft.ts'
import type { LearnedEvents } from './learned.ts'
import type { LiveEvents } from './live.ts'
import type {
  Connection,
  CredentialKind,
  CredentialState,
  EnvironmentId,
  Environment,
  Gate,
  Intent,
  KeychainBackend,
  LedgerCounts,
  Notice,
  ProviderProfile,
  RehearsalState,
  Settings,
} from './models.ts'
import type { RequestEvents } from './requests.ts'

export interface BridgeEvents extends LiveEvents, RequestEvents, LearnedEvents, AccountEvents {
  'ledger.changed': { intent: Intent; counts: LedgerCounts }
  'limits.changed': { gates: Gate[] }
  'connection.changed': Connection
  'environments.changed': { environments: Environment[] }
  'credentials.changed': {
    environment: EnvironmentId
    backend: KeychainBackend
    credentials: Record<CredentialKind, { state: CredentialState; updatedAt?: string }>
    /** As in `CredentialStatus`, where it changed. */
    confirmed?: string | null
    providerSecrets?: number
  }
  'profiles.changed': { profiles: ProviderProfile[] }
  /** `draft` without its texts: who shows it reads it again. `removed` is gone for good. */
  'drafts.changed': { draft?: DraftHead; removed?: string }
  /** Another profile database is open: whatever a screen holds is out of date. */
  'desk.restarted': { startedAt: string }
  'rehearsal.changed': RehearsalState
  'settings.changed': Settings
  'desk.notice': Notice
}

export type BridgeEvent = keyof BridgeEvents

export type EventListener = <E extends BridgeEvent>(event: E, payload: BridgeEvents[E]) => void
