import { DeskError } from '#contract/errors.ts'
import type { Ledger } from '../ledger/types.ts'
import type { ProvenTime } from '../storage/proven-time.ts'
import type { KeyedQueue } from './keyed-queue.ts'
import type { DraftSecrets } from './secrets.ts'
import type { Head, Tables } from './tables.ts'
import { thinned, untouched } from './thinning.ts'

/** More than a draft can have. */
const all = 1_000_000

export function createRemoval(parts: {
  tables: Tables
  secrets: DraftSecrets
  ledger: Ledger
  provenTime: Pick<ProvenTime, 'now'>
  turns: KeyedQueue
  onPurged: (id: string) => void
}) {
  const { tables, secrets, ledger, provenTime, turns, onPurged } = parts

  const isOpen = (id: string) =>
    ledger.list({ draft: id, state: ['queued', 'sending', 'unknown'], limit: 1 }).items.length > 0

  function thin({ id, place, revision }: Head): void {
    if (revision <= untouched) return
    const rows = tables.revisions(place, all)
    if (rows.length <= untouched) return
    const aged = rows.map((row) => ({ ...row, at: Date.parse(row.at) }))
    const sent = new Set(ledger.sends(id, all).map((send) => send.revision))
    const dropped = thinned(aged, sent, provenTime.now())
    if (dropped.length > 0) tables.dropRevisions(place, dropped)
  }

  async function end(head: Head): Promise<void> {
    tables.purge(head)
    onPurged(head.id)
    await secrets.removeAll(head.id)
  }

  return {
    /** Thins a draft's revisions and removes unused secrets; of a draft that is gone, all secrets. */
    tidy: (id: string): Promise<void> =>
      turns.run(id, async () => {
        const head = tables.find(id)
        if (head === undefined) return await secrets.removeAll(id)
        thin(head)
        await secrets.sweep(id, () => tables.textsWithSecrets(head.place))
      }),
    /** Throws `invalid_state` while one of its intents is open. */
    purge: (id: string): Promise<void> =>
      turns.run(id, async () => {
        const head = tables.find(id)
        if (head === undefined) return
        if (isOpen(id)) {
          throw new DeskError('invalid_state', 'A sending of this draft is not settled yet.', {
            facts: { reason: 'sending_not_settled' },
          })
        }
        await end(head)
      }),
    /** Does nothing while one of its intents is open. */
    purgeIfSettled: (id: string): Promise<void> =>
      turns.run(id, async () => {
        const head = tables.find(id)
        if (head?.removedAt !== undefined && !isOpen(id)) await end(head)
      }),
  }
}

export type Removal = ReturnType<typeof createRemoval>
