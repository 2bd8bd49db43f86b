import type { BridgeInput, BridgeOutput } from '#contract/bridge.ts'
import type { Backup, Changes } from '#contract/maintenance.ts'

type Method = 'backups.list' | 'backups.create' | 'backups.preview' | 'backups.restore'
type Handlers = { [M in Method]: (input: BridgeInput<M>) => BridgeOutput<M> }

const labels = ['manual', 'daily', 'before-0003', 'before-restore', 'daily']

const none: Changes = { added: 0, changed: 0, removed: 0, examples: [] }

/** Five backups, one a day, and a preview with every sort of change. */
export function sampleBackups(): Handlers {
  const now = Date.now()
  let list: Backup[] = labels.map((label, day) => {
    const at = new Date(now - (day * 1_440 + 95) * 60_000).toISOString()
    return { id: `${at.replaceAll(/[:.]/g, '-')}-${label}.db`, label, at, bytes: 412_000 * (5 - day) ** 3 }
  })
  return {
    'backups.list': () => ({ backups: list }),
    'backups.create': () => {
      const at = new Date().toISOString()
      const made = { id: `${at.replaceAll(/[:.]/g, '-')}-manual.db`, label: 'manual', at, bytes: 51_500_000 }
      list = [made, ...list]
      return made
    },
    'backups.preview': () => ({
      kinds: {
        rundowns: { added: 0, changed: 0, removed: 0, examples: [] },
        drafts: {
          added: 1,
          changed: 2,
          removed: 1_204,
          examples: [
            { name: 'Evening mail', change: 'changed' },
            { name: 'Night show', change: 'changed' },
            {
              name: 'Season opening, second announcement to everybody who asked for one, with the long title that it has',
              change: 'removed',
            },
            { name: 'Thank you', change: 'added' },
          ],
        },
        profiles: none,
        settings: { ...none, changed: 1, examples: [{ name: 'Addresses of the environments', change: 'changed' }] },
        activity: {
          ...none,
          removed: 2,
          examples: [
            { name: 'POST /api/marketing/template/create, 2026-11-21 19:14:05 UTC', change: 'removed' },
            { name: 'PUT /api/video/event/update, 2026-11-21 18:02:11 UTC', change: 'removed' },
          ],
        },
      },
      warnings: [
        '95 minutes of work are later than this backup. A copy of it is kept before anything is changed.',
        '2 requests were still open in this backup. It is not known what became of them since, so they are marked as unknown and not sent before you have checked.',
        'Secrets stay in the keychain as they are now; no backup holds them.',
      ],
    }),
    'backups.restore': ({ id }) => {
      const restored = list.find((backup) => backup.id === id) ?? list[0]
      if (restored === undefined) throw new Error('no backup')
      return { restored, before: { ...restored, label: 'before-restore' } }
    },
  }
}
