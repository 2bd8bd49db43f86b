// Answers as other platforms shape them.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { Operation } from '../../../main/platform/catalog/entry.ts'
import type { Answer } from '../../../main/platform/rehearsal/call.ts'
import { leafOf, resourceOf } from '../../../main/platform/rehearsal/resources.ts'
import { listOf } from '../../../main/platform/rehearsal/values.ts'

/** `items` is the rehearsal platform's own. */
export const rehearsalDialects = [
  'items',
  'envelope',
  'array',
  'named',
  'bare',
  'docs',
  'snake',
  'jsonapi',
  'wrapped',
] as const
export type RehearsalDialect = (typeof rehearsalDialects)[number]

interface Content {
  record: JsonObject
  /** Undefined where one record is answered. */
  rows: Json[] | undefined
  noun: string
  plural: string
  requestId: string
}

/** The body of a success. Pure. */
export function toDialect(
  dialect: RehearsalDialect,
  operation: Operation,
  { data, page }: Answer,
  requestId: string,
): Json {
  if (dialect === 'items') return { data, requestId }
  const noun = singular(leafOf(resourceOf(operation)))
  const { items, ...beside } = data
  return dialects[dialect](
    page === true
      ? { record: beside, rows: listOf(items), noun, plural: plural(noun), requestId }
      : { record: data, rows: undefined, noun, plural: plural(noun), requestId },
  )
}

const dialects: Readonly<Record<Exclude<RehearsalDialect, 'items'>, (content: Content) => Json>> = {
  /** As the specification has it: id and status beside the list. */
  envelope: ({ record, rows, plural, requestId }) => ({
    data:
      rows === undefined
        ? record
        : { ...record, id: named(record.id) ?? plural, status: named(record.status) ?? 'ok', items: rows },
    requestId,
  }),

  array: ({ record, rows, requestId }) =>
    rows === undefined ? { data: record, requestId } : { data: rows, meta: record, requestId },

  named: ({ record, rows, plural, requestId }) => ({
    data: rows === undefined ? record : { [plural]: rows, ...without(record, plural) },
    requestId,
  }),

  /** No envelope: only the rows; the request id is a header. */
  bare: ({ record, rows }) => rows ?? record,

  docs({ record, rows, requestId }) {
    if (rows === undefined) return { data: renamed(record, underscored), requestId }
    const { total = rows.length, ...beside } = record
    return {
      data: {
        docs: rows.map((row) => renamed(row, underscored)),
        totalDocs: total,
        ...objectOf(renamed(beside, underscored)),
      },
      requestId,
    }
  },

  snake: ({ record, rows, requestId }) =>
    renamed({ data: rows === undefined ? record : { ...record, items: rows }, requestId }, snakeCase),

  jsonapi({ record, rows, plural, requestId }) {
    if (rows === undefined) return { data: resourceObject(plural, record), meta: { requestId } }
    return {
      data: rows.map((row) => (isObject(row) ? resourceObject(plural, row) : row)),
      meta: { ...record, requestId },
    }
  },

  wrapped: ({ record, rows, noun, requestId }) => ({
    data:
      rows === undefined
        ? { [noun]: record }
        : { ...record, items: rows.map((row) => (isObject(row) ? { [noun]: row } : row)) },
    requestId,
  }),
}

/** Fields with data as names, such as options. */
const maps = new Set(['tally', 'votes', 'choices', 'interactions', 'metadata'])

function renamed(value: Json, rename: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [rename(name), maps.has(name) ? one : renamed(one, rename)]),
  )
}

const underscored = (name: string): string => (name === 'id' ? '_id' : name)
const snakeCase = (name: string): string => name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()

function resourceObject(type: string, { id, ...attributes }: JsonObject): JsonObject {
  return { type, ...(id === undefined ? {} : { id }), attributes }
}

const named = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const objectOf = (value: Json): JsonObject => (isObject(value) ? value : {})
const without = (record: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([one]) => one !== name))

function singular(word: string): string {
  return /(?:ss|us|ics)$/.test(word) ? word : word.replace(/ies$/, 'y').replace(/s$/, '')
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies')
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
