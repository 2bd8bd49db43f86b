// Before the database is opened: refuses a newer one, moves a damaged one aside and restores the newest good backup.
// Each step can be interrupted and continues at the next start.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DeskError } from '#contract/errors.ts'
import { listBackups } from './backups.ts'
import { checkFile, hasGarbageLog, isEmpty, needsCheckFirst, readHeader } from './check.ts'
import { companions, makePrivate, sync, timeName, type Layout, type NoticeText } from './layout.ts'
import type { Migration } from './migrations/types.ts'
import type { Sqlite } from './sqlite.ts'

export interface Recovery {
  /** What the person must be told; empty where all was well. */
  notices: NoticeText[]
  /** What the check found, for the log. */
  found?: string
}

interface RecoveryOptions {
  sqlite: Sqlite
  layout: Layout
  migrations: readonly Migration[]
  now: number
  fullCheck: boolean
  /** The file turned out to be damaged although it passed the check. */
  condemned: boolean
}

/** Throws `storage_failed` for a newer profile. */
export function recover(options: RecoveryOptions): Recovery {
  const { sqlite, layout, migrations, now } = options
  const left = existsSync(layout.staged) || listBackups(layout).length > 0
  if (!existsSync(layout.database)) return left ? replace(options, 'missing') : { notices: [] }
  const header = readHeader(layout.database)
  // SQLite would take an empty file for a new one, and throw its log away.
  if (left && isEmpty(layout.database)) return { ...replace(options, 'damaged'), found: 'it is empty' }
  if (header.sound) refuseNewer(layout, migrations, header.version)

  if (options.condemned) return { ...replace(options, 'damaged'), found: 'its indexes can not be made anew' }
  const garbage = hasGarbageLog(layout.database)
  const full = options.fullCheck || garbage || needsCheckFirst(layout.database)
  const verdict = checkFile(sqlite, layout.database, migrations, { alone: garbage, full })
  if (!verdict.sound) return { ...replace(options, 'damaged'), found: verdict.reason }
  // What was never written to has no backups.
  if (left && verdict.version === 0) return { ...replace(options, 'damaged'), found: 'nothing is in it' }
  refuseNewer(layout, migrations, verdict.version)
  if (!garbage) return { notices: [] }

  writeFileSync(layout.restored, '', { mode: 0o600 })
  const place = moveAside(layout, now, ['-wal', '-shm'])
  return { notices: [{ code: 'changes_set_aside', facts: { place: place ?? layout.damaged } }] }
}

function refuseNewer(layout: Layout, migrations: readonly Migration[], version: number): void {
  const newest = migrations.at(-1)?.version ?? 0
  if (version <= newest) return
  throw new DeskError(
    'storage_failed',
    `The profile ${layout.folder} was made by a newer Showdesk (profile version ${version}, this one knows ${newest}). It was left untouched: install the newer version or choose another profile folder.`,
    { facts: { reason: 'profile_too_new', version, newest } },
  )
}

function replace(options: RecoveryOptions, happened: 'missing' | 'damaged'): Recovery {
  const { sqlite, layout, migrations, now } = options
  const newest = migrations.at(-1)?.version ?? 0
  const good = listBackups(layout).find((file) => {
    const verdict = checkFile(sqlite, file, migrations, { alone: true, full: true })
    return verdict.sound && verdict.version >= 1 && verdict.version <= newest
  })
  rmSync(layout.staged, { force: true })
  if (good !== undefined) {
    makePrivate(layout.staged)
    copyFileSync(good, layout.staged)
    sync(layout.staged)
    writeFileSync(layout.restored, '', { mode: 0o600 })
  }
  const place = moveAside(layout, now, companions)
  const aside = place === undefined ? {} : { place }
  if (good === undefined) {
    rmSync(layout.restored, { force: true })
    return { notices: [{ code: `profile_${happened}_empty`, facts: aside }] }
  }
  renameSync(layout.staged, layout.database)
  sync(layout.folder)
  return { notices: [{ code: `profile_${happened}_restored`, facts: { ...aside, backup: basename(good) } }] }
}

/** Answers the new folder; undefined where there was nothing to move. */
function moveAside(layout: Layout, now: number, which: readonly string[]): string | undefined {
  const files = which.map((suffix) => `${layout.database}${suffix}`).filter((file) => existsSync(file))
  if (files.length === 0) return undefined
  let place = join(layout.damaged, timeName(now))
  for (let more = 1; existsSync(place); more += 1) place = join(layout.damaged, `${timeName(now)}-${more}`)
  mkdirSync(place, { recursive: true, mode: 0o700 })
  for (const file of files) renameSync(file, join(place, basename(file)))
  sync(place)
  sync(layout.folder)
  return place
}
