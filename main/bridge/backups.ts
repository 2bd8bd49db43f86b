import type { Backups } from '../maintenance/types.ts'
import type { Restartable } from '../types.ts'
import type { HandlersOf } from './handlers.ts'

export function backupHandlers({
  backups,
  restart,
}: {
  backups: Backups
  restart: Restartable['restart']
}): HandlersOf<'backups'> {
  return {
    'backups.list': () => ({ backups: backups.list() }),
    'backups.create': () => backups.create(),
    'backups.preview': ({ id }) => backups.preview(id),
    'backups.restore': ({ id }) => {
      // A backup that can't be restored is refused while the desk still runs.
      backups.check(id)
      return restart(async () => {
        const { undo, ...value } = await backups.restore(id)
        return { value, undo }
      })
    },
  }
}
