// Opens a profile: lock, check, repair, connect, migrate.
import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { DeskError, messageOf } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Notice } from '#contract/models.ts'
import type { Clock, Log } from '../ports.ts'
import { describeBackups, makeBackup } from './backups.ts'
import { createReaderThread } from './reader-thread.ts'
import { needsCheckFirst } from './check.ts'
import { connect, createStatements, createBeforeNext, createTransaction, type TextCheck } from './database.ts'
import { createProvenTime } from './proven-time.ts'
import { checkInThread, keepBackups, markSuspect } from './background-checks.ts'
import { layoutOf, makePrivate, prepareFolder, type Layout, type NoticeText } from './layout.ts'
import { takeLock } from './lock.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migrations/types.ts'
import { fitVersion, openPreview } from './preview.ts'
import { recover, type Recovery } from './recover.ts'
import { keepReserve } from './reserve.ts'
import { restore, restoreNotice, settleRestore } from './restore.ts'
import {
  faultError,
  guarded,
  isBusy,
  isDamage,
  loadSqlite,
  openingError,
  resultCode,
  type Connection,
  type Sqlite,
} from './sqlite.ts'
import { sweepBackup } from './sweep-backup.ts'
import type { ProfileDatabase } from './types.ts'

export interface ProfileOptions {
  folder: string
  clock: Clock
  log: Log
  /** Texts for which this is true are never written. */
  isSecret?: ((text: string) => boolean) | undefined
}

/** `openProfile` with other migrations, for tests. */
export async function openProfileWith(
  migrations: readonly Migration[],
  options: ProfileOptions,
): Promise<ProfileDatabase> {
  const { clock, log } = options
  const sqlite = await loadSqlite()
  const layout = layoutOf(options.folder)
  const ofFolder = prepareFolder(layout)
  const unlock = takeLock(sqlite, layout)
  let connection: Connection | undefined
  try {
    settleRestore(layout)
    const large = existsSync(layout.database) && !needsCheckFirst(layout.database) && !existsSync(layout.suspect)
    const opened = openSound(sqlite, layout, migrations, clock.now())
    connection = opened.connection
    const fresh = Number(connection.prepare('PRAGMA user_version').get()?.user_version) === 0
    await migrate(sqlite, layout, connection, migrations, clock.now())
    const told = [...(ofFolder === undefined ? [] : [ofFolder]), ...opened.recovery.notices]
    for (const { code, facts } of told)
      log.write('warn', 'The profile was mended on opening.', { code, ...facts, found: opened.recovery.found })
    return assemble({
      sqlite,
      layout,
      migrations,
      connection,
      unlock,
      clock,
      log,
      large,
      fresh,
      told,
      isSecret: options.isSecret,
    })
  } catch (error) {
    connection?.close()
    unlock()
    throw openingError(layout.folder, error)
  }
}

/** Tries again after damage that the check did not see. */
function openSound(
  sqlite: Sqlite,
  layout: Layout,
  migrations: readonly Migration[],
  now: number,
  condemned = false,
): { connection: Connection; recovery: Recovery } {
  const suspect = existsSync(layout.suspect)
  const recovery = recover({ sqlite, layout, migrations, now, fullCheck: suspect, condemned })
  try {
    const connection = connect(sqlite, layout)
    if (suspect && !mendIndexes(connection)) {
      connection.close()
      return openSound(sqlite, layout, migrations, now, true)
    }
    rmSync(layout.suspect, { force: true })
    return { connection, recovery }
  } catch (error) {
    if (!isDamage(error) || condemned) throw error
    makePrivate(layout.suspect)
    return openSound(sqlite, layout, migrations, now, suspect)
  }
}

/** Rebuilds the indexes; false where tables are damaged too. */
function mendIndexes(connection: Connection): boolean {
  try {
    connection.exec('REINDEX')
    return connection.prepare('PRAGMA integrity_check(1)').get()?.integrity_check === 'ok'
  } catch (error) {
    if (resultCode(error) === undefined || isBusy(error)) throw error
    return false
  }
}

const keepProvenTime =
  "INSERT INTO settings (key, value) VALUES ('elapsed', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"

/** The time that an earlier run has proven, or that of the newest record. */
function provenIn(statement: ProfileDatabase['statement']): { kept: number | undefined; newest: number | undefined } {
  const tables = statement(
    "SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('settings', 'drafts', 'intents')",
  ).get()?.n
  if (tables !== 3) return { kept: undefined, newest: undefined }
  const kept = Number(statement("SELECT value FROM settings WHERE key = 'elapsed'").get()?.value ?? NaN)
  if (Number.isFinite(kept)) return { kept, newest: undefined }
  const at = [
    statement('SELECT max(updated_at) AS at FROM drafts'),
    statement('SELECT created_at AS at FROM intents ORDER BY id DESC LIMIT 1'),
  ].map((sql) => Date.parse(String(sql.get()?.at)))
  const newest = Math.max(...at.filter((time) => !Number.isNaN(time)))
  return { kept: undefined, newest: Number.isFinite(newest) ? newest : undefined }
}

interface Parts {
  sqlite: Sqlite
  layout: Layout
  migrations: readonly Migration[]
  connection: Connection
  unlock: () => void
  clock: Clock
  log: Log
  large: boolean
  fresh: boolean
  told: readonly NoticeText[]
  isSecret: ProfileOptions['isSecret']
}

/** The last check: callers take secrets out before. */
const refuseSecrets =
  (isSecret: (text: string) => boolean, log: Log): TextCheck =>
  (text, table) => {
    if (!isSecret(text)) return
    log.write('error', 'A text with a known secret was not written.', { table })
    throw new DeskError('invalid_input', `What was to be saved (${table}) contains a stored secret.`, {
      facts: { reason: 'secret_in_text', table },
    })
  }

function assemble(parts: Parts): ProfileDatabase {
  const { sqlite, layout, migrations, connection, clock, log, isSecret } = parts
  const at = () => new Date(clock.now()).toISOString()
  const warning = (text: NoticeText): Notice => ({ id: randomUUID(), level: 'warning', ...text, at: at() })
  const asked = restoreNotice(layout)
  const notices = [
    ...parts.told.map(warning),
    ...(asked === undefined ? [] : [{ ...asked, level: 'info' as const, at: at() }]),
  ]
  const listeners = createListeners<[Notice]>()
  const tell = (notice: Notice) => {
    notices.push(notice)
    listeners.emit(notice)
  }
  const suspect = () => markSuspect(layout, log)
  const statement = createStatements(
    connection,
    suspect,
    isSecret === undefined ? undefined : refuseSecrets(isSecret, log),
  )
  const provenTime = createProvenTime({
    clock,
    log,
    ...provenIn(statement),
    keep: (time) => void statement(keepProvenTime).run(String(time)),
  })
  const backup = (label: string) =>
    makeBackup(sqlite, layout, connection, label, clock.now(), { sure: provenTime.agrees() })
  const reader = createReaderThread({ file: layout.database, clock, log })
  const reserve = keepReserve({ layout, clock, log })
  const stops = [
    () => provenTime.stop(),
    () => reserve.stop(),
    () => reader.stop(),
    keepBackups({ layout, clock, log, fresh: parts.fresh, backup: () => backup('daily') }),
  ]
  if (parts.large) {
    const onDamage = () => tell(warning({ code: 'profile_damaged' }))
    stops.push(checkInThread({ layout, clock, log, onDamage }))
  }

  function withRoom<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof DeskError) || error.code !== 'storage_full' || !reserve.release()) throw error
      return run()
    }
  }

  function freeing<T>(run: () => T): T {
    const result = withRoom(run)
    if (reserve.isThere()) return result
    try {
      // The log begins anew, so that what comes next finds room in it.
      guarded(() => connection.exec('PRAGMA wal_checkpoint'))
    } catch (error) {
      log.write('warn', 'The log of the profile could not be written back; what is in it is safe.', {
        reason: messageOf(error),
      })
    }
    return result
  }

  const opened = statSync(layout.database)

  /** What is written into a file that is gone is kept nowhere, though nothing fails. */
  function isGone(): boolean {
    try {
      const { ino, dev } = statSync(layout.database)
      return ino !== opened.ino || dev !== opened.dev
    } catch {
      return true
    }
  }

  const transaction = createTransaction(connection, suspect)

  function close(): void {
    if (!connection.isOpen) return
    if (connection.isTransaction) throw new DeskError('internal', 'The profile can not be closed inside a transaction.')
    for (const stop of stops) stop()
    try {
      guarded(() => connection.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    } catch (error) {
      log.write('warn', 'The profile was closed with changes still in its log; they are safe.', {
        reason: messageOf(error),
      })
    }
    connection.close()
    parts.unlock()
  }

  return {
    statement,
    allInThread: async (sql, values) => (await reader.all(sql, values)) ?? statement(sql).all(...values),
    transaction,
    beforeNext: createBeforeNext(connection, transaction),
    freeing,
    urgently(run) {
      if (isGone()) throw faultError('disk', 'change', { folder: layout.folder })
      return withRoom(run)
    },
    backup,
    backups: () => describeBackups(layout),
    openBackup: (file) => openPreview(sqlite, layout, migrations, file),
    async closeAndRestore(file) {
      fitVersion(sqlite, migrations, file)
      close()
      return await restore(sqlite, layout, file, clock.now())
    },
    provenTime,
    sweepBackup: (file, cleaner) => sweepBackup(sqlite, file, cleaner),
    scrub: () => guarded(() => connection.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'), suspect),
    notices,
    onNotice: listeners.add,
    restored: existsSync(layout.restored),
    restoreHandled: () => rmSync(layout.restored, { force: true }),
    close,
  }
}
