// The work of the editor as pure values: from a link or the history, and what of it may leave the desk.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { formerMask } from '#contract/mask.ts'
import { holdsMask, maskedPlaces as placesIn } from '#contract/masked.ts'
import { isSecretReference, type OperationInfo } from '#contract/operation.ts'
import type { KeptRequest } from '#contract/requests.ts'
import { isSecretName } from '#contract/secret-names.ts'
import type { RequestParts } from '../types.ts'
import { operationAddress } from '#kit/composables/operation-address.ts'
import type { Work } from '#kit/stores/open-requests.ts'
import { checkJson, type JsonProblem } from '#kit/components/text/json-check.ts'
import { newRow, readQuery, rowsOf } from './query-rows.ts'

type Entry = { method: string } & Pick<OperationInfo, 'paging'>

/** For an operation that the catalog may not have (yet). */
export const methodOf = (operation: string): string => operation.split(' ', 1)[0] ?? ''

export const takesBody = ({ method }: { method: string }): boolean => method === 'POST' || method === 'PUT'

/** A list that answers in pages has their two rows, switched off. */
export function emptyWork(entry: Entry): Work {
  const paged = entry.paging === 'limit-offset' && !takesBody(entry)
  return {
    path: {},
    query: paged
      ? ['limit', 'offset'].map((name) => ({
          ...newRow(name, { type: 'integer' }),
          value: name === 'limit' ? '50' : '0',
          on: false,
        }))
      : [],
    text: takesBody(entry) ? '{}' : '',
    typed: {},
    added: [],
    masked: false,
  }
}

/** `masked`: the request comes from the history, where a mask is not what was sent. */
export function workOf({ path = {}, query, body }: KeptRequest, entry: Entry, masked: boolean): Work {
  const empty = emptyWork(entry)
  return {
    ...empty,
    path: Object.fromEntries(
      Object.entries(path).map(([name, value]: [string, Json]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    query: query === undefined ? empty.query : rowsOf(query),
    text: body === undefined ? empty.text : textOf(body),
    masked,
  }
}

export function sameWork(a: Work, b: Work): boolean {
  const sent = ({ path, query, text }: Work): string =>
    JSON.stringify([
      Object.entries(path).filter(([, value]) => value !== ''),
      readQuery(query).query,
      textOf(readBody(text).value) || text.trim(),
    ])
  return sent(a) === sent(b)
}

export const textOf = (body: Json | undefined): string => (body === undefined ? '' : JSON.stringify(body, null, 2))

export interface ReadBody {
  value: Json | undefined
  problems: JsonProblem[]
}

/** The body that a text stands for; an empty one stands for none. */
export function readBody(text: string): ReadBody {
  if (text.trim() === '') return { value: undefined, problems: [] }
  const checked = checkJson(text)
  return checked.ok ? { value: checked.value as Json, problems: [] } : { value: undefined, problems: checked.problems }
}

/** Dotted places of values that must be typed anew, since the history keeps only their mask. */
export const maskedPlaces = (parts: RequestParts, fromHistory: boolean): string[] =>
  placesIn(parts as JsonObject, { whole: true, anywhere: fromHistory })

/** A record's identifier is no credential, whatever its name sounds like. */
export function isSecretPlace(
  { secretFields = [], record = [] }: Pick<OperationInfo, 'secretFields' | 'record'>,
  place: string,
  name: string,
): boolean {
  return secretFields.includes(place) || (isSecretName(name) && !record.includes(`body.${place}`))
}

/** Dotted places in a body at which a credential stands as it is. */
export function openSecrets(
  body: Json | undefined,
  entry: Pick<OperationInfo, 'secretFields' | 'record'> = {},
): string[] {
  const search = (value: Json, place: string, name: string): string[] => {
    if (typeof value === 'string') return value !== '' && isSecretPlace(entry, place, name) ? [place] : []
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inside]) =>
      search(inside, place === '' ? key : `${place}.${key}`, Array.isArray(value) ? name : key),
    )
  }
  return body === undefined ? [] : search(body, '', '')
}

/** Longer addresses would be cut somewhere on their way. */
const longestAddress = 20_000

/** The request editor with this request; an address is kept in the window's history, so no secret is in it. */
export function rawAddress(
  entry: Pick<OperationInfo, 'key' | 'secretFields'>,
  parts: RequestParts = {},
): ReturnType<typeof operationAddress> {
  const { request } = linkable(parts, entry, [], false)
  return operationAddress(entry.key, JSON.stringify(request).length > longestAddress ? undefined : request)
}

/** What a link may carry of a request, without credentials and references to them; and what was left out. */
export function linkable(
  { path = {}, query = {}, body }: RequestParts,
  { secretFields = [] }: Pick<OperationInfo, 'secretFields'>,
  suspicious: readonly string[],
  addressHidden: boolean,
): { request: KeptRequest; left: string[] } {
  const left: string[] = addressHidden ? ['path', 'query'] : []
  const open = (value: Json, part: string, place: string, name: string): Json | undefined => {
    const secret =
      (part === 'body' && (secretFields.includes(place) || suspicious.includes(place))) ||
      isSecretName(name) ||
      isSecretReference(value) ||
      value === formerMask ||
      (typeof value === 'string' && holdsMask(value))
    if (secret && place !== '' && value !== null && value !== '') {
      left.push(part === 'body' ? place : `${part}.${place}`)
      return undefined
    }
    const within = (key: string): string => (place === '' ? key : `${place}.${key}`)
    if (Array.isArray(value)) return value.flatMap((inside, at) => open(inside, part, within(String(at)), name) ?? [])
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inside]) => {
        const kept = open(inside, part, within(key), key)
        return kept === undefined ? [] : [[key, kept]]
      }),
    )
  }
  const kept = {
    path: addressHidden ? {} : (open(path, 'path', '', '') as Record<string, string>),
    query: addressHidden ? {} : (open(query, 'query', '', '') as JsonObject),
    body: body === undefined ? undefined : open(body, 'body', '', ''),
  }
  return {
    left,
    request: {
      ...(Object.keys(kept.path).length === 0 ? {} : { path: kept.path }),
      ...(Object.keys(kept.query).length === 0 ? {} : { query: kept.query }),
      ...(kept.body === undefined || (isObject(kept.body) && Object.keys(kept.body).length === 0)
        ? {}
        : { body: kept.body }),
    },
  }
}
