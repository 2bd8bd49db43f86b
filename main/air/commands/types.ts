// What the named commands need of the desk, and what they offer.
import type { CommandName, RecordCommand } from '#contract/access-kinds.ts'
import type { BridgeParams } from '#contract/bridge.ts'
import type { ArmedCommand, ArmedOutcome, CommandOutcome, CommandTarget } from '#contract/commands.ts'
import type { Deed } from '#contract/deed-schema.ts'
import type { Draft } from '#contract/draft.ts'
import type { DeskError } from '#contract/errors.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Broadcast, FieldChoice } from '#contract/live.ts'
import type { Connection, EnvironmentId, ProviderProfile } from '#contract/models.ts'
import type { Product } from '#contract/operation.ts'
import type { Access } from '../../core/access/service.ts'
import type { Caller } from '../../core/types.ts'
import type { BoundCredentials } from '../../platform/environments/bound-credentials.ts'
import type { Environments } from '../../platform/environments/environments.ts'
import type { DeskEvents } from '../../core/events.ts'
import type { RehearsalControl } from '../../platform/environments/rehearsal-control.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import type { Drafts } from '../../writing/drafts/types.ts'
import type { Ledger } from '../../platform/ledger/types.ts'
import type { Watching } from '../live/types.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { PlatformClient } from '../../platform/client/types.ts'
import type { Clock, Log } from '../../core/ports.ts'

export interface CommandParts {
  watching: Pick<Watching, 'follow' | 'refresh' | 'onValue'>
  ledger: Pick<Ledger, 'submit' | 'newest' | 'list' | 'get'>
  drafts: Pick<Drafts, 'save' | 'list'>
  environments: Pick<Environments, 'selected'>
  client: Pick<PlatformClient, 'gates'>
  reachability: { connection(environment: EnvironmentId): Pick<Connection, 'state' | 'clockOffsetMs'> }
  credentials: Pick<BoundCredentials, 'status'>
  rehearsal: Pick<RehearsalControl, 'state'>
  settings: Pick<SettingsStore, 'get'>
  profiles: { list(): readonly ProviderProfile[] }
  broadcast: (environment: EnvironmentId) => Broadcast
  /** What a person said of a list's fields. */
  choiceOf: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  showIsOn: () => boolean
  access: Pick<Access, 'whileHeld' | 'onEnd'>
  operations: ReadonlyMap<string, Operation>
  /** Told of each mark once it is kept. */
  onMark?: (draft: Draft, by: string | undefined) => void
  events: DeskEvents
  clock: Clock
  log: Log
}

export type CommandInput = BridgeParams<'command.run'>

export interface Commands {
  /** What the caller can run now; waits for a first read of what was never read. */
  list(caller: Caller): Promise<CommandTarget[]>
  /** The newest intent of the record that it would change. Throws DeskError `not_found_here`, and `conflict` in another environment. */
  newest(input: BridgeParams<'command.newest'>, caller: Caller): ReturnType<Ledger['newest']>
  /**
   * Sends the command, arms it or keeps a mark. Throws DeskError: `forbidden` for a command that was not granted,
   * `not_found_here`, what the live view refuses, and `invalid_state` while another command is armed.
   */
  run(input: CommandInput, caller: Caller): Promise<CommandOutcome>
  /**
   * Runs what the caller checked and prepared in the way that a grant's mode says: at once, or armed until a person at the
   * desk fires it, at the moment that is handed over. `mayGo` is false once the grant has ended. Throws DeskError
   * `invalid_state` while another command is armed, and `forbidden` where the grant ended before.
   */
  asGranted<T extends ArmedOutcome>(
    asked: { command: CommandName; record: string; name: () => string; press: string },
    caller: Caller,
    run: (granted: { firedAt?: string; mayGo?: () => boolean }) => Promise<T>,
  ): Promise<T | { outcome: 'lapsed' }>
  armed(): ArmedCommand | null
  /** Throws DeskError `invalid_state` once the time is over, and what sending throws. */
  fire(id: string): Promise<ArmedOutcome>
  disarm(id: string): void
  /** Lets the armed command lapse and stops listening. */
  stop(): void
}

/** A command with its record, as far as both are known. */
export interface Candidate extends CommandTarget {
  product: Product
  /** Why the live view would not send it, apart from link, gate and key. */
  refusal?: DeskError
  /** Throws `refusal` too. */
  build: (now: string, title: string | undefined) => { operation: string; body: JsonObject; deed: Deed }
}

export type CandidatesOf = (command: RecordCommand) => Candidate[]
