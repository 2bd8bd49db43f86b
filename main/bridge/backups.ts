import type { HandlersOf, Services } from './handlers.ts'

export function backupHandlers({ backups, restart }: Pick<Services, 'backups' | 'restart'>): HandlersOf<'backups'> {
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
