// A request while it is written: its parts, the place of each field in them, and the same as JSON text.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { withoutMasked } from '#contract/masked.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { at } from '#answers/answer.ts'
import { parseJson } from '#kit/components/text/json-text.ts'
import type { ActionSpec, RequestParts } from '../types.ts'

type Entry = Pick<OperationInfo, 'method' | 'pathParams'>
export type Part = 'path' | 'query' | 'body'

/**
 * The part in which a field travels: path for the route's names, then where it already is, otherwise query for GET and
 * DELETE and body for others.
 */
export function partOf(name: string, entry: Entry, parts: RequestParts): Part {
  const [first = ''] = name.split('.')
  if (entry.pathParams.includes(name)) return 'path'
  if (parts.query !== undefined && Object.hasOwn(parts.query, name)) return 'query'
  if (isObject(parts.body) && Object.hasOwn(parts.body, first)) return 'body'
  return entry.method === 'GET' || (entry.method === 'DELETE' && parts.body === undefined) ? 'query' : 'body'
}

export function readField(parts: RequestParts, name: string, entry: Entry): Json | undefined {
  const part = partOf(name, entry, parts)
  if (part === 'body') return at(parts.body, name)
  return parts[part]?.[name]
}

/** Undefined removes the field, and an object that becomes empty with it. */
export function writeField(parts: RequestParts, name: string, value: Json | undefined, entry: Entry): RequestParts {
  const part = partOf(name, entry, parts)
  if (part === 'body') return { ...parts, body: put(isObject(parts.body) ? parts.body : {}, name.split('.'), value) }
  const rest: JsonObject = { ...parts[part] }
  if (value === undefined) delete rest[name]
  else
    rest[name] =
      part === 'path'
        ? typeof value === 'object'
          ? JSON.stringify(value)
          : String(value)
        : typeof value === 'object' && value !== null
          ? JSON.stringify(value)
          : value
  return { ...parts, [part]: rest }
}

function put(into: JsonObject, [name = '', ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const next = { ...into }
  if (rest.length === 0) {
    if (value === undefined) delete next[name]
    else next[name] = value
    return next
  }
  const inner = Object.hasOwn(next, name) ? next[name] : undefined
  const inside = put(isObject(inner) ? inner : {}, rest, value)
  if (value === undefined && Object.keys(inside).length === 0) delete next[name]
  else next[name] = inside
  return next
}

/** The parts before anything is typed, without masked values. */
export function startParts(
  action: ActionSpec,
  entry: Entry,
  record: JsonObject | undefined,
  id: string | undefined,
): RequestParts {
  const parts = action.start?.(record && withoutMasked(record), id) ?? {}
  const bodied = entry.method === 'POST' || entry.method === 'PUT'
  return { ...parts, ...(bodied && parts.body === undefined ? { body: {} } : {}) }
}

export function toRequest(
  operation: string,
  { path, query, body }: RequestParts,
): RequestParts & { operation: string } {
  return {
    operation,
    ...(path === undefined || Object.keys(path).length === 0 ? {} : { path }),
    ...(query === undefined || Object.keys(query).length === 0 ? {} : { query }),
    ...(body === undefined ? {} : { body }),
  }
}

export function textOf(parts: RequestParts, entry: Entry): string {
  const { path = {}, query = {}, body } = parts
  const shown = {
    ...(entry.pathParams.length > 0 ? { path } : {}),
    ...(Object.keys(query).length > 0 || entry.method === 'GET' || (entry.method === 'DELETE' && body === undefined)
      ? { query }
      : {}),
    ...(body === undefined ? {} : { body }),
  }
  return JSON.stringify(shown, null, 2)
}

export type ParsedParts =
  | { ok: true; parts: RequestParts }
  | { ok: false; problem: 'json' | 'shape' | 'path' | 'query'; name?: string }

/** Reads such a text: path values are texts, query values scalars. */
export function partsOf(text: string): ParsedParts {
  const parsed = parseJson(text.trim() === '' ? '{}' : text)
  if (!parsed.ok) return { ok: false, problem: 'json' }
  const value = parsed.value as Json
  if (!isObject(value)) return { ok: false, problem: 'shape' }
  const strange = Object.keys(value).find((name) => !['path', 'query', 'body'].includes(name))
  if (strange !== undefined) return { ok: false, problem: 'shape', name: strange }
  const { path, query, body } = value
  const badPath = fault(path, (inside) => typeof inside === 'string')
  if (badPath !== undefined) return { ok: false, problem: 'path', name: badPath }
  const badQuery = fault(query, (inside) => typeof inside !== 'object' || inside === null)
  if (badQuery !== undefined) return { ok: false, problem: 'query', name: badQuery }
  return {
    ok: true,
    parts: {
      ...(path === undefined ? {} : { path: path as Record<string, string> }),
      ...(query === undefined ? {} : { query: query as Record<string, string | number | boolean | null> }),
      ...(body === undefined ? {} : { body }),
    },
  }
}

function fault(part: Json | undefined, fits: (value: Json) => boolean): string | undefined {
  if (part === undefined) return undefined
  if (!isObject(part)) return ''
  return Object.entries(part).find(([, value]) => !fits(value))?.[0]
}

/** Whether a record's identifier is among the scalars of a request. */
export function mentions(request: Json | undefined, id: string): boolean {
  if (typeof request === 'string' || typeof request === 'number') return String(request) === id
  if (typeof request !== 'object' || request === null) return false
  return Object.values(request).some((inside) => mentions(inside, id))
}
