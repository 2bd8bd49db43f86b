// Opens a backup for reading. A finished file is never changed, so an older one is copied and the copy migrated.
import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DeskError } from '#contract/errors.ts'
import { checkFile } from './check.ts'
import { createStatements } from './database.ts'
import { makePrivate, type Layout } from './layout.ts'
import { apply } from './migrate.ts'
import type { Migration } from './migrations/types.ts'
import { storageError, type Connection, type Sqlite } from './sqlite.ts'
import type { ReadonlyDatabase } from './types.ts'

/** The version of a backup. Throws `not_found_here`, `storage_failed` for a damaged, empty or newer one. */
export function fitVersion(sqlite: Sqlite, migrations: readonly Migration[], file: string): number {
  const name = basename(file)
  if (!existsSync(file))
    throw new DeskError('not_found_here', `The backup ${name} is no longer there.`, {
      facts: { reason: 'backup_gone', backup: name },
    })
  const verdict = check(sqlite, migrations, file)
  const newest = migrations.at(-1)?.version ?? 0
  if (!verdict.sound || verdict.version === 0) {
    const said = verdict.sound ? 'it is empty' : verdict.reason
    throw new DeskError('storage_failed', `The backup ${name} is damaged (${said}).`, {
      facts: { reason: 'backup_damaged', backup: name, said },
    })
  }
  if (verdict.version > newest) {
    throw new DeskError(
      'storage_failed',
      `The backup ${name} was made by a newer Showdesk (profile version ${verdict.version}, this one knows ${newest}).`,
      { facts: { reason: 'backup_newer', backup: name, version: verdict.version, newest } },
    )
  }
  return verdict.version
}

function check(sqlite: Sqlite, migrations: readonly Migration[], file: string) {
  try {
    return checkFile(sqlite, file, migrations, { alone: true, full: true })
  } catch (error) {
    throw storageError(error, 'preview')
  }
}

/** Throws as `fitVersion`, and `storage_full`. */
export function openPreview(
  sqlite: Sqlite,
  layout: Layout,
  migrations: readonly Migration[],
  file: string,
): ReadonlyDatabase {
  const version = fitVersion(sqlite, migrations, file)
  const pending = migrations.filter((migration) => migration.version > version)
  const copy = pending.length === 0 ? undefined : join(layout.previews, `${randomUUID()}.db`)
  let connection: Connection | undefined
  const close = () => {
    if (connection?.isOpen === true) connection.close()
    if (copy !== undefined) rmSync(copy, { force: true })
  }
  try {
    connection = copy === undefined ? readInPlace(sqlite, file) : migrated(sqlite, layout, pending, { file, copy })
    return { statement: createStatements(connection, () => undefined), close }
  } catch (error) {
    close()
    throw storageError(error, 'preview')
  }
}

function readInPlace(sqlite: Sqlite, file: string): Connection {
  const address = pathToFileURL(file)
  address.searchParams.set('immutable', '1')
  return new sqlite.DatabaseSync(address, { readOnly: true })
}

function migrated(
  sqlite: Sqlite,
  layout: Layout,
  pending: readonly Migration[],
  { file, copy }: { file: string; copy: string },
): Connection {
  mkdirSync(layout.previews, { recursive: true, mode: 0o700 })
  makePrivate(copy)
  copyFileSync(file, copy)
  const connection = new sqlite.DatabaseSync(copy, { defensive: true, enableForeignKeyConstraints: true })
  try {
    // The copy is temporary, so nothing is logged or synced.
    connection.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF')
    for (const migration of pending) apply(connection, migration)
    connection.exec('PRAGMA query_only = ON')
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}
