// The table of shows. An index allows only one that has not ended.
import { defined } from '#contract/defined.ts'
import type { Followed, Said, ShowCheck } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import type { KeptShow } from './types.ts'

export type Shows = ReturnType<typeof createShows>

const columns = 'id, environment, title, started_at, planned_end_at, ended_at, said'

/** Each change is one durable commit. Throws DeskError `storage_*`. */
export function createShows(database: Pick<ProfileDatabase, 'statement'>) {
  const one = (where: string, ...values: SqlValue[]): KeptShow | undefined => {
    const row = database.statement(`SELECT ${columns} FROM shows WHERE ${where}`).get(...values)
    return row && showOf(row)
  }
  return {
    running: (): KeptShow | undefined => one('ended_at IS NULL'),
    find: (id: string): KeptShow | undefined => one('id = ?', id),
    /** Newest first. */
    list: (limit: number): KeptShow[] =>
      database
        .statement(`SELECT ${columns} FROM shows ORDER BY started_at DESC, rowid DESC LIMIT ?`)
        .all(limit)
        .map(showOf),
    /** The checks that were not ok when it began. */
    passedOver(id: string): ShowCheck[] {
      const row = database.statement('SELECT passed_over FROM shows WHERE id = ?').get(id)
      return checksFrom(row?.passed_over)
    },
    /** What was read during it, as JSON; undefined where nothing was kept. */
    followed(id: string): string | undefined {
      const text = database.statement('SELECT followed FROM shows WHERE id = ?').get(id)?.followed
      return typeof text === 'string' ? text : undefined
    },
    follow: (id: string, followed: Followed): void =>
      void database.statement('UPDATE shows SET followed = ? WHERE id = ?').run(JSON.stringify(followed), id),
    begin({ id, environment, title, startedAt, plannedEndAt }: KeptShow, passedOver: readonly ShowCheck[]): void {
      const insert = database.statement(
        'INSERT INTO shows (id, environment, title, started_at, planned_end_at, passed_over) VALUES (?, ?, ?, ?, ?, ?)',
      )
      insert.run(id, environment, title, startedAt, plannedEndAt ?? null, JSON.stringify(passedOver))
    },
    /** Undefined takes the message away. */
    say: (id: string, said: Said | undefined): void =>
      void database
        .statement('UPDATE shows SET said = ? WHERE id = ?')
        .run(said === undefined ? null : JSON.stringify(said), id),
    end: (id: string, endedAt: string): void =>
      void database.statement('UPDATE shows SET ended_at = ? WHERE id = ? AND ended_at IS NULL').run(endedAt, id),
  }
}

function showOf(row: Record<string, SqlValue>): KeptShow {
  const said = saidFrom(row.said)
  return {
    id: String(row.id),
    title: String(row.title),
    environment: String(row.environment) as EnvironmentId,
    startedAt: String(row.started_at),
    ...(typeof row.planned_end_at === 'string' && { plannedEndAt: row.planned_end_at }),
    ...(typeof row.ended_at === 'string' && { endedAt: row.ended_at }),
    ...defined({ said }),
  }
}

function saidFrom(text: SqlValue | undefined): Said | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const said: unknown = JSON.parse(text)
    const { text: words, at } = Object(said) as Partial<Said>
    return typeof words === 'string' && typeof at === 'string' ? { text: words, at } : undefined
  } catch {
    return undefined
  }
}

function checksFrom(text: SqlValue | undefined): ShowCheck[] {
  try {
    const checks: unknown = JSON.parse(String(text))
    return Array.isArray(checks) ? (checks as ShowCheck[]) : []
  } catch {
    return []
  }
}
