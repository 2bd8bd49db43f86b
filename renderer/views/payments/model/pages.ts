import type { Json, JsonObject } from '#contract/json.ts'
import type { FieldChoice } from '#contract/live.ts'
import { readAnswer, type ReadingReason } from '#answers/answer.ts'
import { refundResource } from './lines.ts'

const pageSize = 100
const mostPages = 50

export interface Pages {
  rows: JsonObject[]
  /** How many there are, where the platform says it. */
  total?: number
  /** Whether the end of the list was seen. */
  complete: boolean
  /** Why the rows may not be the refunds, or not all of them. */
  doubt?: { reason: ReadingReason; at: string }
}

/**
 * Reads pages until one brings nothing new. Neither a short page nor a total that is reached proves the end: platforms cap pages, and a
 * total may count the page alone. A total that is not reached, or a last page that names a next one, means that the list is incomplete.
 * Throws what `read` throws.
 */
export async function readAllPages(
  read: (page: { limit: number; offset: number }) => Promise<Json>,
  idOf: (row: JsonObject) => string | undefined,
  choice?: Pick<FieldChoice, 'list'>,
  onProgress: (count: number) => void = () => undefined,
): Promise<Pages> {
  const rows: JsonObject[] = []
  const known = new Set<string>()
  let before = ''
  let total: number | undefined
  let doubt: Pages['doubt']
  for (let page = 0; page < mostPages; page += 1) {
    const listing = readAnswer(await read({ limit: pageSize, offset: rows.length }), {
      resource: refundResource,
      choice,
      sentLimit: pageSize,
    })
    total = listing.total ?? total
    // Behind the last page a platform may answer with nothing.
    const isEnd = page > 0 && listing.reason === 'nothing_there'
    if (listing.certainty !== 'clear' && !isEnd) doubt ??= { reason: listing.reason, at: listing.at }
    const text = JSON.stringify(listing.rows)
    // The same page once more: the platform ignored the offset, which identifiers alone may not show.
    const fresh = text === before ? [] : listing.rows.filter((row) => !known.has(idOf(row) ?? ''))
    before = text
    for (const row of fresh) {
      rows.push(row)
      const id = idOf(row)
      if (id !== undefined) known.add(id)
    }
    onProgress(rows.length)
    const goesOn = fresh.length === 0 && listing.rows.length > 0 && listing.more
    if (fresh.length === 0) return pages(!goesOn && rows.length >= (total ?? 0))
  }
  return pages(false)

  function pages(complete: boolean): Pages {
    return { rows, ...(total === undefined ? {} : { total }), complete, ...(doubt === undefined ? {} : { doubt }) }
  }
}
