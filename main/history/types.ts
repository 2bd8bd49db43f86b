// What was asked of the platform: reads are this folder's own, writes are the ledger's intents. Names and pins belong to either.
import type { BridgeOutput, BridgeParams } from '#contract/bridge.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type {
  HistoryEntry,
  HistoryPage,
  HistoryRecord,
  HistorySettings,
  SeenRecord,
  UsedOperation,
} from '#contract/requests.ts'
import type { NotedRead } from '../requests/types.ts'

export interface History {
  /** Begins to forget what is old enough: soon, and once a day. */
  start(): void
  /** Writes what is still in memory. */
  stop(): Promise<void>
  /** Takes in a read that has ended; on disk within a second. Answers its id, or undefined where reads are not kept. Never throws. */
  noteRead(read: NotedRead): string | undefined
  list(filter: BridgeParams<'history.list'>): Promise<HistoryPage>
  /** Throws DeskError `not_found_here`. */
  get(id: string): Promise<HistoryRecord>
  /** Throws DeskError `not_found_here`. */
  mark(change: BridgeParams<'history.mark'>): Promise<HistoryEntry>
  /** How many reads, or kept answers, were forgotten. Throws DeskError `invalid_state` for a write. */
  forget(what: BridgeParams<'history.forget'>): Promise<number>
  /** What is kept and would go by `forget`, whatever is set now: all unpinned reads, and those of them that have their answer. */
  kept(): Promise<BridgeOutput<'history.kept'>>
  settings(): HistorySettings
  configure(change: BridgeParams<'history.configure'>): HistorySettings
  recent(environment: EnvironmentId, limit: number): Promise<UsedOperation[]>
}

export interface Favourites {
  /** In the order in which they were starred; without those that the catalog no longer has. */
  list(): string[]
  /** Throws DeskError `invalid_input` for an unknown operation, `invalid_state` where there are 100. */
  set(operation: string, on: boolean): string[]
}

export interface Seen {
  /** On disk within a second. */
  note(what: BridgeParams<'seen.note'>): void
  /** Newest first. */
  list(filter: BridgeParams<'seen.list'>): SeenRecord[]
  /** How many records were forgotten. */
  forget(what: BridgeParams<'seen.forget'>): number
  /** Writes what is still in memory. */
  stop(): void
}
