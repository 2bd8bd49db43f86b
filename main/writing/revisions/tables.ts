// The tables of heads and saves. Every function is synchronous, so that a transaction can combine them.
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { revisionSpan } from '../../core/storage/migrations/0002-drafts.ts'
import type { SqlValue } from '../../core/storage/types.ts'
import type { BaseHead, Database, Kind, RevisionRow, Written } from './types.ts'

export function createTables<C, H extends BaseHead>(database: Database, kind: Kind<C, H>) {
  const { heads, saves, revisions, search } = kind.tables
  const { headFrom, textOf, titleOf } = kind
  const initial = Object.entries(kind.initial)
  const byId = database.statement(`SELECT * FROM ${heads} WHERE id = ?`)
  const byPlace = database.statement(`SELECT * FROM ${heads} WHERE place = ?`)
  const insertHead = database.statement(
    `INSERT INTO ${heads} (${['id', 'revision', 'bytes', 'created_at', 'updated_at', ...kind.columns, ...initial.map(([name]) => name)].join(', ')})
     VALUES (${'?, '.repeat(4 + kind.columns.length + initial.length)}?) RETURNING *`,
  )
  const updateHead = database.statement(
    `UPDATE ${heads} SET revision = ?, bytes = ?, updated_at = ?${kind.columns.map((column) => `, ${column} = ?`).join('')}
     WHERE place = ? AND id = ? AND revision = ? RETURNING *`,
  )
  const saved = 'key, at, source, made_by, bytes, title, content'
  const given = '?, ?, ?, ?, ?, ?, ?'
  const insertWhole = database.statement(`INSERT INTO ${saves} (${saved}) VALUES (${given})`)
  // Only as the next revision of an existing full text; a trigger updates the head.
  const insertDelta = database.statement(
    `INSERT INTO ${saves} (${saved}, path, head, rest, base)
     SELECT ${given}, ?, ?, ?, w.key FROM ${saves} AS w, ${heads} AS d
     WHERE w.key = ? AND w.base IS NULL AND d.place = ? AND d.id = ? AND d.revision = ?`,
  )
  const setRemoved = database.statement(`UPDATE ${heads} SET removed_at = ?, removed_by = ? WHERE place = ?`)
  const content = database.statement(`SELECT content FROM ${revisions} WHERE key = ?`)
  const environment = database.statement(
    `SELECT json_extract(content, '$.environment') AS name FROM ${revisions} WHERE key = ?`,
  )
  const rows = database.statement(
    `SELECT key, at, title, bytes, source, made_by, base FROM ${saves} WHERE key > ? AND key < ? ORDER BY key DESC LIMIT ?`,
  )
  const withSecrets = database.statement(
    `SELECT content FROM ${revisions} WHERE key > ? AND key < ? AND instr(content, '"$secret"') > 0`,
  )
  const dropOne = database.statement(`DELETE FROM ${saves} WHERE key = ?`)
  const dropAll = database.statement(`DELETE FROM ${saves} WHERE key > ? AND key < ?`)
  const dropHead = database.statement(`DELETE FROM ${heads} WHERE place = ?`)
  const dropIndexed = search === undefined ? undefined : database.statement(`DELETE FROM ${search} WHERE rowid = ?`)
  const above = database.statement(`SELECT * FROM ${heads} WHERE place > ? ORDER BY place LIMIT ?`)
  const binned = database.statement(`SELECT id FROM ${heads} WHERE removed_at IS NOT NULL AND removed_at < ?`)

  /** Never the key of another record. */
  const key = (place: number, revision: number) => (revision < revisionSpan ? first(place) + revision : -1)
  const first = (place: number) => place * revisionSpan
  const end = (place: number) => (place + 1) * revisionSpan

  function headRow(row: Record<string, SqlValue> | undefined): H | undefined {
    return row === undefined ? undefined : headFrom(row)
  }

  const valuesOf = (
    place: number,
    revision: number,
    { content: whole, at, of, by }: Written<C>,
    bytes: number,
    text: string,
  ): SqlValue[] => [key(place, revision), at, of ?? null, by ?? null, bytes, titleOf(whole), text]

  return {
    find: (id: string) => headRow(byId.get(id)),
    at: (place: number) => headRow(byPlace.get(place)),
    insert: (id: string, revision: number, written: Written<C>, createdAt = written.at): H =>
      database.transaction(() => {
        const { content: whole, at, text = textOf(whole) } = written
        const bytes = Buffer.byteLength(text)
        const constants = initial.map(([, value]) => value)
        const row = insertHead.get(id, revision, bytes, createdAt, at, ...kind.values(whole), ...constants)
        if (row === undefined) throw new Error('The new head was not answered.')
        insertWhole.run(...valuesOf(Number(row.place), revision, written, bytes, text))
        return headFrom(row)
      }),
    /** Undefined where the record has a newer revision by now. */
    append(head: H, written: Written<C>): H | undefined {
      const { content: whole, at, delta } = written
      const { place, id } = head
      const revision = head.revision + 1
      if (revision >= revisionSpan)
        throw new DeskError('invalid_state', 'It has as many revisions as one can have.', {
          facts: { reason: 'too_many_revisions' },
        })
      if (delta !== undefined) {
        const { bytes, middle, path, rest } = delta
        const { changes } = insertDelta.run(
          ...valuesOf(place, revision, written, bytes, middle),
          ...[path, delta.head, rest, key(place, delta.base), place, id, head.revision],
        )
        if (changes === 1) return { ...head, revision, bytes, updatedAt: at }
      }
      return database.transaction(() => {
        const text = written.text ?? textOf(whole)
        const bytes = Buffer.byteLength(text)
        const row = updateHead.get(revision, bytes, at, ...kind.values(whole), place, id, head.revision)
        if (row === undefined) return undefined
        insertWhole.run(...valuesOf(place, revision, written, bytes, text))
        return headFrom(row)
      })
    },
    /** Undefined takes it out of the bin. */
    setRemoved(head: H, removed: { at: string; by?: string | undefined } | undefined): H {
      database.freeing(() => setRemoved.run(removed?.at ?? null, removed?.by ?? null, head.place))
      const next: H = { ...head, ...defined({ removedAt: removed?.at, removedBy: removed?.by }) }
      if (removed === undefined) delete next.removedAt
      if (removed?.by === undefined) delete next.removedBy
      return next
    },
    /** Undefined where the revision was thinned out. */
    text(place: number, revision: number) {
      const row = content.get(key(place, revision))
      return row === undefined ? undefined : String(row.content)
    },
    /** Whether a revision was made in this environment, or in none; one that was thinned out belongs to nobody. */
    belongsTo(place: number, revision: number, own: EnvironmentId): boolean {
      const row = environment.get(key(place, revision))
      return row !== undefined && (row.name ?? own) === own
    },
    revision: (place: number, revision: number) =>
      rows.all(key(place, revision) - 1, key(place, revision) + 1, 1).map(revisionFrom)[0],
    /** Newest first, below `before`. */
    revisions: (place: number, limit: number, before?: number) =>
      rows
        .all(first(place), before === undefined ? end(place) : Math.min(end(place), first(place) + before), limit)
        .map(revisionFrom),
    /** Contents with references to secrets. */
    textsWithSecrets: (place: number) => withSecrets.all(first(place), end(place)).map((row) => String(row.content)),
    dropRevisions(place: number, dropped: readonly number[]) {
      database.transaction(() => {
        for (const revision of dropped) dropOne.run(key(place, revision))
      })
    },
    /** Removes head, revisions and index in one commit. */
    purge({ place }: BaseHead) {
      database.freeing(() =>
        database.transaction(() => {
          dropIndexed?.run(place)
          dropAll.run(first(place), end(place))
          dropHead.run(place)
        }),
      )
    },
    after: (place: number, limit: number) => above.all(place, limit).map(headFrom),
    removedBefore: (time: string) => binned.all(time).map((row) => String(row.id)),
  }
}

export type Tables<C, H extends BaseHead> = ReturnType<typeof createTables<C, H>>

/** The part of a head that every kind has. */
export const baseFrom = (row: Record<string, SqlValue>): BaseHead => ({
  place: Number(row.place),
  id: String(row.id),
  revision: Number(row.revision),
  bytes: Number(row.bytes),
  createdAt: String(row.created_at),
  updatedAt: String(row.updated_at),
  ...(typeof row.removed_at === 'string' && { removedAt: row.removed_at }),
  ...(typeof row.removed_by === 'string' && { removedBy: row.removed_by }),
})

const revisionFrom = (row: Record<string, SqlValue>): RevisionRow => ({
  revision: Number(row.key) % revisionSpan,
  at: String(row.at),
  title: String(row.title),
  bytes: Number(row.bytes),
  ...(typeof row.source === 'number' && { of: row.source }),
  ...(typeof row.made_by === 'string' && { by: row.made_by }),
  ...(typeof row.base === 'number' && { base: row.base % revisionSpan }),
})
