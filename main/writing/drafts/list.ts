// Pages of drafts: newest first, or best match first.
import type { BridgeParams } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import { headFrom, type Head } from './tables.ts'
import type { Query } from './search-terms.ts'

type Filter = BridgeParams<'drafts.list'>

export interface Listed {
  heads: Head[]
  next?: string
}

/** For the columns title, tags, notes and body. */
const weights = 'bm25(10.0, 5.0, 2.0, 1.0)'

/** Throws `invalid_input` for an invalid `before`. */
export function listByTime(database: ProfileDatabase, filter: Filter): Listed {
  const { conditions, values } = conditionsOf(filter)
  const cursor = cursorOf(filter, /^t\.(\S+)\.(\d+)$/)
  if (cursor !== undefined) {
    conditions.push('(d.updated_at, d.place) < (?, ?)')
    values.push(cursor[1] ?? '', Number(cursor[2]))
  }
  const sql = `SELECT d.* FROM drafts AS d WHERE ${conditions.join(' AND ')} ORDER BY d.updated_at DESC, d.place DESC LIMIT ?`
  const heads = database
    .statement(sql)
    .all(...values, filter.limit + 1)
    .map(headFrom)
  return page(heads, filter.limit, (last) => `t.${last.updatedAt}.${last.place}`)
}

/** The index ranks by itself, so that drafts are read only until the page is full. */
export async function listByRank(database: ProfileDatabase, filter: Filter, query: Query): Promise<Listed> {
  const { conditions, values } = conditionsOf(filter)
  const offset = Number(cursorOf(filter, /^r\.(\d{1,9})$/)?.[1] ?? 0)
  const sql = `SELECT d.* FROM draft_search AS s CROSS JOIN drafts AS d ON d.place = s.rowid
    WHERE s.draft_search MATCH ? AND s.rank MATCH '${weights}' AND ${conditions.join(' AND ')} ORDER BY s.rank LIMIT ? OFFSET ?`
  const heads = (await database.allInThread(sql, [query.match, ...values, filter.limit + 1, offset])).map(headFrom)
  return page(heads, filter.limit, () => `r.${offset + filter.limit}`)
}

function page(found: Head[], limit: number, next: (last: Head) => string): Listed {
  const heads = found.slice(0, limit)
  const last = heads.at(-1)
  return found.length > limit && last !== undefined ? { heads, next: next(last) } : { heads }
}

function conditionsOf(filter: Filter): { conditions: string[]; values: SqlValue[] } {
  const conditions = [`d.removed_at IS ${filter.removed ? 'NOT NULL' : 'NULL'}`]
  const values: SqlValue[] = []
  const operations = [filter.operation ?? []].flat()
  if (operations.length > 0) {
    conditions.push(`d.operation IN (${operations.map(() => '?').join(', ')})`)
    values.push(...operations)
  }
  if (filter.environment !== undefined) {
    conditions.push('d.environment = ?')
    values.push(filter.environment)
  }
  if (filter.tag !== undefined) {
    conditions.push('EXISTS (SELECT 1 FROM json_each(d.tags) AS t WHERE t.value = ?)')
    values.push(filter.tag)
  }
  return { conditions, values }
}

function cursorOf({ before }: Filter, pattern: RegExp): RegExpExecArray | undefined {
  if (before === undefined) return undefined
  const parts = pattern.exec(before)
  if (parts !== null) return parts
  throw new DeskError('invalid_input', 'This page of drafts follows no other.', {
    facts: { reason: 'page_not_found' },
    fields: [{ path: 'before', message: 'Pass what `next` said', reason: 'not_from_next' }],
  })
}
