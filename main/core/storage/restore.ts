// Restores a backup by one rename, with a marker written before. If it is interrupted, the next start finds either
// state complete.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Notice } from '#contract/models.ts'
import { makeBackup } from './backups.ts'
import { connect } from './database.ts'
import { companions, makePrivate, sync, timeOfName, type Layout } from './layout.ts'
import { takeLock } from './lock.ts'
import type { Lost } from './faults.ts'
import { faultError, storageError, type Connection, type Sqlite } from './sqlite.ts'
import type { Restored } from './types.ts'

/**
 * Keeps a copy of the present state first; open intents become unknown at the next opening. Throws DeskError
 * `conflict`, `storage_full`, `storage_failed`; then nothing was changed.
 */
export async function restore(sqlite: Sqlite, layout: Layout, file: string, now: number): Promise<Restored> {
  const before = await withLock(sqlite, layout, 'restore', async () => {
    const connection = connect(sqlite, layout)
    try {
      stage(layout, file)
      keepReferences(sqlite, layout, connection)
      const copy = await makeBackup(sqlite, layout, connection, 'before-restore', now, { spare: file })
      finishLog(connection)
      connection.close()
      putInPlace(layout, `${basename(file)}\n${basename(copy)}`)
      return copy
    } finally {
      if (connection.isOpen) connection.close()
    }
  })
  return { before, undo: () => undo(sqlite, layout, before) }
}

async function undo(sqlite: Sqlite, layout: Layout, before: string): Promise<void> {
  await withLock(sqlite, layout, 'undo', () => {
    stage(layout, before)
    putInPlace(layout, undefined)
    rmSync(layout.restored, { force: true })
  })
}

/** After an interruption: undoes a restore before its rename, finishes it after. */
export function settleRestore(layout: Layout): void {
  rmSync(layout.previews, { recursive: true, force: true })
  const present = existsSync(layout.database)
  if (present && existsSync(layout.restoring) && !existsSync(layout.staged))
    renameSync(layout.restoring, layout.restored)
  rmSync(layout.restoring, { force: true })
  // Without a database the staged file may be the only one; `recover` handles that.
  if (present) unstage(layout)
}

/** The notice of a restore that a person asked for; undefined where the desk did it by itself. */
export function restoreNotice(layout: Layout): Pick<Notice, 'id' | 'code' | 'facts'> | undefined {
  if (!existsSync(layout.restored)) return undefined
  const [backup = '', before] = readFileSync(layout.restored, 'utf8').split('\n')
  if (before === undefined) return undefined
  const madeAt = `${new Date(timeOfName(backup) ?? 0).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return { id: `restored-${before}`, code: 'backup_restored', facts: { madeAt, before, folder: layout.backups } }
}

async function withLock<T>(sqlite: Sqlite, layout: Layout, lost: Lost, run: () => T | Promise<T>): Promise<T> {
  const unlock = takeLock(sqlite, layout)
  try {
    settleRestore(layout)
    return await run()
  } catch (error) {
    throw storageError(error, lost)
  } finally {
    unlock()
  }
}

function stage(layout: Layout, file: string): void {
  unstage(layout)
  makePrivate(layout.staged)
  copyFileSync(file, layout.staged)
  sync(layout.staged)
}

function unstage(layout: Layout): void {
  for (const suffix of companions) rmSync(`${layout.staged}${suffix}`, { force: true })
}

/**
 * Adds newer references to the backup: the keychain can't be listed, so nobody could ever remove their values. Those
 * of intents stay out, because the next start would remove them and the copy needs them.
 */
function keepReferences(sqlite: Sqlite, layout: Layout, present: Connection): void {
  const rows = present.prepare("SELECT reference, owner FROM vault_refs WHERE owner NOT LIKE 'intent/%'").all()
  const staged = new sqlite.DatabaseSync(layout.staged)
  try {
    staged.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
    const insert = staged.prepare(
      'INSERT INTO vault_refs (reference, owner) VALUES (?, ?) ON CONFLICT (reference) DO NOTHING',
    )
    for (const { reference, owner } of rows) insert.run(String(reference), String(owner))
    staged.exec('COMMIT')
  } finally {
    staged.close()
  }
}

/** A log that stays would be taken for that of the restored database. */
function finishLog(connection: Connection): void {
  const busy = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy
  if (busy !== 0) throw faultError('busy', 'restore')
}

/** The next opening reads `marker` from `restoring`. */
function putInPlace(layout: Layout, marker: string | undefined): void {
  if (marker !== undefined) {
    writeFileSync(layout.restoring, marker, { mode: 0o600 })
    sync(layout.restoring)
  }
  sync(layout.folder)
  for (const suffix of ['-wal', '-shm']) rmSync(`${layout.database}${suffix}`, { force: true })
  renameSync(layout.staged, layout.database)
  sync(layout.folder)
}
