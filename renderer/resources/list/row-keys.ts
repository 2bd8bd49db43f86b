// Rows under unique keys. Pages overlap where records came in between: a record that is known already takes its newer content. Two rows of
// one page with the same identifier are both kept, since the identifier may be none.
import type { JsonObject } from '#contract/json.ts'
import { atOnce } from '../../composables/in-slices.ts'

export interface KeyedRows {
  rows: JsonObject[]
  byKey: ReadonlyMap<string, JsonObject>
  /** `index` is the row's place in `rows`, where it is known. */
  keyOf: (row: JsonObject, index?: number) => string
  /** With a further page, in steps (`inSlices`). */
  adding: (page: readonly JsonObject[]) => Generator<void, KeyedRows>
}

/** Whether a key is only a row's place, since the row has no identifier. */
export const isPlace = (key: string): boolean => /^row \d+$/.test(key)

type IdsOf = (rows: readonly JsonObject[]) => (row: JsonObject) => string | undefined

/** Rows between two steps. */
const stride = 64

export function keyRows(first: readonly JsonObject[], idsOf: IdsOf): KeyedRows {
  const empty: KeyedRows = made(new Map(), idsOf)
  return first.length === 0 ? empty : atOnce(empty.adding(first))
}

function made(byKey: ReadonlyMap<string, JsonObject>, idsOf: IdsOf): KeyedRows {
  const [rows, keys] = [[...byKey.values()], [...byKey.keys()]]
  return {
    rows,
    byKey,
    // Keys beside the rows: a map by 100,000 of them would take longer than all the rest.
    keyOf: (row, index) => keys[index !== undefined && rows[index] === row ? index : rows.indexOf(row)] ?? '',
    *adding(page) {
      const idOf = idsOf(page)
      const next = new Map<string, JsonObject>()
      let done = 0
      for (const [key, row] of byKey) {
        next.set(key, row)
        if ((done += 1) % stride === 0) yield
      }
      const met: Met = { keys: new Set(), last: new Map() }
      for (const [index, row] of page.entries()) {
        const id = idOf(row)
        next.set(id === undefined ? `row ${byKey.size + index + 1}` : unused(id, met), row)
        if (index % stride === 0) yield
      }
      return made(next, idsOf)
    },
  }
}

/** The keys of one page, and the last number that stood behind an identifier that came again: a page of one identifier alone costs no more than another. */
interface Met {
  keys: Set<string>
  last: Map<string, number>
}

function unused(id: string, { keys, last }: Met): string {
  let key = id
  let n = last.get(id) ?? 1
  while (keys.has(key)) key = `${id} (${(n += 1)})`
  if (n > 1) last.set(id, n)
  keys.add(key)
  return key
}
