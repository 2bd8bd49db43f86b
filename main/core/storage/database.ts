// The one connection that writes.
import { makePrivate, type Layout } from './layout.ts'
import { guarded, type Connection, type Sqlite } from './sqlite.ts'
import type { SqlStatement, SqlValue } from './types.ts'

/**
 * `FULL` syncs each commit, so that it survives a power cut. A small log is faster than a growing one, so it is
 * written back every 512 KB.
 */
const writerPragmas =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA wal_autocheckpoint = 128'

export function connect(sqlite: Sqlite, layout: Layout): Connection {
  makePrivate(layout.database)
  const connection = new sqlite.DatabaseSync(layout.database, {
    timeout: 2_000,
    defensive: true,
    enableForeignKeyConstraints: true,
  })
  try {
    connection.exec(writerPragmas)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Throws for a text that may not be saved. */
export type TextCheck = (text: string, table: string) => void

const writes = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?)\s+([\w.]+)/i
/** No secret that is searched within texts is shorter. */
const shortest = 6

export function createStatements(
  connection: Connection,
  onDamage: () => void,
  check?: TextCheck,
): (sql: string) => SqlStatement {
  const kept = new Map<string, SqlStatement>()
  const prepare = (sql: string): SqlStatement => {
    const prepared = guarded(() => connection.prepare(sql), onDamage)
    const table = check === undefined ? undefined : writes.exec(sql)?.[1]
    const pass = (values: SqlValue[]): void => {
      if (table === undefined) return
      for (const value of values) if (typeof value === 'string' && value.length >= shortest) check?.(value, table)
    }
    return {
      run(...values: SqlValue[]) {
        pass(values)
        return guarded(() => ({ changes: Number(prepared.run(...values).changes) }), onDamage)
      },
      get(...values: SqlValue[]) {
        pass(values)
        return guarded(() => prepared.get(...values), onDamage)
      },
      all(...values: SqlValue[]) {
        pass(values)
        return guarded(() => prepared.all(...values), onDamage)
      },
    }
  }
  return (sql) => {
    const known = kept.get(sql)
    if (known !== undefined) return known
    const made = prepare(sql)
    kept.set(sql, made)
    return made
  }
}

/** Joins an outer transaction. Rolls back when `run` throws. */
export function createTransaction(connection: Connection, onDamage: () => void): <T>(run: () => T) => T {
  return (run) => {
    if (guarded(() => inTransaction(connection))) return run()
    guarded(() => connection.exec('BEGIN IMMEDIATE'))
    try {
      const result = run()
      guarded(() => connection.exec('COMMIT'), onDamage)
      return result
    } catch (error) {
      if (inTransaction(connection)) connection.exec('ROLLBACK')
      throw error
    }
  }
}

/** A transaction that reaches the disk with the next one: the write-ahead log is flushed as a whole, in its order. */
export function createBeforeNext(connection: Connection, transaction: <T>(run: () => T) => T): <T>(run: () => T) => T {
  return (run) => {
    if (guarded(() => inTransaction(connection))) return run()
    connection.exec('PRAGMA synchronous = NORMAL')
    try {
      return transaction(run)
    } finally {
      connection.exec('PRAGMA synchronous = FULL')
    }
  }
}

const inTransaction = (connection: Connection): boolean => connection.isTransaction
