import type { EnvironmentId } from '#contract/models.ts'
import type { BridgeMethod, BridgeOutput, BridgeParams } from '#contract/bridge.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Alarms } from '../alarms/types.ts'
import type { Commands } from '../commands/types.ts'
import type { AtRest } from '../keychain/at-rest.ts'
import type { BoundCredentials } from '../desk/bound-credentials.ts'
import type { Redactor } from '../keychain/types.ts'
import type { Backups, Diagnostics, ProfileFile, Transfers } from '../maintenance/types.ts'
import type { TestMails } from '../mail/test-mails.ts'
import type { Drafts } from '../drafts/types.ts'
import type { Rundowns } from '../rundown/index.ts'
import type { ReadTaught } from '../learned/teach/read.ts'
import type { MailCompiler } from '../mail/thread.ts'
import type { Ledger } from '../ledger/types.ts'
import type { Environments } from '../desk/environments.ts'
import type { Origins } from '../desk/origins.ts'
import type { DeskEvents } from '../desk/events.ts'
import type { Notices } from '../desk/notices.ts'
import type { PlatformNamesStore } from '../desk/platform-names.ts'
import type { ProviderProfiles } from '../desk/profiles.ts'
import type { Updates } from '../desk/updates.ts'
import type { SettingsStore } from '../desk/settings.ts'
import type { RehearsalControl } from '../desk/rehearsal-control.ts'
import type { EncoderService } from '../encoder/index.ts'
import type { MarkKept } from '../firing/chapters.ts'
import type { FiringService } from '../firing/types.ts'
import type { FieldChoices } from '../desk/field-choices.ts'
import type { StatusWords } from '../desk/status-words.ts'
import type { Broadcasts } from '../live/broadcast.ts'
import type { Reachability, Watching } from '../live/types.ts'
import type { Monitor } from '../monitor/types.ts'
import type { Overlays } from '../overlays/types.ts'
import type { ShowMode } from '../show/types.ts'
import type { Ports } from '../ports.ts'
import type { RequestSide } from '../compose-requests.ts'
import type { Access } from '../access/service.ts'
import type { Caller, Restartable } from '../types.ts'

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
