import { setImmediate } from 'node:timers/promises'
import type { EnvironmentId } from '#contract/models.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'

const atOnce = 200

const unpinned = 'h.id NOT IN (SELECT id FROM marks WHERE pinned_at IS NOT NULL)'

const oldReads = `SELECT h.id FROM reads AS h WHERE h.id > ? AND h.at < ? AND ${unpinned} ORDER BY h.id LIMIT ${atOnce}`
const allReads = `SELECT h.id FROM reads AS h WHERE h.id > ? AND h.environment = coalesce(?, h.environment) AND h.id <= ? AND ${unpinned} ORDER BY h.id LIMIT ${atOnce}`
const allAnswers = `SELECT h.id FROM reads AS h WHERE h.id > ? AND h.id <= ? AND h.answer IS NOT NULL AND ${unpinned} ORDER BY h.id LIMIT ${atOnce}`
const counted = `SELECT count(*) AS reads, count(h.answer) AS answers FROM reads AS h WHERE ${unpinned}`

export type Forgetting = ReturnType<typeof createForgetting>

export function createForgetting(parts: { database: ProfileDatabase; onForgotten: () => void }) {
  const { database, onForgotten } = parts
  const these = 'WHERE id IN (SELECT value FROM json_each(?))'
  const removal = {
    reads: `DELETE FROM reads ${these}`,
    answers: `UPDATE reads SET answer = NULL, head = NULL ${these}`,
  }
  const unmark = database.statement(`DELETE FROM marks ${these}`)
  function remove(what: keyof typeof removal, ids: readonly string[]): number {
    const list = JSON.stringify(ids)
    const removed = database.transaction(() => {
      if (what !== 'answers') unmark.run(list)
      return database.statement(removal[what]).run(list).changes
    })
    if (removed > 0) onForgotten()
    return removed
  }

  async function each(
    what: keyof typeof removal,
    sql: string,
    values: SqlValue[],
    going: () => boolean,
  ): Promise<number> {
    let count = 0
    for (let after = ''; going();) {
      const ids = database
        .statement(sql)
        .all(after, ...values)
        .map(({ id }) => String(id))
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
      count += remove(what, ids)
      await setImmediate()
    }
    return count
  }

  const newest = (): SqlValue => database.statement('SELECT max(id) AS id FROM reads').get()?.id ?? ''

  return {
    reads: (before: string, going: () => boolean) => each('reads', oldReads, [before], going),
    /** All unpinned reads that exist now, of one environment or of all. */
    all: (environment?: EnvironmentId) => each('reads', allReads, [environment ?? null, newest()], () => true),
    /** Only the answers of all unpinned reads that exist now. */
    answers: () => each('answers', allAnswers, [newest()], () => true),
    /** The unpinned reads and their kept answers. */
    count(): { reads: number; answers: number } {
      const row = database.statement(counted).get()
      return { reads: Number(row?.reads ?? 0), answers: Number(row?.answers ?? 0) }
    },
    /** One read, even a pinned one; answers how many there were. */
    one: (id: string): number => remove('reads', [id]),
  }
}
