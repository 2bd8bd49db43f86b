// The work of the editor as pure values: from a link or the history, and what of it may leave the desk.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { formerMask } from '#contract/mask.ts'
import { holdsMask, isMaskedText } from '#contract/masked.ts'
import { isSecretReference, type OperationInfo } from '#contract/operation.ts'
import type { KeptRequest } from '#contract/requests.ts'
import { isSecretName } from '#contract/secret-names.ts'
import type { RequestParts } from '../../resources/types.ts'
import type { Work } from '#kit/stores/open-requests.ts'
import { checkJson, type JsonProblem } from './json-check.ts'
import { newRow, readQuery, rowsOf } from './query-rows.ts'

type Entry = Pick<OperationInfo, 'method' | 'paging' | 'body' | 'suggested'>

const takesBody = ({ method }: Pick<OperationInfo, 'method'>): boolean => method === 'POST' || method === 'PUT'

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
export function maskedPlaces(parts: RequestParts, fromHistory: boolean): string[] {
  return places(
    parts as JsonObject,
    '',
    (value, _place, name) =>
      typeof value === 'string' &&
      (value === formerMask || isMaskedText(value, name) || (fromHistory && value.includes(formerMask))),
  )
}

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
  return body === undefined
    ? []
    : places(
        body,
        '',
        (value, place, name) => typeof value === 'string' && value !== '' && isSecretPlace(entry, place, name),
      )
}

function places(
  value: Json,
  place: string,
  wanted: (value: Json, place: string, name: string) => boolean,
  name = '',
): string[] {
  if (wanted(value, place, name)) return [place]
  if (Array.isArray(value)) return value.flatMap((inside, at) => places(inside, `${place}.${at}`, wanted, name))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inside]) =>
    places(inside, place === '' ? key : `${place}.${key}`, wanted, key),
  )
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
