// Checks a file before anything is written to it, so that a damaged or newer one stays unchanged.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Migration } from './migrations/types.ts'
import { schemaTextOf } from './schema-text.ts'
import { isBusy, resultCode, type Connection, type Sqlite } from './sqlite.ts'

/** 'SDSK'. */
export const applicationId = 0x53_44_53_4b

/** A higher version is damage, because none was ever released. */
const highestBelievable = 9_999

/** A check takes about 1 ms per MB. After a clean close, larger files are checked in the background. */
const checkedAtOnceBytes = 24 * 1024 * 1024

/** Version 0: nothing was written yet, or all is gone. */
type Soundness = { sound: true; version: number } | { sound: false; reason: string }

const unsound = (reason: string): Soundness => ({ sound: false, reason })

/** Reads the header without SQLite, which might change the file. */
export function readHeader(file: string): Soundness {
  const length = statSync(file).size
  if (length === 0) return { sound: true, version: 0 }
  if (length < 100) return unsound('it is shorter than a database')
  const header = beginningOf(file, 100)
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') return unsound('it does not begin like a database')
  if (header.readUInt8(18) > 2 || header.readUInt8(19) > 2)
    return unsound('its header names a format that does not exist')
  return identify(header.readUInt32BE(60), header.readUInt32BE(68))
}

function beginningOf(file: string, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, bytes, 0, length, 0)
    return bytes
  } finally {
    closeSync(handle)
  }
}

function identify(version: number, application: number): Soundness {
  if (version === 0 && application === 0) return { sound: true, version }
  if (application !== applicationId || version < 1 || version > highestBelievable)
    return unsound('its header is not that of a profile')
  return { sound: true, version }
}

/** SQLite would ignore such a log in silence. */
export function hasGarbageLog(file: string): boolean {
  if (sizeOf(`${file}-wal`) === 0) return false
  return (beginningOf(`${file}-wal`, 4).readUInt32BE(0) & 0xff_ff_ff_fe) !== 0x37_7f_06_82
}

/** No byte is in it, not even what every database begins with. */
export const isEmpty = (file: string): boolean => sizeOf(file) === 0

/** After an unclean close, or where the check is quick. */
export const needsCheckFirst = (file: string): boolean =>
  sizeOf(`${file}-wal`) > 0 || sizeOf(file) <= checkedAtOnceBytes

/**
 * Checks a file read-only, with every page and the schema where `full`. `alone` is a finished copy, beside which no
 * file may be created.
 */
export function checkFile(
  sqlite: Sqlite,
  file: string,
  migrations: readonly Migration[],
  options: { alone: boolean; full: boolean },
): Soundness {
  const header = readHeader(file)
  if (!header.sound) return header
  const address = pathToFileURL(file)
  if (options.alone) address.searchParams.set('immutable', '1')
  let connection: Connection | undefined
  try {
    connection = new sqlite.DatabaseSync(address, { readOnly: true, timeout: 2_000 })
    const named = identify(number(connection, 'user_version'), number(connection, 'application_id'))
    if (!named.sound || !options.full) return named
    const verdict = connection.prepare('PRAGMA quick_check(1)').get()?.quick_check
    if (verdict !== 'ok') return unsound(String(verdict))
    const newest = migrations.at(-1)?.version ?? 0
    if (named.version <= newest && schemaTextOf(connection) !== expectedSchema(sqlite, migrations, named.version))
      return unsound('its tables are not those of a profile')
    return named
  } catch (error) {
    if (resultCode(error) === undefined || isBusy(error)) throw error
    return unsound(`SQLite can't read it (code ${resultCode(error)})`)
  } finally {
    connection?.close()
  }
}

function number(connection: Connection, pragma: string): number {
  return Number(connection.prepare(`PRAGMA ${pragma}`).get()?.[pragma])
}

function expectedSchema(sqlite: Sqlite, migrations: readonly Migration[], version: number): string {
  const memory = new sqlite.DatabaseSync(':memory:')
  try {
    for (const migration of migrations) if (migration.version <= version) memory.exec(migration.statements.join(';'))
    return schemaTextOf(memory)
  } finally {
    memory.close()
  }
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0
}
