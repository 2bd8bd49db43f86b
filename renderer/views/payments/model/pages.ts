// Every page of a list, or none: what may be refunded is only known once the last refund was seen.
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing } from '#answers/answer.ts'

export const pageSize = 100
const mostPages = 50

export interface Pages {
  rows: JsonObject[]
  /** What the platform says there are, where it says it. */
  total?: number
  /** Whether the end of the list was seen. */
  complete: boolean
}

/**
 * Reads pages until one brings nothing new. A short page proves nothing, since platforms cap what they give, nor does a total that is reached:
 * it may count the page alone. A total that is not reached says that the list is not whole. `told` hears how many were read so far. Throws what `read` throws.
 */
export async function readAllPages(
  read: (page: { limit: number; offset: number }) => Promise<Json>,
  idOf: (row: JsonObject) => string | undefined,
  list?: string,
  told: (count: number) => void = () => undefined,
): Promise<Pages> {
  const rows: JsonObject[] = []
  const known = new Set<string>()
  let before = ''
  let total: number | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const listing = readListing(await read({ limit: pageSize, offset: rows.length }), list)
    total = listing.total ?? total
    const text = JSON.stringify(listing.rows)
    // Without identifiers, the same page once more is one that did not follow the offset.
    const fresh = text === before ? [] : listing.rows.filter((row) => !known.has(idOf(row) ?? ''))
    before = text
    for (const row of fresh) {
      rows.push(row)
      const id = idOf(row)
      if (id !== undefined) known.add(id)
    }
    told(rows.length)
    if (fresh.length === 0) return { rows, ...(total === undefined ? {} : { total }), complete: rows.length >= (total ?? 0) }
  }
  return { rows, ...(total === undefined ? {} : { total }), complete: false }
}
