// What a person must be told once, until they say that they have read it.
import type { Notice } from '#contract/models.ts'
import type { ProfileDatabase } from '../storage/types.ts'

export interface Notices {
  list(): Notice[]
  add(notice: Notice): void
  dismiss(id: string): void
}

export function createNotices(database: ProfileDatabase, onAdd: (notice: Notice) => void): Notices {
  const open = database.statement('SELECT id, level, message, at FROM notices WHERE dismissed = 0 ORDER BY at')
  const insert = database.statement('INSERT INTO notices (id, level, message, at, dismissed) VALUES (?, ?, ?, ?, 0) ON CONFLICT (id) DO NOTHING')
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
