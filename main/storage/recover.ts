// Before the database is opened: refuses a newer one, moves a damaged one aside and restores the newest good backup.
// Each step can be interrupted and continues at the next start.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DeskError } from '#contract/errors.ts'
import { listBackups } from './backups.ts'
import { checkFile, hasGarbageLog, needsCheckFirst, readHeader } from './check.ts'
import type { Layout } from './layout.ts'
import { companions, makePrivate, sync, timeName } from './layout.ts'
import type { Migration } from './migrations/types.ts'
import type { Sqlite } from './sqlite.ts'

export interface Recovery {
  messages: string[]
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
  if (!existsSync(layout.database)) {
    const left = existsSync(layout.staged) || listBackups(layout).length > 0
    return left ? replace(options, 'The profile database was missing.') : { messages: [] }
  }
  const header = readHeader(layout.database)
  if (header.sound) refuseNewer(layout, migrations, header.version)

  if (options.condemned)
    return { ...replace(options, 'The profile database was damaged.'), found: 'its indexes can not be made anew' }
  const garbage = hasGarbageLog(layout.database)
  const full = options.fullCheck || garbage || needsCheckFirst(layout.database)
  const verdict = checkFile(sqlite, layout.database, migrations, { alone: garbage, full })
  if (!verdict.sound) return { ...replace(options, 'The profile database was damaged.'), found: verdict.reason }
  refuseNewer(layout, migrations, verdict.version)
  if (!garbage) return { messages: [] }

  writeFileSync(layout.restored, '', { mode: 0o600 })
  const place = moveAside(layout, now, ['-wal', '-shm'])
  return {
    messages: [
      `The last changes of the profile were damaged and set aside in ${place ?? layout.damaged}. Anything that was open then is now unknown: check it before you send it again.`,
    ],
  }
}

function refuseNewer(layout: Layout, migrations: readonly Migration[], version: number): void {
  const newest = migrations.at(-1)?.version ?? 0
  if (version <= newest) return
  throw new DeskError(
    'storage_failed',
    `The profile ${layout.folder} was made by a newer Showdesk (profile version ${version}, this one knows ${newest}).`,
    { facts: { reason: 'profile_newer', folder: layout.folder, version, newest } },
  )
}

function replace(options: RecoveryOptions, happened: string): Recovery {
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
  const aside = place === undefined ? '' : ` It was set aside in ${place}.`
  if (good === undefined) {
    rmSync(layout.restored, { force: true })
    return { messages: [`${happened}${aside} There was no good backup, so the desk started with an empty profile.`] }
  }
  renameSync(layout.staged, layout.database)
  sync(layout.folder)
  return {
    messages: [
      `${happened}${aside} The backup ${basename(good)} was restored: later changes are missing, and anything that was open in it is now unknown.`,
    ],
  }
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
