// The tables of drafts. Every function is synchronous, so that a transaction can combine them.
import { defined } from '#contract/defined.ts'
import type { DraftContent } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { revisionSpan } from '../storage/migrations/0002-drafts.ts'
import type { ProfileDatabase, SqlValue } from '../storage/types.ts'
import { textOf } from './content.ts'
import type { Delta } from './deltas.ts'

export interface Head {
  place: number
  id: string
  operation: string
  environment?: EnvironmentId
  revision: number
  bytes: number
  createdAt: string
  updatedAt: string
  removedAt?: string
  /** The name of the grant that removed it. */
  removedBy?: string
  title: string
  tags: string[]
  links: Record<string, string>
}

export interface Written {
  content: DraftContent
  /** The content as text, if known. */
  text?: string | undefined
  at: string
  of?: number | undefined
  /** The name of the grant that saves. */
  by?: string | undefined
  /** The difference from an earlier revision; `bytes` of the full text. */
  delta?: (Delta & { base: number; bytes: number }) | undefined
}

export function createTables(database: ProfileDatabase) {
  const byId = database.statement('SELECT * FROM drafts WHERE id = ?')
  const byPlace = database.statement('SELECT * FROM drafts WHERE place = ?')
  const insertHead = database.statement(
    `INSERT INTO drafts (id, operation, environment, revision, indexed, bytes, created_at, updated_at, title, tags, links)
     VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, '{}') RETURNING place`,
  )
  const updateHead = database.statement(
    `UPDATE drafts SET operation = ?, environment = ?, revision = ?, bytes = ?, updated_at = ?, title = ?, tags = ?
     WHERE place = ? AND id = ? AND revision = ? RETURNING removed_at, removed_by, links`,
  )
  const insertWhole = database.statement(
    'INSERT INTO draft_saves (key, at, source, made_by, bytes, title, content) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  // Only as the next revision of an existing full text; a trigger updates the head.
  const insertDelta = database.statement(
    `INSERT INTO draft_saves (key, at, source, made_by, bytes, title, content, path, head, rest, base)
     SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, w.key FROM draft_saves AS w, drafts AS d
     WHERE w.key = ? AND w.base IS NULL AND d.place = ? AND d.id = ? AND d.revision = ?`,
  )
  const setLinks = database.statement('UPDATE drafts SET links = ? WHERE place = ?')
  const setRemoved = database.statement('UPDATE drafts SET removed_at = ?, removed_by = ? WHERE place = ?')
  const content = database.statement('SELECT content FROM draft_revisions WHERE key = ?')
  const rows = database.statement(
    'SELECT key, at, title, bytes, source, made_by, base FROM draft_saves WHERE key > ? AND key < ? ORDER BY key DESC LIMIT ?',
  )
  const withSecrets = database.statement(
    `SELECT content FROM draft_revisions WHERE key > ? AND key < ? AND instr(content, '"$secret"') > 0`,
  )
  const dropOne = database.statement('DELETE FROM draft_saves WHERE key = ?')
  const dropAll = database.statement('DELETE FROM draft_saves WHERE key > ? AND key < ?')
  const dropHead = database.statement('DELETE FROM drafts WHERE place = ?')
  const dropIndexed = database.statement('DELETE FROM draft_search WHERE rowid = ?')
  const above = database.statement('SELECT * FROM drafts WHERE place > ? ORDER BY place LIMIT ?')
  const binned = database.statement('SELECT id FROM drafts WHERE removed_at IS NOT NULL AND removed_at < ?')

  /** Never the key of another draft. */
  const key = (place: number, revision: number) => (revision < revisionSpan ? first(place) + revision : -1)
  const first = (place: number) => place * revisionSpan
  const end = (place: number) => (place + 1) * revisionSpan

  function headRow(row: Record<string, SqlValue> | undefined): Head | undefined {
    return row === undefined ? undefined : headFrom(row)
  }

  return {
    find: (id: string) => headRow(byId.get(id)),
    at: (place: number) => headRow(byPlace.get(place)),
    insert: (id: string, revision: number, written: Written, createdAt = written.at): Head =>
      database.transaction(() => {
        const { content: draft, at, by, text = textOf(draft) } = written
        const bytes = Buffer.byteLength(text)
        const row = insertHead.get(
          id,
          draft.operation,
          draft.environment ?? null,
          revision,
          bytes,
          createdAt,
          at,
          draft.title,
          JSON.stringify(draft.tags),
        )
        const place = Number(row?.place)
        insertWhole.run(key(place, revision), at, written.of ?? null, by ?? null, bytes, draft.title, text)
        return { place, id, revision, bytes, createdAt, updatedAt: at, links: {}, ...shown(draft) }
      }),
    /** Undefined where the draft has a newer revision by now. */
    append(head: Head, written: Written): Head | undefined {
      const { content: draft, at, of, by, delta } = written
      const { place, id, createdAt } = head
      const revision = head.revision + 1
      if (revision >= revisionSpan)
        throw new DeskError('invalid_state', 'This draft has as many revisions as one can have.', {
          facts: { reason: 'too_many_revisions' },
        })
      if (delta !== undefined) {
        const { bytes, middle, path, rest } = delta
        const { changes } = insertDelta.run(
          key(place, revision),
          at,
          of ?? null,
          by ?? null,
          bytes,
          draft.title,
          middle,
          path,
          delta.head,
          rest,
          key(place, delta.base),
          place,
          id,
          head.revision,
        )
        if (changes === 1) return { ...head, revision, bytes, updatedAt: at }
      }
      return database.transaction(() => {
        const text = written.text ?? textOf(draft)
        const bytes = Buffer.byteLength(text)
        // Links and the bin may have changed since the head was read.
        const row = updateHead.get(
          draft.operation,
          draft.environment ?? null,
          revision,
          bytes,
          at,
          draft.title,
          JSON.stringify(draft.tags),
          place,
          id,
          head.revision,
        )
        if (row === undefined) return undefined
        insertWhole.run(key(place, revision), at, of ?? null, by ?? null, bytes, draft.title, text)
        return { place, id, revision, bytes, createdAt, updatedAt: at, ...shown(draft), ...movable(row) }
      })
    },
    link(head: Head, links: Record<string, string>): Head {
      setLinks.run(JSON.stringify(links), head.place)
      return { ...head, links }
    },
    /** Undefined takes it out of the bin. */
    setRemoved(head: Head, removed: { at: string; by?: string | undefined } | undefined): Head {
      database.freeing(() => setRemoved.run(removed?.at ?? null, removed?.by ?? null, head.place))
      const next: Head = { ...head, ...defined({ removedAt: removed?.at, removedBy: removed?.by }) }
      if (removed === undefined) delete next.removedAt
      if (removed?.by === undefined) delete next.removedBy
      return next
    },
    /** Undefined where the revision was thinned out. */
    text(place: number, revision: number) {
      const row = content.get(key(place, revision))
      return row === undefined ? undefined : String(row.content)
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
    dropRevisions(place: number, revisions: readonly number[]) {
      database.transaction(() => {
        for (const revision of revisions) dropOne.run(key(place, revision))
      })
    },
    /** Removes head, revisions and index in one commit. */
    purge({ place }: Head) {
      database.freeing(() =>
        database.transaction(() => {
          dropIndexed.run(place)
          dropAll.run(first(place), end(place))
          dropHead.run(place)
        }),
      )
    },
    after: (place: number, limit: number) => above.all(place, limit).map(headFrom),
    removedBefore: (time: string) => binned.all(time).map((row) => String(row.id)),
  }
}

export type Tables = ReturnType<typeof createTables>

const shown = ({ operation, environment, title, tags }: DraftContent) => ({
  operation,
  title,
  tags,
  ...(environment !== undefined && { environment }),
})

export function headFrom(row: Record<string, SqlValue>): Head {
  return {
    place: Number(row.place),
    id: String(row.id),
    operation: String(row.operation),
    ...(typeof row.environment === 'string' && { environment: row.environment as EnvironmentId }),
    revision: Number(row.revision),
    bytes: Number(row.bytes),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
    title: String(row.title),
    tags: JSON.parse(String(row.tags)) as string[],
    ...movable(row),
  }
}

/** What changes without a revision. */
const movable = (row: Record<string, SqlValue>) => ({
  ...(typeof row.removed_at === 'string' && { removedAt: row.removed_at }),
  ...(typeof row.removed_by === 'string' && { removedBy: row.removed_by }),
  links: JSON.parse(String(row.links)) as Record<string, string>,
})

function revisionFrom(row: Record<string, SqlValue>) {
  return {
    revision: Number(row.key) % revisionSpan,
    at: String(row.at),
    title: String(row.title),
    bytes: Number(row.bytes),
    ...(typeof row.source === 'number' && { of: row.source }),
    ...(typeof row.made_by === 'string' && { by: row.made_by }),
    // The revision that it is stored as a difference from.
    ...(typeof row.base === 'number' && { base: row.base % revisionSpan }),
  }
}
