// The store of rundowns: each save is a revision, as with drafts.
import { randomUUID } from 'node:crypto'
import type { BridgeParams } from '#contract/bridge.ts'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Rundown, RundownContent, RundownHead, RundownPage } from '#contract/air/rundown.ts'
import { listenerFailed } from '../../core/log.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { createRecords } from '../../writing/revisions/records.ts'
import type { Saved } from '../../writing/revisions/save.ts'
import type { SecretParts } from '../../writing/revisions/secrets.ts'
import { createTables } from '../../writing/revisions/tables.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import { contentOf, headFrom, playable, rundownKind, shownHead, type Head } from './content.ts'
import { createRundownSecrets } from './secrets.ts'

export interface StoreParts extends Omit<SecretParts, 'database'> {
  database: ProfileDatabase
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  log: Log
  /** Why a rundown can't be taken away now. */
  inUse: (id: string) => DeskError | undefined
}

export interface Change {
  rundown?: RundownHead
  removed?: string
}

export function createStore(parts: StoreParts) {
  const { database, clock, log } = parts
  const tables = createTables(database, rundownKind)
  const secrets = createRundownSecrets(parts)
  const listeners = createListeners<[Change]>(listenerFailed(log))
  const records = createRecords({
    ...{ what: 'rundown', database, clock, log, kind: rundownKind, tables, secrets },
    saving: secrets.saving,
    open: parts.inUse,
    onPurged: (id) => listeners.emit({ removed: id }),
  })
  const { headOf, find } = records

  const whole = (
    { id, revision, createdAt, updatedAt, removedAt, removedBy }: Head,
    content: RundownContent,
  ): Rundown => ({
    ...content,
    id,
    revision,
    createdAt,
    updatedAt,
    ...defined({ removedAt, removedBy }),
  })

  function changed(head: Head, content: RundownContent): Rundown {
    listeners.emit({ rundown: shownHead(head) })
    return whole(head, content)
  }

  const answer = ({ head, content, changed: isNew, leftOut }: Saved<RundownContent, Head>): Rundown => ({
    ...(isNew ? changed : whole)(head, content),
    ...(leftOut.length > 0 && { leftOut }),
  })

  return {
    headOf,
    has: records.has,
    /** Throws DeskError `not_found_here`, also for a revision that was thinned out. */
    get(id: string, revision?: number): Rundown {
      const { head, content } = revision === undefined ? find(id) : records.at(id, revision)
      return whole(head, content)
    },
    list(filter: BridgeParams<'rundown.list'>): RundownPage {
      const { limit } = filter
      const { conditions, values } = conditionsOf(filter)
      const rows = database
        .statement(
          `SELECT * FROM rundowns WHERE ${conditions.join(' AND ')} ORDER BY updated_at DESC, place DESC LIMIT ?`,
        )
        .all(...values, limit + 1)
      const heads = rows.slice(0, limit).map(headFrom)
      const last = heads.at(-1)
      const items = heads.map(shownHead)
      return rows.length > limit && last !== undefined
        ? { items, next: `t.${last.updatedAt}.${last.place}` }
        : { items }
    },
    /** Throws `conflict` on a stale `baseRevision`, `invalid_input`, `keychain_*`, `storage_*`; then nothing was saved. */
    async save(
      { id = randomUUID(), baseRevision, keepAsText, ...given }: BridgeParams<'rundown.save'>,
      by?: string,
    ): Promise<Rundown> {
      const content = contentOf(given)
      if (keepAsText !== undefined) await secrets.keepAsText(content, keepAsText)
      return answer(await records.save({ id, base: baseRevision, content, by }))
    },
    /** With `own`, without those that were made while the rundown belonged to another environment. */
    history: (input: BridgeParams<'rundown.history'>, own?: EnvironmentId) =>
      records.history(input, own, ({ revision }, place) => {
        const text = tables.text(place, revision)
        return { count: text === undefined ? 0 : playable(rundownKind.contentFrom(text).cues).length }
      }),
    revert: async (input: BridgeParams<'rundown.revert'>, by?: string): Promise<Rundown> =>
      answer(await records.revert(input, by)),
    async remove({ id, forever }: BridgeParams<'rundown.remove'>, by?: string): Promise<void> {
      headOf(id)
      const refusal = parts.inUse(id)
      if (refusal !== undefined) throw refusal
      if (forever) return records.purge(id)
      const binned = records.bin(id, by)
      if (binned !== undefined) changed(binned.head, binned.content)
    },
    restore(id: string): Rundown {
      const { head, content, changed: isNew } = records.restore(id)
      return (isNew ? changed : whole)(head, content)
    },
    copy: async ({ id, ...other }: BridgeParams<'rundown.copy'>, by?: string): Promise<Rundown> =>
      answer(await records.copy(id, defined(other), by)),
    /** The content of a file with the secrets of its bodies moved to the keychain, for a later sweep. */
    async withoutSecrets({ id, content: text }: { id: string; content: string }): Promise<string> {
      const content = rundownKind.contentFrom(text)
      const moved = await secrets.moveAll(id, content)
      return moved === content ? text : rundownKind.textOf(moved)
    },
    /** Rundowns were written by other code. */
    refresh: () => records.forget(),
    start: records.start,
    stop: records.stop,
    onChange: listeners.add,
  }
}

export type RundownStore = ReturnType<typeof createStore>

function conditionsOf({ query, template, environment, removed, before }: BridgeParams<'rundown.list'>): {
  conditions: string[]
  values: SqlValue[]
} {
  const conditions = [`removed_at IS ${removed ? 'NOT NULL' : 'NULL'}`]
  const values: SqlValue[] = []
  if (query !== undefined && query.trim() !== '') {
    conditions.push('instr(lower(title), lower(?)) > 0')
    values.push(query.trim())
  }
  if (template !== undefined) {
    conditions.push('template = ?')
    values.push(template ? 1 : 0)
  }
  if (environment !== undefined) {
    conditions.push('environment = ?')
    values.push(environment)
  }
  if (before !== undefined) {
    const parts = /^t\.(\S+)\.(\d+)$/.exec(before)
    if (parts === null)
      throw new DeskError('invalid_input', 'This page follows no other.', {
        facts: { reason: 'page_not_found' },
        fields: [{ path: 'before', message: 'Pass what `next` said', reason: 'not_from_next' }],
      })
    conditions.push('(updated_at, place) < (?, ?)')
    values.push(parts[1] ?? '', Number(parts[2]))
  }
  return { conditions, values }
}
