// The table of firings. An index allows only one that goes on.
import type { Firing } from '#contract/air/firing.ts'
import type { ProfileDatabase, SqlValue } from '../storage/types.ts'

export type FiringStore = ReturnType<typeof createFiringStore>

export interface KeptFiring {
  firing: Firing
  putAway: boolean
}

interface Insertion {
  leaves: boolean
  inCommit: ((firing: Firing) => void) | undefined
}

/**
 * Each change is one durable commit. Throws DeskError `storage_*`. `leaves`: a commit of the ledger or of a draft follows
 * before anything leaves, and one flush serves both.
 */
export function createFiringStore(database: Pick<ProfileDatabase, 'statement' | 'transaction' | 'beforeNext'>) {
  const one = (rest: string, ...values: SqlValue[]): KeptFiring | undefined => {
    const row = database.statement(`SELECT firing, put_away FROM firings ${rest}`).get(...values)
    return row && { firing: JSON.parse(String(row.firing)) as Firing, putAway: row.put_away === 1 }
  }
  const commit = (leaves: boolean, run: () => void): void =>
    leaves ? database.beforeNext(run) : database.transaction(run)
  return {
    newest: () => one('ORDER BY rowid DESC LIMIT 1'),
    find: (id: string) => one('WHERE id = ?', id)?.firing,
    ofPress: (press: string) => one('WHERE press = ?', press)?.firing,
    insert(firing: Firing, press: string, { leaves, inCommit }: Insertion): void {
      commit(leaves, () => {
        database
          .statement('INSERT INTO firings (id, press, state, firing) VALUES (?, ?, ?, ?)')
          .run(firing.id, press, firing.state, JSON.stringify(firing))
        inCommit?.(firing)
      })
    },
    save(firing: Firing, leaves = false): void {
      commit(leaves, () => {
        database
          .statement('UPDATE firings SET state = ?, firing = ? WHERE id = ?')
          .run(firing.state, JSON.stringify(firing), firing.id)
      })
    },
    putAway: (id: string): void => void database.statement('UPDATE firings SET put_away = 1 WHERE id = ?').run(id),
  }
}
