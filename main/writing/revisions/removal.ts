// Thins out old revisions, and ends what was removed for good.
import type { DeskError } from '#contract/errors.ts'
import type { ProvenTime } from '../../core/storage/proven-time.ts'
import type { KeyedQueue } from './keyed-queue.ts'
import type { OwnedSecrets } from './secrets.ts'
import type { Tables } from './tables.ts'
import { thinned, untouched } from './thinning.ts'
import type { BaseHead } from './types.ts'

/** More than a record can have. */
const all = 1_000_000

export function createRemoval<C, H extends BaseHead>(parts: {
  tables: Tables<C, H>
  secrets: Pick<OwnedSecrets, 'removeAll' | 'sweep'>
  /** Why it can't be ended now. */
  open: (id: string) => DeskError | undefined
  /** Revisions that stay, whatever their age. */
  kept: (id: string) => ReadonlySet<number>
  provenTime: Pick<ProvenTime, 'now'>
  turns: KeyedQueue
  onPurged: (id: string) => void
}) {
  const { tables, secrets, open, provenTime, turns, onPurged } = parts

  function thin({ id, place, revision }: BaseHead): void {
    if (revision <= untouched) return
    const rows = tables.revisions(place, all)
    if (rows.length <= untouched) return
    const aged = rows.map((row) => ({ ...row, at: Date.parse(row.at) }))
    const dropped = thinned(aged, parts.kept(id), provenTime.now())
    if (dropped.length > 0) tables.dropRevisions(place, dropped)
  }

  async function end(head: BaseHead): Promise<void> {
    tables.purge(head)
    onPurged(head.id)
    await secrets.removeAll(head.id)
  }

  return {
    /** Thins a record's revisions and removes unused secrets; of one that is gone, all secrets. */
    tidy: (id: string): Promise<void> =>
      turns.run(id, async () => {
        const head = tables.find(id)
        if (head === undefined) return await secrets.removeAll(id)
        thin(head)
        await secrets.sweep(id, () => tables.textsWithSecrets(head.place))
      }),
    /** Throws while it is open. */
    purge: (id: string): Promise<void> =>
      turns.run(id, async () => {
        const head = tables.find(id)
        if (head === undefined) return
        const refusal = open(id)
        if (refusal !== undefined) throw refusal
        await end(head)
      }),
    /** Does nothing while it is open. */
    purgeIfSettled: (id: string): Promise<void> =>
      turns.run(id, async () => {
        const head = tables.find(id)
        if (head?.removedAt !== undefined && open(id) === undefined) await end(head)
      }),
  }
}

export type Removal = ReturnType<typeof createRemoval>
