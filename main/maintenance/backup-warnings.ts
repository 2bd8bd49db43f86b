// What a person must know before a restore.
import type { Json } from '#contract/json.ts'
import type { SqlValue } from '../core/storage/types.ts'
import type { Readable } from './backup-changes.ts'
import { settingWarnings } from './profile-file/settings.ts'

const namedSecrets = 5

/** `at` is when the backup was made, in milliseconds. */
export function restoreWarnings(now: Readable, backup: Readable, at: number): string[] {
  return [
    ...laterWork(now, at),
    ...openRequests(backup),
    ...sentSince(now, backup),
    ...addresses(now, backup),
    secrets(now, backup),
  ]
}

const count = (database: Readable, where: string, ...values: SqlValue[]): number =>
  Number(database.statement(`SELECT count(*) AS n FROM intents WHERE ${where}`).get(...values)?.n)

function laterWork(now: Readable, at: number): string[] {
  const newest = now
    .statement(
      `SELECT max(at) AS at FROM (SELECT max(updated_at) AS at FROM drafts UNION ALL SELECT max(removed_at) FROM drafts
       UNION ALL SELECT max(updated_at) FROM profiles UNION ALL SELECT max(created_at) FROM intents UNION ALL SELECT max(settled_at) FROM intents)`,
    )
    .get()?.at
  const minutes = typeof newest === 'string' ? Math.ceil((Date.parse(newest) - at) / 60_000) : 0
  if (minutes <= 0) return []
  return [`${span(minutes)} of work are later than this backup. A copy of it is kept before anything is changed.`]
}

function span(minutes: number): string {
  if (minutes === 1) return 'Up to a minute'
  if (minutes < 120) return `${minutes} minutes`
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} hours (${minutes} minutes)`
  return `${Math.round(minutes / 1_440)} days (${minutes} minutes)`
}

function openRequests(backup: Readable): string[] {
  const open = count(backup, "state IN ('queued', 'sending', 'unknown')")
  if (open === 0) return []
  const which = open === 1 ? 'One request was' : `${open} requests were`
  return [
    `${which} still open in this backup. It is not known what became of ${open === 1 ? 'it' : 'them'} since, so ${open === 1 ? 'it is' : 'they are'} marked as unknown and not sent before you have checked.`,
  ]
}

/** The platform keeps what was sent after the backup. */
function sentSince(now: Readable, backup: Readable): string[] {
  const newest = backup.statement('SELECT max(id) AS id FROM intents').get()?.id ?? ''
  const sent = count(now, 'id > ? AND sent_at IS NOT NULL', newest)
  const queued = count(now, "id > ? AND state = 'queued'", newest)
  return [
    ...(sent === 0
      ? []
      : [
          `${sent === 1 ? 'One request was' : `${sent} requests were`} sent after this backup. What the platform has done stays done; only this desk forgets it.`,
        ]),
    ...(queued === 0
      ? []
      : [
          `${queued === 1 ? 'One request that waits' : `${queued} requests that wait`} in the queue now would not be sent.`,
        ]),
  ]
}

function addresses(now: Readable, backup: Readable): string[] {
  const read = (database: Readable) => {
    const value = database.statement("SELECT value FROM settings WHERE key = 'environments'").get()?.value
    return value === undefined ? undefined : (JSON.parse(String(value)) as Json)
  }
  return settingWarnings('environments', read(now), read(backup))
}

function secrets(now: Readable, backup: Readable): string {
  const stay = 'Secrets stay in the keychain as they are now; no backup holds them.'
  const here = new Set(
    now
      .statement('SELECT reference FROM vault_refs')
      .all()
      .map(({ reference }) => reference),
  )
  const missing = backup
    .statement('SELECT reference, owner FROM vault_refs ORDER BY rowid')
    .all()
    .filter(({ reference }) => !here.has(reference ?? null))
  if (missing.length === 0) return stay
  const names = missing
    .slice(0, namedSecrets)
    .map(({ reference, owner }) => `${ownerName(backup, String(owner))} (${String(reference).split('/').at(-2) ?? ''})`)
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : ''
  return `${stay} ${missing.length === 1 ? 'One that this backup refers to was' : `${missing.length} that this backup refers to were`} removed since and must be entered again: ${names.join(', ')}${more}.`
}

/** The name of the record that a secret belongs to. */
function ownerName(backup: Readable, owner: string): string {
  const [kind, id = ''] = owner.split('/')
  const sql: Record<string, string> = {
    profile: 'SELECT name FROM profiles WHERE id = ?',
    draft: 'SELECT title AS name FROM drafts WHERE id = ?',
    intent: 'SELECT operation AS name FROM intents WHERE id = ?',
  }
  const named = sql[kind ?? '']
  const name = named === undefined ? undefined : backup.statement(named).get(id)?.name
  return typeof name === 'string' && name !== '' ? name : owner
}
