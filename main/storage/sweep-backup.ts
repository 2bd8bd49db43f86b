// A backup is a finished file: where a secret stands in it, a clean copy takes its place in one rename.
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createStatements, createTransaction } from './database.ts'
import { companions, makePrivate, sync } from './layout.ts'
import type { Sqlite } from './sqlite.ts'
import { emptyIndex, sweep } from './sweep.ts'
import type { Cleaner } from './types.ts'

/** Cleans one backup; answers how many rows held a secret. Its name, and with it its time, stays. Throws what SQLite and the disk throw. */
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
