import type { ProfileDatabase } from '../../core/storage/types.ts'

export function createMarks(database: Pick<ProfileDatabase, 'statement'>) {
  const select = database.statement('SELECT name, pinned_at FROM marks WHERE id = ?')
  const upsert = database.statement(
    'INSERT INTO marks (id, name, pinned_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name, pinned_at = excluded.pinned_at',
  )
  const remove = database.statement('DELETE FROM marks WHERE id = ?')
  return {
    /** What is left out stays; an empty mark is removed. */
    set(id: string, change: { name?: string | null | undefined; pinned?: boolean | undefined }, at: string): void {
      const before = select.get(id)
      const name = change.name === undefined ? (before?.name ?? null) : change.name === '' ? null : change.name
      const pinned =
        change.pinned === undefined ? (before?.pinned_at ?? null) : change.pinned ? (before?.pinned_at ?? at) : null
      if (name === null && pinned === null) remove.run(id)
      else upsert.run(id, name, pinned)
    },
  }
}
