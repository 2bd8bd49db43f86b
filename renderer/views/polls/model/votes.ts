// Cast votes for an export, read page by page from a list that grows meanwhile.
import type { Json, JsonObject } from '#contract/json.ts'
import type { ReadAnswer } from '#contract/models.ts'
import { readListing } from '#answers/answer.ts'
import { spelled } from '#answers/json.ts'
import { pageOf } from '#answers/paging.ts'
import { readInstant } from '#answers/dates.ts'
import { scalarText, valueIn } from '#answers/roles.ts'
import { castResource, voteId, type PollOption } from '#answers/poll/poll.ts'

export const pageSize = 200

export interface Gathered {
  votes: JsonObject[]
  /** Identifiers read: new votes push old ones onto the next page, where they come again. */
  ids: ReadonlySet<string>
  offset: number
  /** By the platform's count. */
  total: number | undefined
  done: boolean
  /** The platform repeats the same page: it ignores the offset, and there may be more. */
  stuck: boolean
}

export const nothingGathered: Gathered = {
  votes: [],
  ids: new Set(),
  offset: 0,
  total: undefined,
  done: false,
  stuck: false,
}

/** Adds one page. A vote without an identifier never counts as a repetition. */
export function withPage(before: Gathered, data: Json, answer?: Pick<ReadAnswer, 'status' | 'headers'>): Gathered {
  const page = { ...pageOf(answer), before: before.offset }
  const { rows, total = before.total, stated, more } = readListing(data, castResource, undefined, undefined, page)
  const ids = new Set(before.ids)
  const fresh = rows.filter((row) => {
    const id = voteId(row)
    if (id === undefined) return true
    if (ids.has(id)) return false
    ids.add(id)
    return true
  })
  const last = before.votes.slice(-rows.length)
  const repeated = rows.length > 0 && before.offset > 0 && (fresh.length === 0 || same(last, rows))
  const offset = before.offset + rows.length
  // Without a total only an empty page is the end: a platform may give smaller pages than it was asked for.
  const complete = total === undefined ? stated : offset >= total && !more
  const votes = repeated ? before.votes : [...before.votes, ...fresh]
  const stuck = repeated && !complete
  return { votes, ids, offset, total, done: rows.length === 0 || stuck || complete, stuck }
}

interface VoteColumn {
  id: string
  read: (vote: JsonObject) => string
}

export function voteColumns(votes: readonly JsonObject[], options: readonly PollOption[]): VoteColumn[] {
  const texts = new Map(options.map(({ id, text }) => [id, text]))
  const main: VoteColumn[] = [
    { id: 'voteId', read: (vote) => voteId(vote) ?? '' },
    { id: 'castAt', read: castAt },
    { id: 'optionId', read: (vote) => optionIn(vote) ?? '' },
    { id: 'option', read: (vote) => texts.get(optionIn(vote) ?? '') ?? '' },
  ]
  const used = new Set(['id', 'voteId', 'optionId'])
  const fields = [...new Set(votes.flatMap((vote) => Object.keys(vote)))].filter((name) => !used.has(name))
  return [
    ...main,
    ...fields.map((name) => ({
      id: main.some(({ id }) => id === name) ? `platform.${name}` : name,
      read: (vote: JsonObject) => asText(vote[name]),
    })),
  ]
}

/** ISO 8601, or the platform's own text where that is no date. */
export function castAt(vote: JsonObject): string {
  const at = valueIn(vote, 'at', castResource)
  const instant = readInstant(at)
  return instant === undefined ? (scalarText(at) ?? '') : new Date(instant).toISOString()
}

function optionIn(vote: JsonObject): string | undefined {
  return scalarText(
    ['optionId', 'choiceId', 'option', 'choice', 'answer', 'value']
      .map((name) => spelled(vote, name))
      .find((value) => value !== undefined && value !== null),
  )
}

function asText(value: Json | undefined): string {
  return scalarText(value) ?? (value === undefined || value === null || value === '' ? '' : JSON.stringify(value))
}

const same = (a: readonly JsonObject[], b: readonly JsonObject[]): boolean =>
  a.length === b.length && JSON.stringify(a) === JSON.stringify(b)
