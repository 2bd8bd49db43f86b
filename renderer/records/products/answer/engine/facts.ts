import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { at, readListing, readRecord } from '#answers/answer.ts'
import { idOf, inOneLine, type Choice } from '#answers/roles.ts'
import type { JsonIndex } from './json-index.ts'
import { childNamed, isBranch, kindOf, nodeAt, sizeOf, textOf } from './nodes.ts'

export interface Known {
  /** `payment/charge`. */
  resource: string
  choice?: Choice
}

export interface ListPlace {
  /** Dotted; empty for the whole answer. */
  at: string
  count: number
}

export interface JsonFacts {
  shape: 'list' | 'record' | 'scalar'
  lists: ListPlace[]
  total?: number
  /** Of the envelope (specification, section 2.1), in one line each. */
  id?: string
  status?: string
  oneLine: boolean
}

const mostLists = 20

export function factsOf(index: JsonIndex, data: Json, { resource, choice }: Known): JsonFacts {
  const listing = readListing(data, resource, choice)
  const lists = [...new Set([listing.at, ...listing.others])].flatMap((path) => {
    const node = nodeAt(index, path)
    return node !== undefined && kindOf(index, node) === 'list' && path.length < 300
      ? [{ at: path, count: sizeOf(index, node) }]
      : []
  })
  const record = readRecord(data, resource)
  const isList =
    lists[0]?.at === listing.at &&
    (Array.isArray(data) ||
      (listing.rows.length > 0 && !isFieldOf(record, listing.at, listing.total, resource, choice)) ||
      emptyPage(data, listing.at))
  return {
    shape: isList ? 'list' : isBranch(index, 0) ? 'record' : 'scalar',
    lists: lists.slice(0, mostLists),
    ...(listing.total === undefined ? {} : { total: listing.total }),
    ...envelopeOf(index),
    oneLine: !index.text.trim().includes('\n'),
  }
}

/** A list in a field of a record does not make the answer a list, unless its total is beside it. */
function isFieldOf(
  record: JsonObject | undefined,
  path: string,
  total: number | undefined,
  resource: string,
  choice: Choice | undefined,
): boolean {
  const last = path.split('.').at(-1) ?? ''
  return (
    record !== undefined &&
    Object.hasOwn(record, last) &&
    idOf(record, resource, choice) !== undefined &&
    total === undefined
  )
}

/** A page without rows is a list too. */
function emptyPage(data: Json, path: string): boolean {
  const list = path === '' ? undefined : at(data, path)
  const holder = at(data, path.split('.').slice(0, -1).join('.'))
  return (
    Array.isArray(list) &&
    list.length === 0 &&
    isObject(holder) &&
    ['total', 'limit', 'offset', 'count'].some((name) => Object.hasOwn(holder, name))
  )
}

function envelopeOf(index: JsonIndex): Pick<JsonFacts, 'id' | 'status'> {
  const data = childNamed(index, 0, 'data')
  const said = (name: string): string | undefined => {
    const node = data === undefined ? undefined : childNamed(index, data, name)
    return node === undefined || isBranch(index, node) || kindOf(index, node) === 'null'
      ? undefined
      : inOneLine(textOf(index, node, 400))
  }
  const [id, status] = [said('id'), said('status')]
  return {
    ...(id === undefined || id === '' ? {} : { id }),
    ...(status === undefined || status === '' ? {} : { status }),
  }
}
