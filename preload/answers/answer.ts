// What stands in an answer whose shape the specification leaves open: any array of objects is a list, any object a record.
import type { Json, JsonObject } from '#contract/json.ts'

/** The records of an answer, and what stood beside them. */
export interface Listing {
  rows: JsonObject[]
  /** Where the rows were found, dotted (`data.items`); empty for the whole answer. */
  at: string
  /** Other lists of the answer that could have been meant, largest first. */
  others: string[]
  /** How many there are in all, where the answer says it. */
  total?: number
  /** Fields beside the list: a tally, totals, what paging said. */
  beside: JsonObject
  /** Items of the list that were no objects, kept as `{ value }` rows. */
  scalars: number
}

interface Found {
  path: string
  name: string
  items: Json[]
  parent: JsonObject
  parentPath: string
}

const totals = ['total', 'totalCount', 'total_count', 'totalItems', 'total_items', 'totalRecords', 'total_records', 'count']
const paging = ['pagination', 'paging', 'page', 'pageInfo', 'page_info', 'meta', 'metadata']
const envelopes = ['data', 'result', 'results', 'records', 'list', 'rows', 'response', 'payload']
/** Lists called so, but parts of a record too: the lines of an invoice. */
const parts = ['items', 'entries']
const pages = ['limit', 'offset', 'hasMore', 'has_more']
const identifiers = ['id', '_id', 'uuid']
/** What a record says of itself; an identifier and a status alone stand in every answer's envelope (specification, section 2.1). */
const described = ['name', 'title', 'amount', 'createdAt', 'created_at', 'created', 'currency']
/** What stands beside a record in its envelope and says nothing of it. */
const formalities = ['success', 'ok', 'status', 'code', 'message', 'error', 'errors', 'requestId', 'request_id', 'timestamp', 'version', 'meta']
/** Deeper than this nobody puts a list; hostile answers go on for thousands of levels. */
const maxDepth = 6
const mostLists = 1_000
const mostOthers = 20

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The list in an answer. One item where a list was expected is a list of one; nothing at all is an empty one. `list` is the person's choice of the list meant. */
export function readListing(data: Json, list?: string): Listing {
  const found: Found[] = []
  collect(data, '', '', {}, '', 0, found)
  const chosen = found.find(({ path }) => path === list) ?? [...found].sort(byLikelihood)[0]
  const others = [...found]
    .sort((a, b) => b.items.length - a.items.length)
    .filter((one) => one !== chosen && one.items.some(isObject))
    .map(({ path }) => path)
    .slice(0, mostOthers)
  if (chosen === undefined || (chosen.path !== list && isPart(chosen))) {
    const record = chosen?.parent ?? readRecord(data)
    const lists = chosen === undefined || !chosen.items.some(isObject) ? others : [chosen.path, ...others]
    return { rows: record === undefined || isEmpty(record) ? [] : [record], at: chosen?.parentPath ?? '', others: lists, beside: {}, scalars: 0 }
  }
  const beside = Object.fromEntries(Object.entries(chosen.parent).filter(([, value]) => value !== chosen.items))
  const total = [chosen.parent, ...(isObject(data) ? [data] : [])].map((object) => totalOf(object, chosen.items.length)).find((one) => one !== undefined)
  return {
    ...rowsOf(chosen.items),
    at: chosen.path,
    others,
    ...(total === undefined ? {} : { total }),
    beside,
  }
}

/** A list of objects is its rows as it stands: of 100,000 none is made anew. */
function rowsOf(items: Json[]): Pick<Listing, 'rows' | 'scalars'> {
  if (items.every(isObject)) return { rows: items, scalars: 0 }
  const kept = items.filter((item) => item !== null)
  return { rows: kept.map((item) => (isObject(item) ? item : { value: item })), scalars: kept.filter((item) => !isObject(item)).length }
}

/** The record in an answer: what the envelopes hold, the first of a list of one. Undefined where there is none. */
export function readRecord(data: Json | undefined): JsonObject | undefined {
  let value = data
  for (let depth = 0; depth < maxDepth; depth += 1) {
    if (Array.isArray(value)) {
      value = value.length === 1 ? value[0] : undefined
      continue
    }
    if (!isObject(value)) return undefined
    const inside = contentOf(value)
    if (inside === undefined) break
    value = inside
  }
  return isObject(value) ? value : undefined
}

/** A value below an object by its name or dotted path; only own properties count. */
export function at(value: Json | undefined, path: string): Json | undefined {
  if (path === '') return value
  if (isObject(value) && Object.hasOwn(value, path)) return value[path]
  let here = value
  for (const name of path.split('.')) {
    if (Array.isArray(here)) here = /^\d{1,9}$/.test(name) ? here[Number(name)] : undefined
    else if (isObject(here) && Object.hasOwn(here, name)) here = here[name]
    else return undefined
  }
  return here
}

/** What an envelope holds; undefined where the object is the record itself. `null` in an envelope is nothing at all. */
function contentOf(value: JsonObject): Json | undefined {
  const own = hasIdentifier(value)
  for (const name of ['data', 'result', 'record', 'item', 'response', 'payload']) {
    const inside = at(value, name)
    if (!own && (inside === null || (Array.isArray(inside) && inside.length === 0))) return null
    if (isObject(inside) && (!own || isNamed(inside))) return inside
    if (Array.isArray(inside) && inside.length === 1 && isObject(inside[0])) return inside
  }
  // `{ success: true, stream: { ... } }`: one object in an envelope of formalities.
  const entries = Object.entries(value).filter(([name]) => !formalities.includes(name))
  const only = entries[0]?.[1]
  return entries.length === 1 && isObject(only) && isNamed(only) ? only : undefined
}

function collect(value: Json, path: string, name: string, parent: JsonObject, parentPath: string, depth: number, into: Found[]): void {
  if (Array.isArray(value)) {
    into.push({ path, name, items: value, parent, parentPath })
    return
  }
  if (!isObject(value) || depth >= maxDepth) return
  for (const [own, inside] of Object.entries(value)) {
    if (into.length >= mostLists) return
    if (typeof inside === 'object' && inside !== null) collect(inside, path === '' ? own : `${path}.${own}`, own, value, path, depth + 1, into)
  }
}

/** A list that belongs to one record: its parent has an identifier, and the list is not called what envelopes call theirs. */
function isPart({ path, name, parent }: Found): boolean {
  if (path === '' || envelopes.includes(name) || !hasIdentifier(parent)) return false
  // `{ id, status, items, limit, offset }`: what pages is a list, also where it says whose it is.
  if (parts.includes(name) && pages.some((one) => Object.hasOwn(parent, one))) return false
  return !parts.includes(name) || described.some((one) => Object.hasOwn(parent, one))
}

function hasIdentifier(object: JsonObject): boolean {
  return identifiers.some((name) => Object.hasOwn(object, name))
}

/** `streamId` names a record as well; beside a list it says whose list it is. */
function isNamed(object: JsonObject): boolean {
  return hasIdentifier(object) || Object.keys(object).some((name) => /[a-z](?:Id|_id)$/.test(name))
}

function byLikelihood(a: Found, b: Found): number {
  return rank(b) - rank(a) || a.path.split('.').length - b.path.split('.').length || b.items.length - a.items.length
}

function rank({ path, name, items }: Found): number {
  const named = path === '' || envelopes.includes(name) || parts.includes(name) ? 2 : 0
  return named + (items.some(isObject) ? 2 : items.length === 0 ? 1 : 0)
}

/** A total is never less than what is there: then it counts something else. */
function totalOf(object: JsonObject, least: number): number | undefined {
  for (const place of [object, ...paging.map((name) => at(object, name)).filter(isObject)]) {
    for (const name of totals) {
      const value = at(place, name)
      const total = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
      if (typeof total === 'number' && Number.isSafeInteger(total) && total >= least) return total
    }
  }
  return undefined
}

const isEmpty = (record: JsonObject): boolean => Object.keys(record).length === 0
