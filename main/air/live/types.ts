import type { Budget, LiveValue } from '#contract/live.ts'
import type { Connection, EnvironmentId } from '#contract/models.ts'
import type { PageSet } from './pages.ts'

/** Whether the platform can be reached, from real requests and, while there are none, from a cheap probe. */
export interface Reachability {
  connection(environment: EnvironmentId): Connection
  /** Kept over restarts. */
  configure(change: { sending?: 'on' | 'paused' | undefined; probing?: 'on' | 'paused' | undefined }): Connection
  /** Whether an environment is probed until it answers: it can't be reached, has an address, and probing is not paused. */
  asks(environment: EnvironmentId): boolean
  /** Call when the environment's queue changed: it may be probed more often. */
  queueChanged(environment: EnvironmentId): void
  /** Call when the machine woke or has a network again: probes at once, unless probing is paused. */
  online(): void
  /** Probes once, now. */
  probe(): Promise<Connection>
  /** Call when environments or their addresses may have changed. */
  follow(): void
  /** Begins to probe. */
  start(): void
  stop(): void
  onChange(listener: (connection: Connection) => void): () => void
}

/** The watched reads, and the budget of all requests. */
export interface Watching {
  /**
   * Replaces what one page watches, for 30 s. Throws DeskError `invalid_input`, and replaces nothing, where an operation is not a read of
   * the catalog.
   */
  follow(set: PageSet): { values: LiveValue[]; budget: Budget }
  /**
   * Reads a watched value now, on the person's share; a failure is in the value. Throws DeskError `not_found_here` where no page watches it,
   * `cancelled` where another environment was selected meanwhile.
   */
  refresh(key: string): Promise<LiveValue>
  budget(): Budget
  /** Whether the desk may read once more by itself within its share of the requests. */
  affordable(): boolean
  /** Kept over restarts. Throws DeskError `invalid_input` where the reserve is not smaller than the budget. */
  configure(change: { perMinute?: number | undefined; reserve?: number | undefined }): Budget
  /** Call when environments, their addresses, or whether a show is on may have changed. Drops the values of other environments. */
  changed(): void
  credentialsChanged(environment: EnvironmentId): void
  /** Call after sleep: reads everything again, as far as the budget goes. */
  resumed(): void
  stop(): void
  /** Called for every read, and when a value waits for another reason. */
  onValue(listener: (value: LiveValue) => void): () => void
  /** At most once a second. */
  onBudget(listener: (budget: Budget) => void): () => void
}
