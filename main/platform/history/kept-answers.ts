import type { ProfileDatabase } from '../../core/storage/types.ts'

export const mostAnswers = 256 * 1024 * 1024
const atOnce = 50

export type KeptAnswers = ReturnType<typeof createKeptAnswers>

export function createKeptAnswers(database: ProfileDatabase, most: number) {
  const size = "octet_length(answer) + octet_length(coalesce(head, ''))"
  const sum = `SELECT coalesce(sum(${size}), 0) AS bytes FROM reads`
  const oldest = `SELECT id, ${size} AS bytes FROM reads WHERE answer IS NOT NULL AND id NOT IN (SELECT id FROM marks WHERE pinned_at IS NOT NULL) ORDER BY id LIMIT ${atOnce}`
  const drop = 'UPDATE reads SET answer = NULL, head = NULL WHERE id = ?'
  let total: number | undefined

  function makeRoom(from: number): number {
    let left = from
    while (left > most) {
      const rows = database.statement(oldest).all()
      if (rows.length === 0) return left
      for (const { id, bytes } of rows) {
        if (left <= most) return left
        database.statement(drop).run(String(id))
        left -= Number(bytes)
      }
    }
    return left
  }

  return {
    /** Call in the transaction that added so many bytes: the oldest unpinned answers go until the rest fits. */
    added(bytes: number): void {
      if (bytes === 0) return
      const before = total
      // The transaction may fail: then all is counted again.
      total = undefined
      total = makeRoom(before === undefined ? Number(database.statement(sum).get()?.bytes ?? 0) : before + bytes)
    },
    changed: (): void => void (total = undefined),
  }
}
