// Reads and writes in one list, newest first: each table is queried in order, then merged by id, which sorts by time in
// both.
import { folded } from '#contract/folding.ts'
import type { BridgeParams } from '#contract/bridge.ts'
import type { IntentState } from '#contract/models.ts'
import type { HistoryPage } from '#contract/requests.ts'
import type { Operation } from '../catalog/entry.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import { entryOf, selections, writeOutcomes, type EntryKind } from './entries.ts'

type Filter = BridgeParams<'history.list'>

export const searchWords = (query = ''): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)

interface SearchWord {
  like: string
  operations: string
}

export function createListing({
  database,
  operations,
}: {
  database: Pick<ProfileDatabase, 'statement'>
  operations: ReadonlyMap<string, Operation>
}): (filter: Filter) => HistoryPage {
  function wordsOf(query: string | undefined): SearchWord[] {
    return searchWords(query).map((word) => ({
      like: `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      operations: JSON.stringify(
        [...operations.values()].filter(({ name }) => folded(name).includes(folded(word))).map(({ key }) => key),
      ),
    }))
  }

  return (filter) => {
    const words = wordsOf(filter.query)
    const rows = (['read', 'write'] as const).flatMap((kind) => {
      const query = queryFor(kind, filter, words)
      return query === undefined ? [] : database.statement(query.sql).all(...query.values)
    })
    const sorted = rows.toSorted((a, b) => (String(a.id) < String(b.id) ? 1 : -1))
    const items = sorted.slice(0, filter.limit).map((row) => entryOf(row, operations))
    const last = items.at(-1)
    return sorted.length > items.length && last !== undefined ? { items, next: last.id } : { items }
  }
}

/** Selects one row more than asked for; undefined where no such entry can match. */
function queryFor(
  kind: EntryKind,
  filter: Filter,
  words: readonly SearchWord[],
): { sql: string; values: SqlValue[] } | undefined {
  if (filter.kind !== undefined && filter.kind !== kind) return undefined
  const conditions: string[] = []
  const values: SqlValue[] = []
  const where = (condition: string, ...more: SqlValue[]) => {
    conditions.push(condition)
    values.push(...more)
  }
  if (filter.before !== undefined) where('h.id < ?', filter.before)
  if (filter.product !== undefined) where('h.product = ?', filter.product)
  if (filter.operation !== undefined) where('h.operation = ?', filter.operation)
  if (filter.environment !== undefined) where('h.environment = ?', filter.environment)
  if (filter.pinned !== undefined) where(`m.pinned_at IS ${filter.pinned ? 'NOT NULL' : 'NULL'}`)
  const at = kind === 'read' ? 'h.at' : 'h.created_at'
  if (filter.from !== undefined) where(`${at} >= ?`, instant(filter.from))
  if (filter.to !== undefined) where(`${at} <= ?`, instant(filter.to))
  if (filter.outcome !== undefined) {
    if (kind === 'read') where('h.outcome = ?', filter.outcome)
    else {
      const states = (Object.keys(writeOutcomes) as IntentState[]).filter(
        (state) => writeOutcomes[state] === filter.outcome,
      )
      if (states.length === 0) return undefined
      where(`h.state IN (${states.map(() => '?').join(', ')})`, ...states)
      // The index covers only these.
      if (!states.includes('confirmed')) where("h.state <> 'confirmed'")
    }
  }
  const places = [
    'h.operation',
    'h.request_id',
    ...(kind === 'read'
      ? ['h.error', 'h.message']
      : [
          "h.error ->> '$.code'",
          "h.error ->> '$.message'",
          "h.error ->> '$.facts.said'",
          "h.deed ->> '$.code'",
          "h.deed ->> '$.facts.name'",
          "h.deed ->> '$.facts.detail'",
        ]),
  ]
  for (const { like, operations } of words) {
    const among = places.map((place) => String.raw`${place} LIKE ? ESCAPE '\'`).join(' OR ')
    where(`(${among} OR h.operation IN (SELECT value FROM json_each(?)))`, ...places.map(() => like), operations)
  }
  const condition = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  return { sql: `${selections[kind]}${condition} ORDER BY h.id DESC LIMIT ?`, values: [...values, filter.limit + 1] }
}

/** As both tables store it, so that instants compare as text. */
const instant = (text: string): string => new Date(text).toISOString()
