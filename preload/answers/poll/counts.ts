// Where an answer keeps a poll's counts; votes are never added up here.
import { defined } from '#contract/defined.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { readRecord } from '../answer.ts'
import { plain, scalarText } from '../roles.ts'
import { optionId, optionsOf, type PollOption } from './poll.ts'

const countNames = [
  'tally',
  'counts',
  'results',
  'votecounts',
  'optioncounts',
  'breakdown',
  'votes',
  'totals',
  'standings',
]
const totalNames = ['totalvotes', 'votestotal', 'votecount', 'votescount', 'numberofvotes', 'totalcount', 'total']
const rowCounts = ['count', 'votes', 'votecount', 'total', 'tally']
/** A page of a list has one of these; its `total` counts rows. */
const pageNames = ['items', 'limit', 'offset', 'page', 'data', 'rows', 'records']

/** By plain names; cached per object of tens of thousands. */
const indexes = new WeakMap<JsonObject, ReadonlyMap<string, [name: string, value: Json]>>()
function fieldsOf(object: JsonObject): ReadonlyMap<string, [name: string, value: Json]> {
  const known = indexes.get(object)
  if (known !== undefined) return known
  const index = new Map<string, [string, Json]>()
  for (const [name, value] of Object.entries(object)) if (!index.has(plain(name))) index.set(plain(name), [name, value])
  indexes.set(object, index)
  return index
}

export function holderIn(answer: Json | undefined): JsonObject | undefined {
  if (!isObject(answer)) return readRecord(answer, 'vote/embed')
  const candidates = [
    ...new Set(
      [answer, answer.data, readRecord(answer, 'vote/embed')]
        .filter(isObject)
        .flatMap((one) => [one, one.embed, one.poll, one.data])
        .filter(isObject),
    ),
  ]
  return (
    candidates.find((one) => countsIn(one, optionsOf(one)) !== undefined) ??
    candidates.find((one) => totalIn(one, isPage(one)) !== undefined) ??
    readRecord(answer, 'vote/embed')
  )
}

export interface Counts {
  counts: Map<string, number | undefined>
  total?: number
}

export function countsIn(holder: JsonObject, options: readonly PollOption[]): Counts | undefined {
  for (const wanted of countNames) {
    const found = countsFrom(fieldsOf(holder).get(wanted)?.[1], options, 0)
    if (found !== undefined) return found
  }
  const list = ['options', 'choices', 'answers', 'buttons'].map((name) => holder[name]).find(Array.isArray)
  return list === undefined ? undefined : fromList(list, options)
}

function countsFrom(value: Json | undefined, options: readonly PollOption[], depth: number): Counts | undefined {
  if (Array.isArray(value)) return fromList(value, options)
  if (!isObject(value) || depth > 2) return undefined
  const total = totalIn(value, false, options)
  const inside = [...countNames, 'options', 'choices']
    .map((name) => fieldsOf(value).get(name)?.[1])
    .filter((one) => typeof one === 'object')
  for (const one of inside) {
    const found = countsFrom(one, options, depth + 1)
    if (found !== undefined) return total === undefined ? found : { total, ...found }
  }
  const ids = new Set(options.flatMap(({ id, text }) => [id, text]))
  const entries = Object.entries(value).filter(
    ([name]) => ids.has(name) || total === undefined || !totalNames.includes(plain(name)),
  )
  const counts = new Map(
    entries.map(([name, count]) => [name, countOf(isObject(count) ? fieldIn(count, rowCounts) : count)]),
  )
  if ([...counts.values()].every((count) => count === undefined) && counts.size > 0) return undefined
  return { counts, ...defined({ total }) }
}

/** `[{ optionId, count }]`, or bare numbers in the options' order; a list of votes has no counts. */
function fromList(items: readonly Json[], options: readonly PollOption[]): Counts | undefined {
  if (items.length === 0) return undefined
  if (items.every((item) => countOf(item) !== undefined)) {
    return items.length === options.length
      ? { counts: new Map(options.map(({ id }, index) => [id, countOf(items[index])])) }
      : undefined
  }
  const counts = new Map<string, number | undefined>()
  for (const item of items) {
    if (!isObject(item)) continue
    const count = fieldIn(item, rowCounts)
    const id = optionId(item) ?? scalarText(item.text ?? item.label)
    if (id !== undefined && count !== undefined && !Array.isArray(count)) counts.set(id, countOf(count))
  }
  return [...counts.values()].some((count) => count !== undefined) ? { counts } : undefined
}

/** A page's `total` counts rows, and an option may be called `total`. */
export function totalIn(holder: JsonObject, page: boolean, options: readonly PollOption[] = []): number | undefined {
  const ids = new Set(options.flatMap(({ id, text }) => [id, text]))
  for (const wanted of page ? totalNames.filter((name) => name.includes('vote')) : [...totalNames, 'votes']) {
    const [name = '', value] = fieldsOf(holder).get(wanted) ?? []
    const total = ids.has(name) ? undefined : countOf(value)
    if (total !== undefined) return total
  }
  return undefined
}

export const isPage = (holder: JsonObject): boolean => pageNames.some((name) => Object.hasOwn(holder, name))

function fieldIn(item: JsonObject, names: readonly string[]): Json | undefined {
  const name = names.find((wanted) => fieldsOf(item).has(wanted))
  return name === undefined ? undefined : fieldsOf(item).get(name)?.[1]
}

/** `12`, `"12"`, `"1,204"`; undefined for no number from 0. */
export function countOf(value: Json | undefined): number | undefined {
  const text =
    typeof value === 'string'
      ? value.trim().replace(/^(\d{1,3})((?:,\d{3})+)$/, (whole) => whole.replaceAll(',', ''))
      : value
  const number = typeof text === 'string' && /^\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}
