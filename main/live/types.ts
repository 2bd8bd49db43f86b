import type { Budget, LiveValue } from '#contract/live.ts'
import type { Connection, EnvironmentId } from '#contract/models.ts'
import type { PageSet } from './pages.ts'

/** What the desk knows of the platform's reachability, and how it finds out: real requests, and a cheap probe while there are none. */
export interface Reachability {
  /** The client's record of an environment with the switches beside it. */
  connection(environment: EnvironmentId): Connection
  /** Durable; kept over restarts. */
  configure(change: { sending?: 'on' | 'paused' | undefined; probing?: 'on' | 'paused' | undefined }): Connection
  /** Whether the desk asks an environment by itself until it answers: it can't be reached, has an address, and asking is not paused. */
  asks(environment: EnvironmentId): boolean
  /** Something of this environment's queue has changed: it may be asked more often. */
  queueChanged(environment: EnvironmentId): void
  /** The machine has a network again, or woke: asks at once where the platform could not be reached, unless asking is paused. */
  online(): void
  /** Asks the platform once, now. */
  probe(): Promise<Connection>
  /** Environments or their addresses may have changed. */
  follow(): void
  /** From here on it asks by itself. */
  start(): void
  stop(): void
  onChange(listener: (connection: Connection) => void): () => void
}

/** The reads that screens want to have kept fresh, and the budget that all of the desk's requests share. */
export interface Watching {
  /**
   * Replaces what one page watches, for 30 s; answers the values as they are known. Throws DeskError `invalid_input` where an operation
   * is not a read of the catalog; nothing is replaced then.
   */
  follow(set: PageSet): { values: LiveValue[]; budget: Budget }
  /**
   * Reads a watched value now, also one that rests, from the person's share; how the read ended stands in the value. Throws DeskError
   * `not_found_here` where nobody watches it, `cancelled` where the environment was changed meanwhile.
   */
  refresh(key: string): Promise<LiveValue>
  budget(): Budget
  /** Durable. Throws DeskError `invalid_input` where the reserve is not smaller than the whole. */
  configure(change: { perMinute?: number | undefined; reserve?: number | undefined }): Budget
  /** The environments, their addresses, or whether a show is on may have changed. What belongs to another environment is dropped. */
  changed(): void
  credentialsChanged(environment: EnvironmentId): void
  /** The machine slept: everything watched is read again at once, as far as the budget goes. */
  resumed(): void
  /** Nothing is read or told any more. */
  stop(): void
  /** Once for every read, and where why it waits changed. */
  onValue(listener: (value: LiveValue) => void): () => void
  /** At most once a second. */
  onBudget(listener: (budget: Budget) => void): () => void
}
