// The table of firings. An index allows only one that goes on.
import type { Firing } from '#contract/air/firing.ts'
import { isNotKept } from '../../platform/ledger/stops/unkept.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'

export type FiringStore = ReturnType<typeof createFiringStore>

export interface KeptFiring {
  firing: Firing
  dismissed: boolean
}

interface Insertion {
  leaves: boolean
  inCommit: ((firing: Firing) => void) | undefined
}

/**
 * Each change is one durable commit. Throws DeskError `storage_*`. `leaves`: a commit of the ledger or of a draft follows
 * before anything leaves, and one flush serves both.
 */
export function createFiringStore(
  database: Pick<ProfileDatabase, 'statement' | 'transaction' | 'beforeNext' | 'urgently'>,
) {
  /** Ends that could not be written: they leave all the same, and are written with their next change that can be, or at the end of the desk. */
  const unkept = new Map<string, { firing: Firing; press: string }>()
  const one = (rest: string, ...values: SqlValue[]): KeptFiring | undefined => {
    const row = database.statement(`SELECT firing, put_away FROM firings ${rest}`).get(...values)
    return row && { firing: JSON.parse(String(row.firing)) as Firing, dismissed: row.put_away === 1 }
  }
  const commit = (leaves: boolean, run: () => void): void =>
    leaves ? database.beforeNext(run) : database.transaction(run)
  const insertRow = (firing: Firing, press: string): void =>
    void database
      .statement('INSERT INTO firings (id, press, state, firing) VALUES (?, ?, ?, ?)')
      .run(firing.id, press, firing.state, JSON.stringify(firing))
  /** An end is kept in memory where its commit fails. */
  const keep = (firing: Firing, press: string | undefined, run: () => void): void => {
    if (firing.kind !== 'end') return run()
    try {
      database.urgently(run)
      unkept.delete(firing.id)
    } catch (error) {
      if (!isNotKept(error)) throw error
      const known = press ?? unkept.get(firing.id)?.press ?? pressOf(firing.id)
      if (known !== undefined) unkept.set(firing.id, { firing, press: known })
    }
  }
  const pressOf = (id: string): string | undefined => {
    const row = database.statement('SELECT press FROM firings WHERE id = ?').get(id)
    return row === undefined ? undefined : String(row.press)
  }
  const save = (firing: Firing, leaves = false): void =>
    keep(firing, undefined, () =>
      commit(leaves, () => {
        const { changes } = database
          .statement('UPDATE firings SET state = ?, firing = ? WHERE id = ?')
          .run(firing.state, JSON.stringify(firing), firing.id)
        const missing = changes === 0 ? unkept.get(firing.id) : undefined
        if (missing !== undefined) insertRow(firing, missing.press)
      }),
    )
  return {
    newest: (): KeptFiring | undefined => {
      const last = [...unkept.values()].at(-1)
      return last === undefined ? one('ORDER BY rowid DESC LIMIT 1') : { firing: last.firing, dismissed: false }
    },
    find: (id: string) => unkept.get(id)?.firing ?? one('WHERE id = ?', id)?.firing,
    ofPress: (press: string) =>
      [...unkept.values()].find((one) => one.press === press)?.firing ?? one('WHERE press = ?', press)?.firing,
    insert(firing: Firing, press: string, { leaves, inCommit }: Insertion): void {
      keep(firing, press, () =>
        commit(leaves, () => {
          insertRow(firing, press)
          inCommit?.(firing)
        }),
      )
    },
    save,
    /** Tries once more to write what could not be written. */
    flush(): void {
      for (const { firing } of unkept.values()) save(firing)
    },
    dismiss(id: string): void {
      unkept.delete(id)
      database.statement('UPDATE firings SET put_away = 1 WHERE id = ?').run(id)
    },
  }
}
