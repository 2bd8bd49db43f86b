import type { Json } from '#contract/json.ts'
import type { Notice } from '#contract/models.ts'
import type { ProvenTime } from './proven-time.ts'

/** Each answers its argument where nothing is masked. */
export interface Cleaner {
  text(value: string): string
  /** `named` also masks fields with a secret's name. */
  json(value: Json, named: boolean): Json
  /** A stored answer; undefined where nothing is masked. */
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

/** `at` in milliseconds. */
export interface BackupFile {
  file: string
  label: string
  at: number
  bytes: number
}

export interface Restored {
  /** Path of the copy of the state before. */
  before: string
  /** Puts that copy back. */
  undo: () => Promise<void>
}

export interface ProfileDatabase {
  /** Prepared once per SQL text. */
  statement(sql: string): SqlStatement
  /** Reads in another thread, as of the last commit. Never inside `transaction`. */
  allInThread(sql: string, values: readonly SqlValue[]): Promise<Array<Record<string, SqlValue>>>
  /** Synchronous and durable; rolled back when `run` throws. */
  transaction<T>(run: () => T): T
  /**
   * The same, but it reaches the disk with the next durable commit: a loss of power before that takes it back, an end of
   * the process does not. For what has to be there before something that is committed right after it.
   */
  beforeNext<T>(run: () => T): T
  /** Runs a deletion, on a full disk with room that is kept for it. Never inside `transaction`. */
  freeing<T>(run: () => T): T
  /**
   * Runs what must not wait for room, such as a stop: on a full disk with the room that is kept. Throws `storage_failed`
   * where the profile is gone.
   */
  urgently<T>(run: () => T): T
  /** Answers the path of the copy. Throws `storage_full`, `storage_failed`. */
  backup(label: string): Promise<string>
  /** Newest first. */
  backups(): BackupFile[]
  /**
   * Opens a backup as it would be after its restore; the caller closes it. Throws `not_found_here`,
   * `storage_failed` for a damaged or newer one.
   */
  openBackup(file: string): ReadonlyDatabase
  /**
   * Closes this database and restores a backup; a copy of the state before is kept. Open intents become unknown at
   * the next opening. Throws as `openBackup`, `conflict`, `storage_full`, `storage_failed`; then nothing
   * was changed.
   */
  closeAndRestore(file: string): Promise<Restored>
  /** The time for deletions by age. */
  readonly provenTime: ProvenTime
  /** Answers how many rows of a backup had a secret. */
  sweepBackup(file: string, cleaner: Cleaner): Promise<number>
  /** Rewrites the file, so that nothing deleted is left in it or its log. */
  scrub(): void
  /** What a person must know about this opening. */
  readonly notices: readonly Notice[]
  /** Notices that come later; the answer ends the subscription. */
  onNotice(listener: (notice: Notice) => void): () => void
  /** Whether this opening restored an older state, so that open intents may have been sent since. */
  readonly restored: boolean
  /** Called once those intents are unknown. */
  restoreHandled(): void
  /** Safe to call twice. Never inside `transaction`. */
  close(): void
}
