// Cast votes as rows of an export, read page by page from a list that grows meanwhile.
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing } from '#answers/answer.ts'
import { spelled } from '#answers/json.ts'
import { readInstant } from '#answers/dates.ts'
import { scalarText, valueIn } from '#answers/roles.ts'
import { castResource, voteId } from '#answers/poll/poll.ts'
import type { PollOption } from '#answers/poll/poll.ts'

export const pageSize = 200

/** What has been read so far. */
export interface Gathered {
  votes: JsonObject[]
  /** Identifiers met: new votes push old ones onto the next page, where they come a second time. */
  seen: ReadonlySet<string>
  /** Asked for next. */
  offset: number
  /** How many votes the platform says there are. */
  total: number | undefined
  done: boolean
  /** The platform sent the same page again: it does not page by offset, and there may be more. */
  stuck: boolean
}

export const nothingGathered: Gathered = {
  votes: [],
  seen: new Set(),
  offset: 0,
  total: undefined,
  done: false,
  stuck: false,
}

/** Takes one page in. Without an identifier a vote is never taken for another one. */
export function withPage(before: Gathered, answer: Json): Gathered {
  const { rows, total = before.total, beside } = readListing(answer, castResource)
  const seen = new Set(before.seen)
  const fresh = rows.filter((row) => {
    const id = voteId(row)
    if (id === undefined) return true
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
  const last = before.votes.slice(-rows.length)
  const repeated = rows.length > 0 && before.offset > 0 && (fresh.length === 0 || same(last, rows))
  const offset = before.offset + rows.length
  // Without a total only an empty page says that there are no more: a platform may give smaller pages than it was asked for.
  const short = total === undefined ? spelled(beside, 'hasMore') === false : offset >= total
  const votes = repeated ? before.votes : [...before.votes, ...fresh]
  const stuck = repeated && !short
  return { votes, seen, offset, total, done: rows.length === 0 || stuck || short, stuck }
}

/** Columns that every export has, and then each field of the votes that is none of them. */
export interface VoteColumn {
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

/** When a vote was cast, ISO 8601 with milliseconds and Z; as the platform wrote it where that is no date. */
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
