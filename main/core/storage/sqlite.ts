// The only import of node:sqlite, loaded at the first opening.
import type * as SqliteModule from 'node:sqlite'

export type Sqlite = typeof SqliteModule
export type Connection = SqliteModule.DatabaseSync

export const loadSqlite = (): Promise<Sqlite> => import('node:sqlite')

export { faultError, guarded, isBusy, isDamage, openingError, resultCode, storageError } from './faults.ts'
