import type { Connection, EnvironmentId } from '#contract/models.ts'

/** What the desk knows of the platform's reachability, and how it finds out: real requests, and a cheap probe while there are none. */
export interface Reachability {
  /** The client's record of an environment with the switches beside it. */
  connection(environment: EnvironmentId): Connection
  /** Durable; kept over restarts. */
  configure(change: { sending?: 'on' | 'paused' | undefined; probing?: 'on' | 'paused' | undefined }): Connection
  /** Asks the platform once, now. */
  probe(): Promise<Connection>
  /** Environments or their addresses may have changed. */
  follow(): void
  /** From here on it asks by itself. */
  start(): void
  stop(): void
  onChange(listener: (connection: Connection) => void): () => void
}
