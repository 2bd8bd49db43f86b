import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { given, text, type Answer, type Call } from './call.ts'
import { invalid } from './refusal.ts'
import type { Stored } from './store.ts'
import { scalarText, integerOf } from './values.ts'

const defaultLimit = 50
const maxLimit = 200

const paging = ['limit', 'offset', 'page', 'pageSize', 'sort', 'sortBy', 'order', 'orderBy']
const since = ['from', 'startDate', 'dateFrom', 'fromDate', 'start']
const until = ['to', 'endDate', 'dateTo', 'toDate', 'end']
const words = ['query', 'q', 'search', 'text', 'term', 'keyword']
const notFilters = new Set([...paging, ...since, ...until, ...words].map((name) => name.toLowerCase()))

/** They name the caller, so they filter only where records have them. */
const owners = new Set(['accountId', 'workspaceId'])

const partial = new Set(['name', 'title', 'email', 'description', 'subject'])

/** `{ items, total, limit, offset }`, newest first. A search also leaves out records that lack a field it names. */
export function list(call: Call, records: readonly Stored[], search: boolean): Answer {
  return page(call, filtered(call, records, search))
}

/** Throws 400 for a limit or offset that is no whole number from 0. */
export function page(call: Call, items: readonly Json[], more: JsonObject = {}): Answer {
  const limit = Math.min(count(call, 'limit') ?? defaultLimit, maxLimit)
  const offset = count(call, 'offset') ?? 0
  const named = call.operation.body === undefined ? {} : { id: text(call, 'customerId', 'id') ?? '', status: 'ok' }
  return {
    page: true,
    data: { ...named, items: items.slice(offset, offset + limit), total: items.length, limit, offset, ...more },
  }
}

function filtered(call: Call, records: readonly Stored[], search: boolean): Stored[] {
  const from = instant(call, since, false)
  const to = instant(call, until, true)
  const typed = text(call, ...words)?.toLowerCase()
  const filters = Object.entries(call.fields).filter(
    ([name, value]) => !notFilters.has(name.toLowerCase()) && value !== null && value !== '' && !isObject(value),
  )
  const active = filters.filter(
    ([name]) => (search && !owners.has(name)) || records.some((record) => Object.hasOwn(record, name)),
  )
  return records.filter((record) => {
    const at = Date.parse(record.createdAt)
    if (from !== undefined && at < from) return false
    if (to !== undefined && at > to) return false
    if (typed !== undefined && !mentions(record, typed)) return false
    return active.every(([name, value]) => Object.hasOwn(record, name) && matches(name, record[name], value, search))
  })
}

function matches(name: string, value: Json | undefined, filter: Json, search: boolean): boolean {
  if (Array.isArray(filter)) return filter.some((one) => matches(name, value, one, search))
  if (Array.isArray(value)) return value.some((one) => matches(name, one, filter, search))
  const [own, part] = [scalarText(value), scalarText(filter)]
  if (own === undefined || part === undefined) return false
  return search && partial.has(name) ? own.toLowerCase().includes(part.toLowerCase()) : own === part
}

function mentions(record: Stored, typed: string): boolean {
  return Object.values(record).some((value) => typeof value === 'string' && value.toLowerCase().includes(typed))
}

function count(call: Call, name: string): number | undefined {
  const value = given(call, name)
  if (value === undefined) return undefined
  const number = integerOf(value)
  if (number === undefined || number < 0) throw invalid({ path: name, message: 'must be a whole number from 0' })
  return number
}

/** A date without a time means, as an end, the end of that day in UTC. */
function instant(call: Call, names: readonly string[], end: boolean): number | undefined {
  for (const name of names) {
    const value = text(call, name)
    if (value === undefined) continue
    const at = Date.parse(value)
    if (Number.isNaN(at)) throw invalid({ path: name, message: 'must be an ISO 8601 date or time' })
    return end && /^\d{4}-\d{2}-\d{2}$/.test(value) ? at + 86_399_999 : at
  }
  return undefined
}
