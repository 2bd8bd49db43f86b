import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createStatements, createTransaction } from './database.ts'
import { companions, makePrivate, sync } from './layout.ts'
import type { Sqlite } from './sqlite.ts'
import { emptyIndex, sweep } from './sweep.ts'
import type { Cleaner } from './types.ts'

/**
 * Replaces a backup by a clean copy in one rename; answers how many rows had a secret. Throws what SQLite and the
 * disk throw.
 */
export async function sweepBackup(sqlite: Sqlite, file: string, cleaner: Cleaner): Promise<number> {
  const part = `${file}.sweeping`
  const clear = () => {
    for (const suffix of companions) rmSync(`${part}${suffix}`, { force: true })
  }
  clear()
  try {
    makePrivate(part)
    copyFileSync(file, part)
    const connection = new sqlite.DatabaseSync(part, { defensive: true })
    let found = 0
    try {
      connection.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF')
      const database = {
        statement: createStatements(connection, () => undefined),
        transaction: createTransaction(connection, () => undefined),
      }
      for await (const step of sweep(database, { cleaner })) found += step.found
      if (found > 0) {
        emptyIndex(database)
        connection.exec('VACUUM')
      }
    } finally {
      connection.close()
    }
    if (found === 0) return 0
    sync(part)
    renameSync(part, file)
    sync(dirname(file))
    return found
  } finally {
    clear()
  }
}
