import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { systemClock, type Log } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import type { ProfileDatabase } from '../../../../main/core/storage/types.ts'

export const log: Log = { write: () => undefined }

/** A folder that is removed after the test. */
export async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Opens a profile that is closed after the test. */
export async function open(folder: string): Promise<ProfileDatabase> {
  const database = await openProfile({ folder, clock: systemClock, log })
  onTestFinished(() => database.close())
  return database
}

export const put = (database: ProfileDatabase, key: string, value = 'x'): void =>
  void database.statement('INSERT INTO settings (key, value) VALUES (?, ?)').run(key, value)

export const keys = (database: ProfileDatabase): string[] =>
  database
    .statement('SELECT key FROM settings ORDER BY key')
    .all()
    .map(({ key }) => String(key))
