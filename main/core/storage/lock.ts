// One desk per profile. The lock is an open transaction on a second database, which the system frees however the
// process ends.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DeskError } from '#contract/errors.ts'
import { layoutOf, type Layout } from './layout.ts'
import { isBusy, loadSqlite, openingError, type Connection, type Sqlite } from './sqlite.ts'

/** The answer frees the lock. Throws `conflict` where another desk has it. */
export function takeLock(sqlite: Sqlite, layout: Layout): () => void {
  let connection: Connection | undefined
  try {
    connection = new sqlite.DatabaseSync(layout.lock, { timeout: 0 })
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    writeFileSync(layout.pid, String(process.pid), { mode: 0o600 })
  } catch (error) {
    connection?.close()
    if (!isBusy(error)) throw openingError(layout.folder, error)
    throw new DeskError(
      'conflict',
      `Another Showdesk (process ${holder(layout.pid)}) is using this profile: ${layout.folder}. Close it first, or start this one with another profile folder.`,
      { facts: { reason: 'profile_in_use', folder: layout.folder } },
    )
  }
  const held = connection
  return () => {
    rmSync(layout.pid, { force: true })
    held.close()
  }
}

/** The process of the desk that has the profile in this folder; undefined where none has it, or none that can be told. */
export async function holderOf(folder: string): Promise<number | undefined> {
  const layout = layoutOf(folder)
  if (!existsSync(layout.lock)) return undefined
  const { DatabaseSync } = await loadSqlite()
  let connection: Connection | undefined
  try {
    connection = new DatabaseSync(layout.lock, { timeout: 0 })
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    const pid = Number(holder(layout.pid))
    return isBusy(error) && Number.isInteger(pid) && pid > 0 ? pid : undefined
  } finally {
    connection?.close()
  }
  return undefined
}

function holder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}
