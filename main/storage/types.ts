// The profile database as the rest of main sees it; node:sqlite itself stays in this folder.
import type { Notice } from '#contract/models.ts'

export type SqlValue = null | number | bigint | string | Uint8Array

export interface SqlStatement {
  run(...values: SqlValue[]): { changes: number }
  get(...values: SqlValue[]): Record<string, SqlValue> | undefined
  all(...values: SqlValue[]): Array<Record<string, SqlValue>>
}

export interface ProfileDatabase {
  /** Prepared once per SQL text and kept. */
  statement(sql: string): SqlStatement
  /** Runs synchronously in one durable transaction; rolled back when it throws. */
  transaction<T>(run: () => T): T
  /** Copies the database into the profile's `backups` folder; answers the file's path. Throws DeskError `storage_full`, `storage_failed`. */
  backup(label: string): Promise<string>
  /** What happened on opening that a person must be told: a restored backup, a moved file. */
  readonly notices: readonly Notice[]
  /** Whether this opening restored an older state, so that open intents can't be trusted. */
  readonly restored: boolean
  /** Called once those intents are unknown; until then every opening says `restored`. */
  restoreHandled(): void
  /** Writes everything back into the one file and frees the profile; safe to call twice. Never inside `transaction`. */
  close(): void
}
