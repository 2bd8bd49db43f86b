// Finding the records in an answer whose shape nobody specified, and whether they are all there are.
import type { Json, JsonObject } from '#contract/json.ts'
import { isIdName, isObject, nounOf } from './identity.ts'

export interface Listing {
  records: JsonObject[]
  /** The answer shows one record rather than a list. */
  single: boolean
  /** Nothing says that there are more records than these. */
  complete: boolean
}

const listNames = ['items', 'data', 'results', 'records', 'list', 'rows', 'entries', 'nodes', 'content']
const wrappers = ['data', 'result', 'results', 'response', 'payload', 'body']
const totals = ['total', 'totalCount', 'totalItems', 'totalResults', 'totalRecords', 'total_count', 'count']
const continuations = ['next', 'nextPage', 'nextCursor', 'nextToken', 'nextUrl', 'next_cursor', 'next_page', 'cursor', 'hasMore', 'has_more', 'hasNext', 'hasNextPage', 'more']
const pagers = ['offset', 'page', 'pageSize', 'pageInfo', 'pagination', 'paging', ...continuations]
const nested = ['meta', 'metadata', 'pagination', 'paging', 'page', 'pageInfo', 'links']
const deepest = 4

/** The records of an answer; undefined where none are recognised. `sentLimit` is the limit that the read asked for. */
export function listingOf(answer: Json, noun: string, sentLimit?: number): Listing | undefined {
  return locate(answer, [])

  function locate(value: Json, around: readonly JsonObject[]): Listing | undefined {
    if (Array.isArray(value)) return asList(value, around)
    if (!isObject(value) || around.length > deepest) return undefined
    const chain = [...around, value]
    const hasId = namesItself(value)
    if (hasId && !isPaged(value)) return { records: [value], single: true, complete: true }
    const array = listNames.find((name) => Array.isArray(value[name]))
    if (array !== undefined) return asList(value[array] ?? null, chain)
    const own = hasId ? undefined : Object.entries(value).find(([name, inner]) => nounOf(name) === noun && isObject(inner) && namesItself(inner))
    if (own !== undefined) return locate(own[1], chain)
    const wrapper = wrappers.find((name) => Object.hasOwn(value, name))
    if (wrapper !== undefined) return locate(value[wrapper] ?? null, chain)
    const sole = hasId ? undefined : soleArray(value, noun)
    if (sole !== undefined) return asList(sole, chain)
    return around.length > 0 && Object.keys(value).length > 0 ? { records: [value], single: true, complete: true } : undefined
  }

  function namesItself(value: JsonObject): boolean {
    return Object.entries(value).some(([name, inner]) => isIdName(name, noun) && inner !== null && typeof inner !== 'object')
  }

  function asList(value: Json, chain: readonly JsonObject[]): Listing | undefined {
    if (!Array.isArray(value)) return undefined
    const records = value.filter(isObject)
    if (records.length !== value.length) return undefined
    return { records, single: false, complete: isComplete(records.length, chain, sentLimit) }
  }
}

/** An object that has an identifier and also the marks of a page is a page, not a record (the search of the specification answers so). */
function isPaged(value: JsonObject): boolean {
  return pagers.some((name) => Object.hasOwn(value, name)) || (typeof value.limit === 'number' && totals.some((name) => Object.hasOwn(value, name)))
}

/** The one list of objects of an object, such as `templates`. An empty one counts only under the noun's own name: nothing must not pass for an empty list. */
function soleArray(value: JsonObject, noun: string): Json[] | undefined {
  const arrays = Object.entries(value).flatMap(([name, inner]) => (Array.isArray(inner) && inner.every(isObject) ? [{ name, inner }] : []))
  const [only] = arrays
  if (only === undefined || arrays.length > 1) return undefined
  return only.inner.length > 0 || only.name.toLowerCase().includes(noun) ? only.inner : undefined
}

function isComplete(length: number, chain: readonly JsonObject[], sentLimit: number | undefined): boolean {
  const places = chain.flatMap((object) => [object, ...nested.map((name) => object[name]).filter(isObject)])
  let total: number | undefined
  for (const place of places) {
    if (continuations.some((name) => isTruthy(place[name]))) return false
    if (numeric(place.offset) > 0 || numeric(place.totalPages) > 1 || numeric(place.pageCount) > 1 || numeric(place.page) > 1) return false
    for (const name of totals) if (Object.hasOwn(place, name)) total = Math.max(total ?? 0, numeric(place[name]))
  }
  if (total !== undefined && total > length) return false
  if (total !== undefined && total > 0) return true
  const limits = [sentLimit, ...places.map((place) => (Object.hasOwn(place, 'limit') ? numeric(place.limit) : undefined))]
  return limits.every((limit) => limit === undefined || limit <= 0 || length < limit)
}

const isTruthy = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== false && value !== '' && value !== 0 && value !== 'false'

function numeric(value: Json | undefined): number {
  const number = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : 0
  return Number.isNaN(number) ? 0 : number
}
