// Rows under unique keys. Pages overlap where records came in between: a record that is known already takes its newer content. Two rows of
// one page with the same identifier are both kept, since the identifier may be none.
import type { JsonObject } from '#contract/json.ts'

export interface KeyedRows {
  rows: JsonObject[]
  byKey: ReadonlyMap<string, JsonObject>
  keyOf: (row: JsonObject) => string
  /** With a further page. */
  add: (page: readonly JsonObject[]) => KeyedRows
}

/** Whether a key is only a row's place, since the row has no identifier. */
export const isPlace = (key: string): boolean => /^row \d+$/.test(key)

type IdsOf = (rows: readonly JsonObject[]) => (row: JsonObject) => string | undefined

export function keyRows(first: readonly JsonObject[], idsOf: IdsOf): KeyedRows {
  const empty: KeyedRows = made(new Map(), idsOf)
  return first.length === 0 ? empty : empty.add(first)
}

function made(byKey: Map<string, JsonObject>, idsOf: IdsOf): KeyedRows {
  const keys = new Map<JsonObject, string>()
  for (const [key, row] of byKey) keys.set(row, key)
  return {
    rows: [...byKey.values()],
    byKey,
    keyOf: (row) => keys.get(row) ?? '',
    add(page) {
      const idOf = idsOf(page)
      const next = new Map(byKey)
      const met = new Set<string>()
      for (const [index, row] of page.entries()) {
        const id = idOf(row)
        const key = id === undefined ? `row ${byKey.size + index + 1}` : unused(id, met)
        met.add(key)
        next.set(key, row)
      }
      return made(next, idsOf)
    },
  }
}

function unused(id: string, met: ReadonlySet<string>): string {
  let key = id
  for (let n = 2; met.has(key); n += 1) key = `${id} (${n})`
  return key
}
