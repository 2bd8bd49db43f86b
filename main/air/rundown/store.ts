// The store of rundowns: each save is a revision, as with drafts.
import { randomUUID } from 'node:crypto'
import type { BridgeParams } from '#contract/bridge.ts'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Rundown, RundownContent, RundownHead, RundownPage, RundownRevision } from '#contract/air/rundown.ts'
import { listenerFailed } from '../../core/log.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { createCleanup } from '../../writing/revisions/cleanup.ts'
import { createKeyedQueue } from '../../writing/revisions/keyed-queue.ts'
import { createRemoval } from '../../writing/revisions/removal.ts'
import { createSaver, type Save } from '../../writing/revisions/save.ts'
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

/** Revisions that are looked through for what an undo brings back. */
const lookBack = 1_000

export function createStore(parts: StoreParts) {
  const { database, clock, log } = parts
  const tables = createTables(database, rundownKind)
  const secrets = createRundownSecrets(parts)
  const turns = createKeyedQueue()
  const listeners = createListeners<[Change]>(listenerFailed(log))
  const removal = createRemoval({
    tables,
    secrets,
    open: parts.inUse,
    kept: () => new Set(),
    provenTime: database.provenTime,
    turns,
    onPurged: (id) => listeners.emit({ removed: id }),
  })
  const cleanup = createCleanup({
    what: 'rundown',
    clock,
    provenTime: database.provenTime,
    log,
    tables,
    secrets,
    removal,
  })
  const saver = createSaver({
    tables,
    kind: rundownKind,
    secrets: secrets.saving,
    clock,
    turns,
    firstRevision: () => 1,
    onSaved: ({ id }) => cleanup.mark(id),
    onFailed: (id) => cleanup.mark(id),
    stale,
  })

  /** What was read last: a show reads its rundown over and over. */
  let parsed: { text: string; content: RundownContent } | undefined

  function headOf(id: string): Head {
    const head = tables.find(id)
    if (head !== undefined) return head
    throw new DeskError('not_found_here', 'This rundown is no longer on the desk.', {
      facts: { reason: 'rundown_gone' },
    })
  }

  function find(id: string, revision?: number): { head: Head; content: RundownContent } {
    const head = headOf(id)
    const wanted = revision ?? head.revision
    const text = tables.text(head.place, wanted)
    if (text !== undefined) {
      if (parsed?.text !== text) parsed = { text, content: rundownKind.contentFrom(text) }
      return { head, content: parsed.content }
    }
    throw new DeskError('not_found_here', `Revision ${wanted} of this rundown is not kept.`, {
      facts: { reason: 'revision_gone', revision: wanted },
    })
  }

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

  async function save(given: Save<RundownContent>): Promise<Rundown> {
    const saved = await saver.save(given)
    const answer = saved.changed ? changed(saved.head, saved.content) : whole(saved.head, saved.content)
    return saved.leftOut.length === 0 ? answer : { ...answer, leftOut: saved.leftOut }
  }

  /** What the person sees as the change before: an undo and what it took back are none. */
  function undoneTo(head: Head): number {
    const rows = new Map(tables.revisions(head.place, lookBack).map((row) => [row.revision, row]))
    const sourceOf = (revision: number): number => {
      const row = rows.get(revision)
      return row?.undone === true && row.of !== undefined ? row.of : revision
    }
    const newest = sourceOf(head.revision)
    const before = [...rows.keys()].find((revision) => revision < newest)
    if (before === undefined)
      throw new DeskError('invalid_state', 'There is no change before this one.', {
        facts: { reason: 'nothing_to_undo' },
      })
    return sourceOf(before)
  }

  function setRemoved(id: string, removed: { at: string; by?: string | undefined } | undefined): Rundown {
    const { head, content } = find(id)
    saver.forget(id)
    if ((head.removedAt === undefined) === (removed === undefined)) return whole(head, content)
    return changed(tables.setRemoved(head, removed), content)
  }

  return {
    headOf,
    has: (id: string) => tables.find(id) !== undefined,
    /** Throws DeskError `not_found_here`, also for a revision that was thinned out. */
    get(id: string, revision?: number): Rundown {
      const { head, content } = find(id, revision)
      if (revision === undefined) return whole(head, content)
      return whole(
        { ...head, revision, updatedAt: tables.revision(head.place, revision)?.at ?? head.updatedAt },
        content,
      )
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
      return save({ id, base: baseRevision, content, by })
    },
    /** With `own`, without those that were made while the rundown belonged to another environment. */
    history(
      { id, limit, before }: BridgeParams<'rundown.history'>,
      own?: EnvironmentId,
    ): { items: RundownRevision[]; next?: number } {
      const { place } = headOf(id)
      const rows = tables.revisions(place, limit + 1, before)
      const page = rows.slice(0, limit)
      const told = page.filter(({ revision }) => own === undefined || tables.belongsTo(place, revision, own))
      const items = told.map(({ revision, at, title, of, undone, by }) => {
        const text = tables.text(place, revision)
        const count = text === undefined ? 0 : playable(rundownKind.contentFrom(text).cues).length
        return { revision, at, title, count, ...defined({ of, undone, by }) }
      })
      const last = page.at(-1)
      return rows.length > limit && last !== undefined ? { items, next: last.revision } : { items }
    },
    revert: ({ id, revision, baseRevision }: BridgeParams<'rundown.revert'>, by?: string): Promise<Rundown> =>
      save({ id, base: baseRevision, content: find(id, revision).content, of: revision, by }),
    /** The revision whose content an undo brings back. Throws DeskError `not_found_here`, `invalid_state`. */
    undoneTo: (id: string): number => undoneTo(headOf(id)),
    async undo({ id, baseRevision }: BridgeParams<'rundown.undo'>, by?: string): Promise<Rundown> {
      const head = headOf(id)
      if (head.revision !== baseRevision) throw stale(head.revision)
      const of = undoneTo(head)
      return save({ id, base: baseRevision, content: find(id, of).content, of, undone: true, by })
    },
    async remove({ id, forever }: BridgeParams<'rundown.remove'>, by?: string): Promise<void> {
      headOf(id)
      const refusal = parts.inUse(id)
      if (refusal !== undefined) throw refusal
      saver.forget(id)
      if (forever) await removal.purge(id)
      else setRemoved(id, { at: new Date(database.provenTime.stamp()).toISOString(), by })
    },
    restore: (id: string): Rundown => setRemoved(id, undefined),
    /** With its own secrets. */
    copy({ id, ...other }: BridgeParams<'rundown.copy'>, by?: string): Promise<Rundown> {
      const { content } = find(id)
      return save({ id: randomUUID(), base: undefined, content: { ...content, ...defined(other) }, by })
    },
    /** The content of a file with the secrets of its bodies moved to the keychain, for a later sweep. */
    async withoutSecrets({ id, content: text }: { id: string; content: string }): Promise<string> {
      const content = rundownKind.contentFrom(text)
      const moved = await secrets.moveAll(id, content)
      return moved === content ? text : rundownKind.textOf(moved)
    },
    /** Rundowns were written by other code. */
    refresh: () => saver.forget(),
    start: () => cleanup.start(),
    stop: () => cleanup.stop(),
    onChange: listeners.add,
  }
}

export type RundownStore = ReturnType<typeof createStore>

function stale(newest: number): DeskError {
  return new DeskError('conflict', `This rundown was changed elsewhere; its newest revision is ${newest}.`, {
    facts: { reason: 'rundown_changed', newest },
  })
}

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
