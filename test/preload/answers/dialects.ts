// Writes lists of records as platforms do: the eight dialects that were met, and combinations of everything that differs between them.
import fc from 'fast-check'
import type { Json, JsonObject } from '#contract/json.ts'

/** A list of records with `id`, as one dialect writes it. `noun` in the singular, camel case. */
export type Dialect = (records: readonly JsonObject[], noun: string) => Json

const requestId = 'req_7'
const snakeName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const kebabName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const pascalName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const plural = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

export function renamed(value: Json, rename: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), renamed(inner, rename)]))
}
const without = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'id'))
const idOf = ({ id }: JsonObject): string | number => (typeof id === 'number' ? id : typeof id === 'string' ? id : '')

/** The eight of the issue, by name. */
export const dialects: Record<string, Dialect> = {
  envelope: (records, noun) => ({ data: { id: `list_${noun}`, status: 'ok', items: [...records] }, requestId }),
  array: (records) => ({ data: [...records], requestId }),
  named: (records, noun) => ({ data: { id: 'x', status: 'ok', [plural(noun)]: [...records] }, requestId }),
  bare: (records) => [...records],
  docs: (records) => ({
    status: 'success',
    data: {
      docs: records.map((record) => ({ _id: idOf(record), ...without(record), __v: 0 })),
      totalDocs: records.length,
      limit: 1000,
      page: 1,
      totalPages: 1,
      hasNextPage: false,
    },
    requestId,
  }),
  snake: (records) => ({
    data: {
      id: 'list',
      status: 'ok',
      results: records.map((record) => renamed(record, snakeName)),
      total_count: records.length,
    },
    request_id: requestId,
  }),
  jsonapi: (records) => ({
    data: records.map((record) => ({ type: 'record', id: idOf(record), attributes: without(record) })),
    meta: { total: records.length },
    links: { self: '/x', next: null },
  }),
  wrapped: (records, noun) => ({ data: records.map((record) => ({ [noun]: record })), total: records.length }),
}

/** One choice of everything that differs. `identifier` is the name under which a record keeps its identifier; undefined where its key is all there is. */
export interface Style {
  casing: 'camel' | 'snake' | 'kebab' | 'pascal'
  identifier: 'id' | '_id' | 'uuid' | 'nounId'
  row: 'plain' | 'noun' | 'node' | 'attributes' | 'source'
  list: 'items' | 'data' | 'results' | 'docs' | 'noun' | 'edges' | 'embedded' | 'value' | 'keyed' | 'nested' | 'bare'
  outer: 'none' | 'data' | 'status' | 'result'
  paging: 'none' | 'total' | 'cursor' | 'pages' | 'links' | 'offset'
}

export const styles: fc.Arbitrary<Style> = fc.record({
  casing: fc.constantFrom('camel', 'snake', 'kebab', 'pascal'),
  identifier: fc.constantFrom('id', '_id', 'uuid', 'nounId'),
  row: fc.constantFrom('plain', 'plain', 'noun', 'node', 'attributes', 'source'),
  list: fc.constantFrom(
    'items',
    'data',
    'results',
    'docs',
    'noun',
    'edges',
    'embedded',
    'value',
    'keyed',
    'nested',
    'bare',
  ),
  outer: fc.constantFrom('none', 'data', 'status', 'result'),
  paging: fc.constantFrom('none', 'total', 'cursor', 'pages', 'links', 'offset'),
})

/** Whether the reader sees more to come: `whole` says how many there are in all. */
function pagingFields(style: Style['paging'], here: number, whole: number): JsonObject {
  const more = whole > here
  switch (style) {
    case 'none':
      return {}
    case 'total':
      return { total: whole }
    case 'cursor':
      return { pageInfo: { hasNextPage: more, endCursor: more ? 'c2' : null } }
    case 'pages':
      return { page: 1, totalPages: more ? 2 : 1, pageSize: Math.max(here, 1) + (more ? 0 : 1) }
    case 'links':
      return { _links: { self: { href: '/a' }, ...(more ? { next: { href: '/a?page=2' } } : {}) } }
    case 'offset':
      return { limit: Math.max(here, 1) + (more ? 0 : 1), offset: 0, hasMore: more }
  }
}

const ofCase = { camel: (name: string): string => name, snake: snakeName, kebab: kebabName, pascal: pascalName }

/** `records` as the style writes them, of `whole` that there are. */
export function write(style: Style, records: readonly JsonObject[], noun: string, whole = records.length): Json {
  const rename = ofCase[style.casing]
  const name = { id: rename('id'), _id: '_id', uuid: rename('uuid'), nounId: rename(`${noun}Id`) }[style.identifier]
  const rows = records.map((record): JsonObject => {
    const fields = renamed(without(record), rename) as JsonObject
    switch (style.row) {
      case 'plain':
        return { [name]: idOf(record), ...fields }
      case 'noun':
        return { [rename(noun)]: { [name]: idOf(record), ...fields } }
      case 'node':
        return { cursor: String(idOf(record)), node: { [name]: idOf(record), ...fields } }
      case 'attributes':
        return { type: noun, id: idOf(record), attributes: fields }
      case 'source':
        return { _id: idOf(record), _score: 1, _source: fields }
    }
  })
  const paging = pagingFields(style.paging, records.length, whole)
  const inner = ((): Json => {
    switch (style.list) {
      case 'bare':
        return rows
      case 'keyed':
        return {
          [rename(plural(noun))]: Object.fromEntries(
            records.map((record, index) => [String(idOf(record)), rows[index] ?? null]),
          ),
          ...paging,
        }
      case 'nested':
        return { data: { data: rows, ...paging } }
      case 'edges':
        return { [rename(plural(noun))]: { edges: rows, ...paging } }
      case 'embedded':
        return { _embedded: { [rename(plural(noun))]: rows }, ...paging }
      case 'noun':
        return { [rename(plural(noun))]: rows, ...paging }
      case 'items':
      case 'data':
      case 'results':
      case 'docs':
      case 'value':
        return { [style.list]: rows, ...paging }
    }
  })()
  switch (style.outer) {
    case 'none':
      return inner
    case 'data':
      return { data: inner, requestId }
    case 'status':
      return { status: 'ok', data: inner, request_id: requestId }
    case 'result':
      return { success: true, result: inner }
  }
}

const field = fc.constantFrom('name', 'subject', 'previewText', 'replyTo', 'amount', 'isOpen', 'categoryTitle')
const content = fc.dictionary(
  field,
  fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null)),
  { minKeys: 1, maxKeys: 5 },
)

/** Records with identifiers of their own: texts or numbers. */
export const recordLists: fc.Arbitrary<JsonObject[]> = fc
  .tuple(
    fc.constantFrom<(n: number) => Json>(
      (n) => n + 1,
      (n) => `t_${n}0a`,
      (n) => `0b9e1c5${n % 10}-7a1e-4d6b-9b1d-${String(n).padStart(12, '0')}`,
    ),
    fc.array(content, { maxLength: 9 }),
  )
  .map(([id, contents]) => contents.map((fields, n) => ({ id: id(n), ...fields })))
