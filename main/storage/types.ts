// The profile database as the rest of main sees it; node:sqlite itself stays in this folder.
import type { Json } from '#contract/json.ts'
import type { Notice } from '#contract/models.ts'
import type { ProvenTime } from './proven-time.ts'

/** Texts as they may stand in a file; each answers its argument where nothing is to be masked. */
export interface Cleaner {
  text(value: string): string
  /** `named`: fields with a secret's name are masked too. */
  json(value: Json, named: boolean): Json
  /** A kept answer as it lies in its column; undefined where nothing is to be masked. */
  answer(kept: Uint8Array): Promise<Uint8Array | undefined>
}

export type SqlValue = null | number | bigint | string | Uint8Array

export interface SqlStatement {
  run(...values: SqlValue[]): { changes: number }
  get(...values: SqlValue[]): Record<string, SqlValue> | undefined
  all(...values: SqlValue[]): Array<Record<string, SqlValue>>
}

export interface ReadonlyDatabase {
  statement(sql: string): Pick<SqlStatement, 'get' | 'all'>
  close(): void
}

/** A copy in the profile's `backups` folder; `at` in milliseconds. */
export interface BackupFile {
  file: string
  label: string
  at: number
  bytes: number
}

export interface Restored {
  /** Path of the copy of what was there before. */
  before: string
  /** Puts that copy in place again, as if nothing had been restored; for a backup that can't be opened after all. */
  undo: () => Promise<void>
}

export interface ProfileDatabase {
  /** Prepared once per SQL text and kept. */
  statement(sql: string): SqlStatement
  /** The rows of a query that may take long, as of the last commit; read in another thread, so that commands are not held up. Never inside `transaction`. */
  allInThread(sql: string, values: readonly SqlValue[]): Promise<Array<Record<string, SqlValue>>>
  /** Runs synchronously in one durable transaction; rolled back when it throws. */
  transaction<T>(run: () => T): T
  /** Copies the database into the profile's `backups` folder; answers the file's path. Throws DeskError `storage_full`, `storage_failed`. */
  backup(label: string): Promise<string>
  /** Newest first. */
  backups(): BackupFile[]
  /**
   * Opens a backup for reading, as it would be after its restore: an older one as a copy, brought to the newest version. The caller closes it.
   * Throws DeskError `not_found_here`, or `storage_failed` for a damaged or a newer one.
   */
  openBackup(file: string): ReadonlyDatabase
  /**
   * Closes this database, where it is not closed yet, and puts a backup in its place; a copy of what was there is kept as `before-restore`.
   * Its open intents become unknown at the next opening. Throws DeskError as `openBackup` does, before anything is closed, `conflict` where another
   * desk took the profile, `storage_full` and `storage_failed`; the profile is as it was then.
   */
  closeAndRestore(file: string): Promise<Restored>
  /** The time by which anything is deleted for its age. */
  readonly provenTime: ProvenTime
  /** Cleans one backup of secrets, in its place; answers how many rows held one. */
  sweepBackup(file: string, cleaner: Cleaner): Promise<number>
  /** Writes the whole file anew, so that nothing that was deleted or overwritten is left in it or its log. Waits for nothing and lets nothing wait. */
  scrub(): void
  /** What happened on opening that a person must be told: a restored backup, a moved file. */
  readonly notices: readonly Notice[]
  /** Hears what is found later, such as damage; the answer ends it. */
  onNotice(listener: (notice: Notice) => void): () => void
  /** Whether this opening restored an older state, so that open intents can't be trusted. */
  readonly restored: boolean
  /** Called once those intents are unknown; until then every opening says `restored`. */
  restoreHandled(): void
  /** Writes everything back into the one file and frees the profile; safe to call twice. Never inside `transaction`. */
  close(): void
}
