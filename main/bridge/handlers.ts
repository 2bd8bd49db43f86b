import type { EnvironmentId } from '#contract/models.ts'
import type { BridgeMethod, BridgeOutput, BridgeParams } from '#contract/bridge.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Alarms } from '../air/alarms/types.ts'
import type { Commands } from '../air/commands/types.ts'
import type { AtRest } from '../core/keychain/at-rest.ts'
import type { BoundCredentials } from '../platform/environments/bound-credentials.ts'
import type { Redactor } from '../core/keychain/types.ts'
import type { Backups, Diagnostics, ProfileFile, Transfers } from '../maintenance/types.ts'
import type { TestMails } from '../writing/mail/test-mails.ts'
import type { Drafts } from '../writing/drafts/types.ts'
import type { Rundowns } from '../air/rundown/index.ts'
import type { ReadTaught } from '../platform/learned/teach/read.ts'
import type { MailCompiler } from '../writing/mail/thread.ts'
import type { Ledger } from '../platform/ledger/types.ts'
import type { Environments } from '../platform/environments/environments.ts'
import type { Origins } from '../platform/environments/origins.ts'
import type { DeskEvents } from '../core/events.ts'
import type { Notices } from '../core/profile/notices.ts'
import type { PlatformNamesStore } from '../platform/environments/platform-names.ts'
import type { ProviderProfiles } from '../core/profile/profiles.ts'
import type { Updates } from '../maintenance/updates.ts'
import type { SettingsStore } from '../core/profile/settings.ts'
import type { RehearsalControl } from '../platform/environments/rehearsal-control.ts'
import type { EncoderService } from '../air/encoder/index.ts'
import type { MarkKept } from '../air/firing/chapters.ts'
import type { FiringService } from '../air/firing/types.ts'
import type { FieldChoices } from '../platform/environments/field-choices.ts'
import type { StatusWords } from '../platform/environments/status-words.ts'
import type { Broadcasts } from '../air/live/broadcast.ts'
import type { Reachability, Watching } from '../air/live/types.ts'
import type { Monitor } from '../air/monitor/types.ts'
import type { Overlays } from '../air/overlays/types.ts'
import type { ShowMode } from '../air/show/types.ts'
import type { Ports } from '../core/ports.ts'
import type { RequestSide } from '../compose/requests.ts'
import type { Access } from '../core/access/service.ts'
import type { Caller, Restartable } from '../core/types.ts'

/** One function per method of the contract. */
export type Handlers = {
  [M in BridgeMethod]: (params: BridgeParams<M>, caller: Caller) => BridgeOutput<M> | Promise<BridgeOutput<M>>
}

/** The handlers of one domain, which is the first part of a method's name. */
export type HandlersOf<Domain extends string> = Pick<Handlers, Extract<BridgeMethod, `${Domain}.${string}`>>

/** What handlers work with, composed in main/compose.ts. */
export interface Services extends Omit<RequestSide, 'start' | 'drop' | 'stop'> {
  ports: Ports
  version: string
  startedAt: string
  events: DeskEvents
  operations: ReadonlyMap<string, Operation>
  settings: SettingsStore
  environments: Environments
  origins: Origins
  hasSecrets: (environment: EnvironmentId) => Promise<boolean>
  credentials: BoundCredentials
  redactor: Redactor
  atRest: AtRest
  client: PlatformClient
  ledger: Ledger
  rehearsal: RehearsalControl
  profiles: ProviderProfiles
  platformNames: PlatformNamesStore
  notices: Notices
  reachability: Reachability
  watching: Watching
  overlays: Overlays
  monitor: Monitor
  updates: Updates
  show: ShowMode
  broadcasts: Broadcasts
  commands: Commands
  encoders: EncoderService
  firings: FiringService
  alarms: Alarms
  /** Told of a mark that a page keeps. */
  onMark: MarkKept
  fieldChoices: FieldChoices
  statusWords: StatusWords
  drafts: Drafts
  rundowns: Rundowns
  testMails: TestMails
  backups: Backups
  transfers: Transfers
  profileFile: ProfileFile
  diagnostics: Diagnostics
  readTaught: ReadTaught
  mailCompiler: MailCompiler
  restart: Restartable['restart']
  access: Access
}
