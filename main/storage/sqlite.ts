// The one place that names node:sqlite. It is loaded at the first opening, not with the program, and its errors become the
// desk's own here, each saying what is safe.
import type * as SqliteModule from 'node:sqlite'
import { DeskError } from '#contract/errors.ts'

export type Sqlite = typeof SqliteModule
export type Connection = SqliteModule.DatabaseSync

const resultCodes = { busy: 5, locked: 6, readOnly: 8, corrupt: 11, full: 13, cantOpen: 14, notDatabase: 26 }

export const loadSqlite = (): Promise<Sqlite> => import('node:sqlite')

/** Primary result code of an SQLite error; undefined for any other error. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code === resultCodes.busy || code === resultCodes.locked
}

export function isDamage(error: unknown): boolean {
  const code = resultCode(error)
  return code === resultCodes.corrupt || code === resultCodes.notDatabase
}

/** `storage_full` or `storage_failed` for what SQLite or the file system threw; a DeskError and a stranger's error pass through. */
export function storageError(error: unknown): unknown {
  if (error instanceof DeskError) return error
  const code = resultCode(error)
  const system = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === resultCodes.full || system === 'ENOSPC' || system === 'EDQUOT') {
    return new DeskError('storage_full', 'The disk is full: this change was not saved. Everything saved before it is safe. Free some space and try again.', {
      retryable: true,
    })
  }
  if (code === resultCodes.readOnly || system === 'EACCES' || system === 'EROFS' || system === 'EPERM') {
    return new DeskError('storage_failed', 'The profile can only be read, not written: this change was not saved. Everything saved before it is safe.')
  }
  if (isDamage(error)) {
    return new DeskError('storage_failed', 'The profile database is damaged: this change was not saved. Restart the desk; it sets the file aside and restores the newest backup.')
  }
  if (code !== undefined) {
    return new DeskError('storage_failed', `The profile database refused a change (SQLite code ${code}): it was not saved. Everything saved before it is safe.`)
  }
  return error
}

/** Runs and turns what SQLite throws into the desk's error; `onDamage` is told first where the file itself is to blame. */
export function guarded<T>(run: () => T, onDamage?: () => void): T {
  try {
    return run()
  } catch (error) {
    if (isDamage(error)) onDamage?.()
    throw storageError(error)
  }
}
