import type { HandlersOf, Services } from './handlers.ts'

export function backupHandlers({ backups, restart }: Pick<Services, 'backups' | 'restart'>): HandlersOf<'backups'> {
  return {
    'backups.list': () => ({ backups: backups.list() }),
    'backups.create': () => backups.create(),
    'backups.preview': ({ id }) => backups.preview(id),
    'backups.restore': ({ id }) => {
      // A bad backup is refused before the desk is closed.
      backups.check(id)
      return restart(async () => {
        const { undo, ...value } = await backups.restore(id)
        return { value, undo }
      })
    },
  }
}
