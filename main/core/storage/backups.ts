// Copies of the database in `backups`, the newest few of each label. A copy gets its name only once it is complete.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makePrivate, sync, timeName, timeOfName, type Layout } from './layout.ts'
import { storageError, type Connection, type Sqlite } from './sqlite.ts'
import type { BackupFile } from './types.ts'

const keptPerLabel = 5
/** While the clock may be wrong, more are kept. */
const keptWhileUnsure = 10
const dayMs = 86_400_000
const pattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-([a-z0-9-]+)\.db$/

export function listBackups(layout: Layout): string[] {
  return names(layout)
    .toReversed()
    .map((name) => join(layout.backups, name))
}

/** Newest first. */
export function describeBackups(layout: Layout): BackupFile[] {
  return listBackups(layout).flatMap((file) => {
    const name = basename(file)
    const [label, at, entry] = [pattern.exec(name)?.[1], timeOfName(name), statSync(file, { throwIfNoEntry: false })]
    return label === undefined || at === undefined || entry === undefined
      ? []
      : [{ file, label, at, bytes: entry.size }]
  })
}

/** In milliseconds. */
export function newestBackupTime(layout: Layout): number | undefined {
  const newest = names(layout).at(-1)
  return newest === undefined ? undefined : timeOfName(newest)
}

/**
 * Answers the copy's path. The oldest of its label are removed, except `spare`; `sure` says whether the clock is
 * right. Throws `storage_full`, `storage_failed`.
 */
export async function makeBackup(
  sqlite: Sqlite,
  layout: Layout,
  connection: Connection,
  label: string,
  now: number,
  { spare, sure = true }: { spare?: string; sure?: boolean } = {},
): Promise<string> {
  const safe = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') || 'backup'
  const file = freeName(layout, safe, now)
  const part = `${file}.part`
  try {
    mkdirSync(layout.backups, { recursive: true, mode: 0o700 })
    makePrivate(part)
    await sqlite.backup(connection, part)
    sync(part)
    renameSync(part, file)
    sync(layout.backups)
  } catch (error) {
    rmSync(part, { force: true })
    throw storageError(error, 'backup')
  }
  prune(
    layout,
    safe,
    [file, spare],
    sure ? { kept: keptPerLabel, aheadOf: now + dayMs } : { kept: keptWhileUnsure, aheadOf: Infinity },
  )
  return file
}

function freeName(layout: Layout, label: string, now: number): string {
  let time = now
  while (existsSync(join(layout.backups, `${timeName(time)}-${label}.db`))) time += 1
  return join(layout.backups, `${timeName(time)}-${label}.db`)
}

// A future time was written while the clock was ahead: such a copy is older than its name.
function prune(
  layout: Layout,
  label: string,
  spare: readonly unknown[],
  { kept, aheadOf }: { kept: number; aheadOf: number },
): void {
  const same = names(layout).filter((name) => pattern.exec(name)?.[1] === label)
  const isAhead = (name: string): boolean => (timeOfName(name) ?? 0) > aheadOf
  const old = [...same.filter(isAhead), ...same.filter((name) => !isAhead(name))]
    .slice(0, -kept)
    .map((name) => join(layout.backups, name))
  for (const file of old) if (!spare.includes(file)) rmSync(file, { force: true })
}

function names(layout: Layout): string[] {
  if (!existsSync(layout.backups)) return []
  return readdirSync(layout.backups)
    .filter((name) => pattern.test(name))
    .sort()
}
