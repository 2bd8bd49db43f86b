// Where everything of a profile lies. Only the owner may read it: a folder that the desk makes is 0700, every file 0600.
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Notice } from '#contract/models.ts'
import { openingError } from './faults.ts'

/** What a notice says. */
export type NoticeText = Pick<Notice, 'code' | 'facts'>

export interface Layout {
  folder: string
  database: string
  /** A backup on its way to become the database; left over only where a restore was interrupted. */
  staged: string
  /** Stands here from a restore until the intents that were open in it were made unknown. */
  restored: string
  /** A restore on its way: what to tell the person. With `staged` beside it, the rename has not happened yet. */
  restoring: string
  /** Copies of older backups, brought to the newest version to be looked at; emptied at each start. */
  previews: string
  /** Asks the next start for the full check. */
  suspect: string
  lock: string
  /** Process id of the desk that holds the lock. */
  pid: string
  backups: string
  damaged: string
}

export function layoutOf(folder: string): Layout {
  return {
    folder,
    database: join(folder, 'showdesk.db'),
    staged: join(folder, 'showdesk.db.restoring'),
    restored: join(folder, 'restored'),
    restoring: join(folder, 'restoring'),
    previews: join(folder, 'previews'),
    suspect: join(folder, 'suspect'),
    lock: join(folder, 'lock.db'),
    pid: join(folder, 'desk.pid'),
    backups: join(folder, 'backups'),
    damaged: join(folder, 'damaged'),
  }
}

export const companions = ['', '-wal', '-shm'] as const

/** What the desk itself puts into a profile's folder. */
const ours =
  /^(?:(?:showdesk|lock)\.db(?:[-.].*)?|restored|restoring|previews|suspect|desk\.pid|backups|damaged|chromium|logs|transfers|window\.json)$/

/**
 * Makes the folder where it is missing. One that others may look into becomes private where it is a profile or empty, and keeps its mode where
 * other files are in it; answers the notice that says so. One that can't be written is refused as it is. Throws `storage_failed`.
 */
export function prepareFolder(layout: Layout): NoticeText | undefined {
  try {
    const made = mkdirSync(layout.folder, { recursive: true, mode: 0o700 })
    const told = made === undefined ? settleMode(layout) : undefined
    makePrivate(layout.lock)
    return told
  } catch (error) {
    throw openingError(layout.folder, error)
  }
}

function settleMode({ folder }: Layout): NoticeText | undefined {
  accessSync(folder, constants.W_OK | constants.X_OK)
  const { mode, uid } = statSync(folder)
  // Windows knows no such modes.
  if ((mode & 0o077) === 0 || process.platform === 'win32') return undefined
  const facts = { folder, mode: (mode & 0o777).toString(8) }
  const isOurs = readdirSync(folder).every((name) => ours.test(name)) && process.getuid?.() === uid
  if (!isOurs) return { code: 'folder_open', facts }
  chmodSync(folder, 0o700)
  return { code: 'folder_made_private', facts }
}

/** Creates a file that only the owner may read; SQLite gives its -wal and -shm the same mode. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

/** Forces a file or a folder's entries to the disk. Folders can't be synced on every system; there it does nothing. */
export function sync(path: string): void {
  let handle: number | undefined
  try {
    handle = openSync(path, 'r')
    fsyncSync(handle)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EIO')) throw error
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** A time as a file name: sorts by time, no colons. */
export const timeName = (ms: number): string => new Date(ms).toISOString().replaceAll(/[:.]/g, '-')

/** The time of a name that `timeName` wrote, undefined for any other name. */
export function timeOfName(name: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name)
  if (parts === null) return undefined
  const [, day, hour, minute, second, milli] = parts
  return Date.parse(`${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}.${milli ?? ''}Z`)
}
