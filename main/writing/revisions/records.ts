// The records of one kind: find, save, bring back, copy, bin, and the tidying beside.
import { randomUUID } from 'node:crypto'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { createCleanup } from './cleanup.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { createRemoval } from './removal.ts'
import { createSaver, type SaveSecrets } from './save.ts'
import type { OwnedSecrets } from './secrets.ts'
import type { Tables } from './tables.ts'
import type { BaseHead, Kind, RevisionRow } from './types.ts'

export interface RecordParts<C extends object, H extends BaseHead> {
  /** What one is called, in the log and in reasons. */
  what: 'draft' | 'rundown'
  database: ProfileDatabase
  clock: Clock
  log: Log
  kind: Kind<C, H>
  tables: Tables<C, H>
  secrets: Pick<OwnedSecrets, 'owners' | 'removeAll' | 'sweep'>
  saving: SaveSecrets<C>
  /** Why it can't be ended for good now. */
  open: (id: string) => DeskError | undefined
  /** Revisions that stay, whatever their age. */
  kept?: (id: string) => ReadonlySet<number>
  firstRevision?: (id: string) => number
  onSaved?: (head: H) => void
  onPurged: (id: string) => void
}

export function createRecords<C extends object, H extends BaseHead>(parts: RecordParts<C, H>) {
  const { what, database, clock, log, kind, tables, secrets, open } = parts
  const { provenTime } = database
  const turns = createKeyedQueue()
  const { kept = () => new Set<number>(), firstRevision = () => 1 } = parts
  const removal = createRemoval({ tables, secrets, open, kept, provenTime, turns, onPurged: parts.onPurged })
  const cleanup = createCleanup({ what, clock, provenTime, log, tables, secrets, removal })
  const onSaved = (head: H): void => {
    parts.onSaved?.(head)
    cleanup.mark(head.id)
  }
  const stale = (newest: number): DeskError =>
    new DeskError('conflict', `This ${what} was changed elsewhere; its newest revision is ${newest}.`, {
      facts: { reason: `${what}_changed`, newest },
    })
  const saver = createSaver({
    ...{ tables, kind, clock, turns, firstRevision, onSaved, stale },
    secrets: parts.saving,
    onFailed: (id) => cleanup.mark(id),
  })

  function headOf(id: string): H {
    const head = tables.find(id)
    if (head !== undefined) return head
    throw new DeskError('not_found_here', `This ${what} is no longer on the desk.`, {
      facts: { reason: `${what}_gone` },
    })
  }

  /** What was read last: a show reads its rundown over and over. */
  let parsed: { text: string; content: C } | undefined

  /** Throws DeskError `not_found_here`, also for a revision that was thinned out. */
  function find(id: string, revision?: number): { head: H; content: C; length: number } {
    const head = headOf(id)
    const wanted = revision ?? head.revision
    const text = tables.text(head.place, wanted)
    if (text === undefined)
      throw new DeskError('not_found_here', `Revision ${wanted} of this ${what} is not kept.`, {
        facts: { reason: 'revision_gone', revision: wanted },
      })
    if (parsed?.text !== text) parsed = { text, content: kind.contentFrom(text) }
    return { head, content: parsed.content, length: text.length }
  }

  return {
    ...{ headOf, find, onSaved, firstRevision, turns, save: saver.save },
    /** Drops what is cached of one record, or of all. */
    forget: (id?: string): void => saver.forget(id),
    has: (id: string): boolean => tables.find(id) !== undefined,
    /** As `find`, with when that revision was made. */
    at(id: string, revision: number): { head: H; content: C } {
      const { head, content } = find(id, revision)
      return {
        head: { ...head, revision, updatedAt: tables.revision(head.place, revision)?.at ?? head.updatedAt },
        content,
      }
    },
    /** Newest first. With `own`, without those that were made while the record belonged to another environment. */
    history<T extends object>(
      { id, limit, before }: { id: string; limit: number; before?: number | undefined },
      own: EnvironmentId | undefined,
      told: (row: RevisionRow, place: number) => T,
    ): { items: Array<Pick<RevisionRow, 'revision' | 'at' | 'title' | 'of' | 'by'> & T>; next?: number } {
      const { place } = headOf(id)
      const rows = tables.revisions(place, limit + 1, before)
      const page = rows.slice(0, limit)
      const items = page
        .filter(({ revision }) => own === undefined || tables.belongsTo(place, revision, own))
        .map((row) => ({
          ...{ revision: row.revision, at: row.at, title: row.title },
          ...told(row, place),
          ...defined({ of: row.of, by: row.by }),
        }))
      const last = page.at(-1)
      return rows.length > limit && last !== undefined ? { items, next: last.revision } : { items }
    },
    revert: ({ id, revision, baseRevision }: { id: string; revision: number; baseRevision: number }, by?: string) =>
      saver.save({ id, base: baseRevision, content: find(id, revision).content, of: revision, by }),
    /** With its own secrets. */
    copy: (id: string, other: Partial<C>, by?: string) =>
      saver.save({ id: randomUUID(), base: undefined, content: { ...find(id).content, ...other }, by }),
    /** Into the bin; undefined where it is there already. */
    bin(id: string, by: string | undefined): { head: H; content: C } | undefined {
      const { head, content } = find(id)
      saver.forget(id)
      if (head.removedAt !== undefined) return undefined
      return { head: tables.setRemoved(head, { at: new Date(provenTime.stamp()).toISOString(), by }), content }
    },
    async purge(id: string): Promise<void> {
      headOf(id)
      saver.forget(id)
      await removal.purge(id)
    },
    restore(id: string): { head: H; content: C; changed: boolean } {
      const { head, content } = find(id)
      saver.forget(id)
      const changed = head.removedAt !== undefined
      return { head: changed ? tables.setRemoved(head, undefined) : head, content, changed }
    },
    start: () => cleanup.start(),
    stop: () => cleanup.stop(),
  }
}
