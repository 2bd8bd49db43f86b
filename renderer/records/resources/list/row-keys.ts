// Rows under unique keys. A record that a further page repeats takes its newer content; rows of one page with the same
// identifier are all kept.
import type { JsonObject } from '#contract/json.ts'
import { runToEnd } from '#kit/composables/in-slices.ts'

export interface KeyedRows {
  rows: JsonObject[]
  byKey: ReadonlyMap<string, JsonObject>
  keyOf: (row: JsonObject, index?: number) => string
  /** With a further page, in steps (`inSlices`). */
  adding: (page: readonly JsonObject[]) => Generator<void, KeyedRows>
}

/** Whether a key is only a row's place, since the row has no identifier. */
export const isPlace = (key: string): boolean => /^row \d+$/.test(key)

type IdsOf = (rows: readonly JsonObject[]) => (row: JsonObject) => string | undefined

const stride = 64

export function keyRows(first: readonly JsonObject[], idsOf: IdsOf): KeyedRows {
  const empty: KeyedRows = build(new Map(), idsOf)
  return first.length === 0 ? empty : runToEnd(empty.adding(first))
}

function build(byKey: ReadonlyMap<string, JsonObject>, idsOf: IdsOf): KeyedRows {
  const [rows, keys] = [[...byKey.values()], [...byKey.keys()]]
  return {
    rows,
    byKey,
    // An array: a map by 100,000 rows would take longer than everything else.
    keyOf: (row, index) => keys[index !== undefined && rows[index] === row ? index : rows.indexOf(row)] ?? '',
    *adding(page) {
      const idOf = idsOf(page)
      const next = new Map<string, JsonObject>()
      let done = 0
      for (const [key, row] of byKey) {
        next.set(key, row)
        if ((done += 1) % stride === 0) yield
      }
      const used: PageKeys = { keys: new Set(), last: new Map() }
      for (const [index, row] of page.entries()) {
        const id = idOf(row)
        next.set(id === undefined ? `row ${byKey.size + index + 1}` : unused(id, used), row)
        if (index % stride === 0) yield
      }
      return build(next, idsOf)
    },
  }
}

/** The keys of one page, and the last number given to a repeated identifier. */
interface PageKeys {
  keys: Set<string>
  last: Map<string, number>
}

function unused(id: string, { keys, last }: PageKeys): string {
  let key = id
  let n = last.get(id) ?? 1
  while (keys.has(key)) key = `${id} (${(n += 1)})`
  if (n > 1) last.set(id, n)
  keys.add(key)
  return key
}
