// A request as its parts, and the place of a field in them.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { withoutMasked } from '#contract/masked.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { parseJson } from '#kit/components/text/json-text.ts'
import type { ActionSpec, FieldSpec, RequestParts } from '../types.ts'

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

/** The parts before anything is typed, without masked values. */
export const startParts = (action: ActionSpec, record: JsonObject | undefined, id: string | undefined): RequestParts =>
  action.start?.(record && withoutMasked(record), id) ?? {}

/**
 * The fields of an action that a view has worded: those that it chose, if any, where nobody specified its body.
 * Undefined where all that is known is offered.
 */
export function chosenFields(
  { fields, free, name }: ActionSpec,
  entry: Pick<OperationInfo, 'body'> | undefined,
): readonly FieldSpec[] | undefined {
  return fields ?? (free === false || (name === undefined && entry?.body === undefined) ? [] : undefined)
}

/** A request without its empty parts. */
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

/** Reads a request out of a link: path values are texts, query values scalars; undefined for anything else. */
export function partsOf(text: string): RequestParts | undefined {
  const parsed = parseJson(text)
  const value = parsed.ok ? (parsed.value as Json) : undefined
  if (!isObject(value) || Object.keys(value).some((name) => !['path', 'query', 'body'].includes(name))) return undefined
  const { path, query, body } = value
  const holds = (part: Json | undefined, fits: (inside: Json) => boolean): boolean =>
    part === undefined || (isObject(part) && Object.values(part).every(fits))
  if (!holds(path, (one) => typeof one === 'string') || !holds(query, (one) => typeof one !== 'object' || one === null))
    return undefined
  return {
    ...(path === undefined ? {} : { path: path as Record<string, string> }),
    ...(query === undefined ? {} : { query: query as Record<string, string | number | boolean | null> }),
    ...(body === undefined ? {} : { body }),
  }
}

/** Whether a record's identifier is among the scalars of a request. */
export function mentions(request: Json | undefined, id: string): boolean {
  if (typeof request === 'string' || typeof request === 'number') return String(request) === id
  if (typeof request !== 'object' || request === null) return false
  return Object.values(request).some((inside) => mentions(inside, id))
}
