// Whether a list is complete: only where the answer says so, or where nothing beside the list is unexplained.
import { defined } from '#contract/defined.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { ReadAnswer } from '#contract/models.ts'
import { lookBeside, type Beside } from './pages/beside.ts'
import { lookAtHeaders } from './pages/headers.ts'

export interface Paging {
  complete: boolean
  /** Complete because the answer says so, not only because nothing speaks against it. */
  stated: boolean
  /** The answer says that it goes on. */
  more: boolean
  /** Never less than the rows: then it counts something else. */
  total?: number
  next?: string
  limit?: number
  /** It begins behind the first page. */
  late?: true
  /** How the answer itself says that its next page is asked for. */
  ask?: PageAsk
}

/** The address of the next page, or what its request has beside the rest. */
export type PageAsk = { url: string } | { fields: Record<string, string | number> }

export interface PageOf {
  sentLimit?: number | undefined
  status?: number | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** Rows of the pages before this one, where it is a later page of a list that is read from its beginning. */
  before?: number | undefined
}

/** What an answer says of its page besides its body. */
export const pageOf = (answer: Pick<ReadAnswer, 'status' | 'headers'> | undefined): PageOf =>
  answer === undefined ? {} : { status: answer.status, headers: answer.headers }

/** A list of just so many may go on, where no total is named. */
const usualSizes = new Set([
  10, 12, 15, 20, 24, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300, 400, 500, 1_000, 2_000, 5_000, 10_000,
])
const longestNext = 4_096

/** `around`: from the answer itself down to the list's holder; `path`: the names that lead to the list. */
export function pagingOf(
  items: readonly Json[],
  around: readonly JsonObject[],
  path: readonly string[],
  { sentLimit, status, headers, before = 0 }: PageOf = {},
): Paging {
  const here = items.length
  const length = before + here
  const seen = lookBeside(around, path, items.at(-1), here, before)
  const wire = lookAtHeaders(headers ?? {}, status, here, before)
  const counts = [...seen.totals, ...seen.loose, ...wire.totals, ...wire.loose].filter(Number.isSafeInteger)
  const short = counts.some((count) => count > length)
  const pages = [seen, wire].some(hasLater)
  const says = [seen, wire].some(({ says }) => says === 'more') || pages
  const ended = !says && [seen, wire].some(({ says }) => says === 'end')
  // What leads on beside "no more" is a template, unless a header says it.
  const leads = wire.leads || (seen.leads && seen.says !== 'end')
  const isLater = before === 0 && (seen.prior || wire.prior)
  const goesOn = short || says || leads || isLater || wire.isPart
  const whole = [...seen.totals, ...wire.totals].includes(length)
  const stated = !goesOn && (ended || whole || seen.lastNamed || wire.lastNamed || isLastOf(seen) || isLastOf(wire))

  const limits = [...seen.limits, ...wire.limits].filter((one) => Number.isInteger(one) && one > 0)
  const limit = limits.at(-1)
  const full = [sentLimit, ...limits].some((size) => size !== undefined && size > 0 && here >= size)
  const usual = limit === undefined && sentLimit === undefined && usualSizes.has(here)
  const total = [seen.totals, wire.totals, seen.loose, wire.loose]
    .map((all) => all.findLast((count) => Number.isSafeInteger(count) && count >= length))
    .find((count) => count !== undefined)
  return {
    complete: !goesOn && (stated || !(seen.unexplained || wire.unexplained || full || usual)),
    stated,
    more: short || says || leads,
    ...(isLater && { late: true as const }),
    ...defined({
      total,
      next: nextOf(seen, wire),
      limit,
      ask: says || leads || short || full ? askOf(seen, wire, here) : undefined,
    }),
  }
}

/** Pages are counted from 1 or from 0; from 0 the last has its number plus 1 as the count. */
const hasLater = ({ pages, page = 1, says }: Beside): boolean =>
  pages.some((count) => count > Math.max(page, 1) && !(says === 'end' && count === page + 1))
const isLastOf = ({ pages, page = 0 }: Beside): boolean => page > 0 && pages.includes(page)

function nextOf(...all: Beside[]): string | undefined {
  const told = all.flatMap(({ url, next }) => [url, next]).find((text) => text !== undefined && text !== '')
  return told === undefined || told.length > longestNext ? undefined : told
}

function askOf(seen: Beside, wire: Beside, here: number): PageAsk | undefined {
  const url = seen.url ?? wire.url
  if (url !== undefined) return url.length <= longestNext ? { url } : undefined
  for (const { fields } of [seen, wire]) if (Object.keys(fields).length > 0) return { fields }
  for (const { pageName, page } of [seen, wire])
    if (pageName !== undefined && page !== undefined) return { fields: { [pageName]: page + 1 } }
  if (seen.offset !== undefined && here > 0) return { fields: { [seen.offset.name]: seen.offset.at + here } }
  return undefined
}
