import { DeskError, messageOf } from '#contract/errors.ts'
import { makeBackup } from './backups.ts'
import { applicationId } from './check.ts'
import { faultOf } from './faults.ts'
import type { Layout } from './layout.ts'
import type { Migration } from './migrations/types.ts'
import type { Connection, Sqlite } from './sqlite.ts'

/** Applies the pending migrations, with a backup before each. Throws `storage_failed`. */
export async function migrate(
  sqlite: Sqlite,
  layout: Layout,
  connection: Connection,
  migrations: readonly Migration[],
  now: number,
): Promise<void> {
  const from = Number(connection.prepare('PRAGMA user_version').get()?.user_version)
  const pending = migrations.filter((migration) => migration.version > from)
  for (const migration of pending) {
    if (from > 0)
      await makeBackup(sqlite, layout, connection, `before-${String(migration.version).padStart(4, '0')}`, now)
    apply(connection, migration)
  }
  if (pending.length > 0) connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Rolls back on failure. Throws `storage_failed`, or a fault of the disk. */
export function apply(connection: Connection, migration: Migration): void {
  try {
    connection.exec('BEGIN IMMEDIATE')
    for (const statement of migration.statements) connection.exec(statement)
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migration.version}; COMMIT`)
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    if (!['damaged', 'other', undefined].includes(faultOf(error))) throw error
    const { version, name } = migration
    const said = messageOf(error)
    throw new DeskError(
      'storage_failed',
      `The profile could not be brought to version ${version} (${name}): ${said}.`,
      { facts: { reason: 'migration_failed', version, name, said } },
    )
  }
}
