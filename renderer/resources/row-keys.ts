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
      const met = new Map<string, number>()
      for (const [index, row] of page.entries()) {
        const id = idOf(row)
        next.set(id === undefined ? `row ${byKey.size + index + 1}` : unused(id, met), row)
      }
      return made(next, idsOf)
    },
  }
}

/** `met` has every key of the page with the last number that stood behind it: a page of one identifier alone costs no more than another. */
function unused(id: string, met: Map<string, number>): string {
  let key = id
  let n = met.get(id) ?? 1
  while (met.has(key)) key = `${id} (${(n += 1)})`
  met.set(id, n).set(key, met.get(key) ?? 1)
  return key
}
