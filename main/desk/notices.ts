// What a person must be told once, until they say that they have read it.
import { meetNotice } from '#contract/models.ts'
import type { CredentialStatus, EnvironmentId, Notice } from '#contract/models.ts'
import type { ProfileDatabase } from '../storage/types.ts'

export interface Notices {
  list(): Notice[]
  add(notice: Notice): void
  dismiss(id: string): void
}

export function createNotices(database: ProfileDatabase, onAdd: (notice: Notice) => void): Notices {
  const open = database.statement('SELECT id, level, message, at FROM notices WHERE dismissed = 0 ORDER BY at')
  const insert = database.statement(
    'INSERT INTO notices (id, level, message, at, dismissed) VALUES (?, ?, ?, ?, 0) ON CONFLICT (id) DO NOTHING',
  )
  const dismissed = database.statement('UPDATE notices SET dismissed = 1 WHERE id = ?')
  const add = (notice: Notice) => {
    if (insert.run(notice.id, notice.level, notice.message, notice.at).changes > 0) onAdd(notice)
  }
  for (const notice of database.notices) add(notice)
  database.onNotice(add)
  return {
    add,
    dismiss: (id) => void dismissed.run(id),
    list: () =>
      open.all().map((row) => ({
        id: String(row.id),
        level: row.level === 'warning' ? 'warning' : 'info',
        message: String(row.message),
        at: String(row.at),
      })),
  }
}

/** Of a credential that was read rather than saved, the time is longer ago. */
const justNowMs = 60_000

/** Offers once to meet the platform of an environment whose only credential was just saved. The platform inside the desk is known. */
export function offerToMeet(
  notices: Pick<Notices, 'add'>,
  environment: EnvironmentId,
  states: CredentialStatus['credentials'],
  now: number,
): void {
  const [first, ...more] = Object.values(states).filter(({ state }) => state === 'found')
  if (environment === 'rehearsal' || first?.updatedAt === undefined || more.length > 0) return
  if (Math.abs(now - Date.parse(first.updatedAt)) > justNowMs) return
  const message = `The ${environment} environment has its first credential. Meet the platform shows what the desk understands of its answers, and lets you correct it.`
  notices.add({ id: meetNotice(environment), level: 'info', message, at: new Date(now).toISOString() })
}
