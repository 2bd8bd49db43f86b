// Every page of a list, or none: what may be refunded is only known once the last refund was seen.
import type { Json, JsonObject } from '#contract/json.ts'
import type { FieldChoice } from '#contract/live.ts'
import { readAnswer } from '#answers/answer.ts'
import type { ReadingReason } from '#answers/answer.ts'
import { refundResource } from './lines.ts'

const pageSize = 100
const mostPages = 50

export interface Pages {
  rows: JsonObject[]
  /** What the platform says there are, where it says it. */
  total?: number
  /** Whether the end of the list was seen. */
  complete: boolean
  /** Why what was read may not be the refunds, or not all of them; undefined where every page was clear. */
  doubt?: { reason: ReadingReason; at: string }
}

/**
 * Reads pages until one brings nothing new. A short page proves nothing, since platforms cap what they give, nor does a total that is reached:
 * it may count the page alone. A total that is not reached says that the list is not whole, and so does a page that names a next one and is
 * the last that the platform gives. A page that is only guessed at is a doubt about all of them. `told` hears how many were read so far. Throws what `read` throws.
 */
export async function readAllPages(
  read: (page: { limit: number; offset: number }) => Promise<Json>,
  idOf: (row: JsonObject) => string | undefined,
  choice?: Pick<FieldChoice, 'list'>,
  told: (count: number) => void = () => undefined,
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
    // Behind the last page a platform may say nothing at all.
    const isEnd = page > 0 && listing.reason === 'nothing_there'
    if (listing.certainty !== 'clear' && !isEnd) doubt ??= { reason: listing.reason, at: listing.at }
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
    const goesOn = fresh.length === 0 && listing.rows.length > 0 && listing.more
    if (fresh.length === 0) return pages(!goesOn && rows.length >= (total ?? 0))
  }
  return pages(false)

  function pages(complete: boolean): Pages {
    return { rows, ...(total === undefined ? {} : { total }), complete, ...(doubt === undefined ? {} : { doubt }) }
  }
}
