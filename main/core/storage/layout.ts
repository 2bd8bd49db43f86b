// The paths of a profile. Only the owner may read it: new folders are 0700, files 0600.
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
  /** A backup on its way to become the database. */
  staged: string
  /** Exists from a restore until its open intents are unknown. */
  restored: string
  /** The notice of a restore that is under way. While `staged` is there, the rename has not happened yet. */
  restoring: string
  /** Older backups that were migrated to be read; emptied at each start. */
  previews: string
  /** Room that is given up for a stop or a deletion on a full disk. */
  reserve: string
  /** Asks the next start for the full check. */
  suspect: string
  lock: string
  /** Process id of the desk with the lock. */
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
    reserve: join(folder, 'reserve'),
    suspect: join(folder, 'suspect'),
    lock: join(folder, 'lock.db'),
    pid: join(folder, 'desk.pid'),
    backups: join(folder, 'backups'),
    damaged: join(folder, 'damaged'),
  }
}

export const companions = ['', '-wal', '-shm'] as const

/** The names of the desk's own files. */
const ours =
  /^(?:(?:showdesk|lock)\.db(?:[-.].*)?|restored|restoring|previews|reserve|suspect|desk\.pid|backups|damaged|chromium|logs|transfers|window\.json|route\.json)$/

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
  if ((mode & 0o077) === 0 || process.platform === 'win32') return undefined
  const facts = { folder, mode: (mode & 0o777).toString(8) }
  const isOurs = readdirSync(folder).every((name) => ours.test(name)) && process.getuid?.() === uid
  if (!isOurs) return { code: 'folder_open', facts }
  chmodSync(folder, 0o700)
  return { code: 'folder_made_private', facts }
}

/** SQLite gives -wal and -shm the same mode. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

/** Forces a file or a folder's entries to the disk; some systems can't do that for folders. */
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

/** A time as a file name that sorts. */
export const timeName = (ms: number): string => new Date(ms).toISOString().replaceAll(/[:.]/g, '-')

/** The inverse of `timeName`. */
export function timeOfName(name: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name)
  if (parts === null) return undefined
  const [, day, hour, minute, second, milli] = parts
  return Date.parse(`${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}.${milli ?? ''}Z`)
}
