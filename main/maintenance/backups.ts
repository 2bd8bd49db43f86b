import { basename } from 'node:path'
import type { Backup } from '#contract/maintenance.ts'
import { DeskError } from '#contract/errors.ts'
import type { BackupFile, ProfileDatabase } from '../core/storage/types.ts'
import { compare } from './backup-changes.ts'
import { restoreWarnings } from './backup-warnings.ts'
import type { Backups } from './types.ts'

/** Backups are named by their file name, so that no other file can be reached. */
export function createBackups(database: ProfileDatabase): Backups {
  function find(id: string): BackupFile {
    const found = database.backups().find(({ file }) => basename(file) === id)
    if (found === undefined)
      throw new DeskError('not_found_here', 'This backup is no longer there.', { facts: { reason: 'backup_gone' } })
    return found
  }

  return {
    list: () => database.backups().map(toBackup),
    create: async () => toBackup(find(basename(await database.backup('manual')))),

    preview(id) {
      const { file, at } = find(id)
      const backup = database.openBackup(file)
      try {
        return { kinds: compare(database, backup), warnings: restoreWarnings(database, backup, at) }
      } finally {
        backup.close()
      }
    },

    check(id) {
      database.openBackup(find(id).file).close()
    },

    async restore(id) {
      const restored = find(id)
      const { before, undo } = await database.closeAndRestore(restored.file)
      return { restored: toBackup(restored), before: toBackup(find(basename(before))), undo }
    },
  }
}

const toBackup = ({ file, label, at, bytes }: BackupFile): Backup => ({
  id: basename(file),
  label,
  at: new Date(at).toISOString(),
  bytes,
})
