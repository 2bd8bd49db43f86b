// What a person must be told once, until they say that they have read it.
import { DeskError, type Facts } from '#contract/errors.ts'
import { meetNotice, type CredentialStatus, type EnvironmentId, type Notice } from '#contract/models.ts'
import type { NoticeCode } from '#contract/notice-reasons.ts'
import type { Log } from '../ports.ts'
import type { ProfileDatabase, SqlValue } from '../storage/types.ts'

export interface Notices {
  list(): Notice[]
  add(notice: Notice): void
  dismiss(id: string): void
}

export function createNotices(database: ProfileDatabase, onAdd: (notice: Notice) => void): Notices {
  const open = database.statement(
    'SELECT id, level, message, code, facts, at FROM notices WHERE dismissed = 0 ORDER BY at',
  )
  const insert = database.statement(
    "INSERT INTO notices (id, level, message, code, facts, at, dismissed) VALUES (?, ?, '', ?, ?, ?, 0) ON CONFLICT (id) DO NOTHING",
  )
  /** Of this run alone. */
  const unkept = new Map<string, Notice>()
  const dismissed = database.statement('UPDATE notices SET dismissed = 1 WHERE id = ?')
  const add = (notice: Notice) => {
    const { id, level, code = null, facts, at } = notice
    try {
      if (insert.run(id, level, code, facts === undefined ? null : JSON.stringify(facts), at).changes === 0) return
    } catch (error) {
      // Said all the same: it may be about the very disk that has no room.
      if (!(error instanceof DeskError)) throw error
      if (unkept.has(id)) return
      unkept.set(id, notice)
    }
    onAdd(notice)
  }
  for (const notice of database.notices) add(notice)
  database.onNotice(add)
  return {
    add,
    dismiss: (id) => void (unkept.delete(id) || dismissed.run(id)),
    list: () => [
      ...open.all().map((row) => ({
        id: String(row.id),
        level: row.level === 'warning' ? ('warning' as const) : ('info' as const),
        ...textOf(row),
        at: String(row.at),
      })),
      ...unkept.values(),
    ],
  }
}

/** Rows of earlier versions have a message and no code. */
function textOf({ code, facts, message }: Record<string, SqlValue>): Pick<Notice, 'code' | 'facts' | 'message'> {
  if (typeof code !== 'string') return { message: String(message) }
  return {
    code: code as NoticeCode,
    ...(typeof facts === 'string' && { facts: JSON.parse(facts) as Facts }),
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
  const at = new Date(now).toISOString()
  notices.add({ id: meetNotice(environment), level: 'info', code: 'meet', facts: { environment }, at })
}

/** Says that addresses are refused, since another program had the port that they name. */
export const noteSuspended = (
  notices: Pick<Notices, 'add'>,
  facts: { count: number; port: number },
  at: string,
): void => notices.add({ id: `access-suspended-${at}`, level: 'warning', code: 'access_suspended', facts, at })

/** Once for each damage, however often the desk starts with it. */
export function noteDamagedAccess(
  { notices, log }: { notices: Pick<Notices, 'add'>; log: Log },
  writtenAt: string | undefined,
  at: string,
): void {
  if (writtenAt === undefined) return
  log.write('warn', 'access.json is damaged: whoever it let in is refused.', { writtenAt })
  notices.add({ id: `access-damaged-${writtenAt}`, level: 'warning', code: 'access_damaged', at })
}
