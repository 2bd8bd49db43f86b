// A tally is the platform's own numbers or nothing. Read leniently in shape and strictly in origin: votes in a list are never added up.
import type { Json, JsonObject } from '#contract/json.ts'
import { isObject, readRecord } from '../answer.ts'
import { scalarText } from '../roles.ts'
import { maxOptions, optionId, optionsOf } from './poll.ts'
import type { PollOption } from './poll.ts'

export interface TallyRow {
  id: string
  text: string
  /** The platform's number; undefined where it gives none for this option. */
  count: number | undefined
  /** Of the platform's total, from 0; undefined where either number is missing. */
  share: number | undefined
  /** The platform counts votes for an option that the poll does not list. */
  unlisted: boolean
}

export interface Tally {
  rows: TallyRow[]
  /** The platform's total; undefined where it gives none. */
  total: number | undefined
  /** Options that are not shown because there are too many. */
  more: number
}

/** How the options stand by the platform's numbers. `unclear`: an option has no number, so nobody can be named. */
export type Standing = { kind: 'none' | 'unclear' } | { kind: 'ahead' | 'tie'; rows: TallyRow[] }

const countNames = ['tally', 'counts', 'results', 'votecounts', 'optioncounts', 'breakdown', 'votes', 'totals', 'standings']
const totalNames = ['totalvotes', 'votestotal', 'votecount', 'votescount', 'numberofvotes', 'totalcount', 'total']
const rowCounts = ['count', 'votes', 'votecount', 'total', 'tally']
/** Fields by which an answer shows itself to be a page of a list, whose `total` counts rows. */
const pageNames = ['items', 'limit', 'offset', 'page', 'data', 'rows', 'records']

const plain = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '')

/**
 * The tally in an answer about one poll. `known` are the options of the poll, where the answer does not list them itself.
 * Undefined where the answer carries neither counts nor a total.
 */
export function tallyOf(answer: Json | undefined, known: readonly PollOption[] = []): Tally | undefined {
  const holder = holderIn(answer)
  if (holder === undefined) return undefined
  const own = optionsOf(holder)
  const options = own.length > 0 ? own : known
  const counted = countsIn(holder, options)
  const total = counted?.total ?? totalIn(holder, isPage(holder))
  if (counted === undefined && total === undefined) return undefined
  const counts = counted?.counts ?? new Map<string, number | undefined>()
  const listed = options.map(({ id, text }) => ({ id, text, count: byIdOrText(counts, id, text), unlisted: false }))
  const names = new Set(options.flatMap(({ id, text }) => [id, text]))
  const others = [...counts].filter(([id]) => !names.has(id)).map(([id, count]) => ({ id, text: id, count, unlisted: true }))
  const rows = [...listed, ...others]
  return {
    rows: rows.slice(0, maxOptions).map((row) => ({ ...row, share: shareOf(row.count, total) })),
    total,
    more: Math.max(0, rows.length - maxOptions),
  }
}

/** Who is ahead by the platform's numbers; equal highest numbers are a tie. */
export function standingOf(tally: Tally | undefined): Standing {
  const rows = tally?.rows ?? []
  if (rows.length === 0 || rows.every(({ count }) => count === 0)) return { kind: 'none' }
  const most = Math.max(...rows.map(({ count }) => count ?? 0))
  const first = rows.filter(({ count }) => count === most)
  if ((tally?.more ?? 0) > 0) return { kind: 'unclear' }
  if (rows.some(({ count }) => count === undefined)) {
    // What the platform's total leaves for options without a number may be too little to catch up.
    const left = tally?.total === undefined ? Infinity : tally.total - rows.reduce((sum, { count = 0 }) => sum + count, 0)
    if (left < 0 || left >= most) return { kind: 'unclear' }
  }
  return { kind: first.length > 1 ? 'tie' : 'ahead', rows: first }
}

/** Whether the platform's numbers contradict each other; they are shown as they are and said to differ. */
export function disagrees({ rows, total, more }: Tally): boolean {
  if (total === undefined || more > 0 || rows.length === 0 || rows.some(({ count }) => count === undefined)) return false
  return rows.reduce((sum, { count = 0 }) => sum + count, 0) !== total
}

/** A count as platforms write it: `12`, `"12"`, `"1,204"`. Undefined for what is no number from 0. */
export function countOf(value: Json | undefined): number | undefined {
  const text = typeof value === 'string' ? value.trim().replace(/^(\d{1,3})((?:,\d{3})+)$/, (whole) => whole.replaceAll(',', '')) : value
  const number = typeof text === 'string' && /^\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}

/** The object beside whose fields the tally stands. */
function holderIn(answer: Json | undefined): JsonObject | undefined {
  if (!isObject(answer)) return readRecord(answer)
  const candidates = [answer, answer.data, readRecord(answer)].filter(isObject).flatMap((one) => [one, one.embed, one.poll, one.data]).filter(isObject)
  return candidates.find((one) => countsIn(one, optionsOf(one)) !== undefined) ?? candidates.find((one) => totalIn(one, isPage(one)) !== undefined) ?? readRecord(answer)
}

interface Counts {
  counts: Map<string, number | undefined>
  total?: number
}

function countsIn(holder: JsonObject, options: readonly PollOption[]): Counts | undefined {
  const fields = Object.entries(holder)
  for (const wanted of countNames) {
    for (const [name, value] of fields) {
      const found = plain(name) === wanted ? countsFrom(value, options, 0) : undefined
      if (found !== undefined) return found
    }
  }
  const list = ['options', 'choices', 'answers', 'buttons'].map((name) => holder[name]).find(Array.isArray)
  return list === undefined ? undefined : fromList(list, options)
}

function countsFrom(value: Json | undefined, options: readonly PollOption[], depth: number): Counts | undefined {
  if (Array.isArray(value)) return fromList(value, options)
  if (!isObject(value) || depth > 2) return undefined
  const total = totalIn(value, false, options)
  const inside = [...countNames, 'options', 'choices'].map((name) => Object.entries(value).find(([field, one]) => plain(field) === name && typeof one === 'object')?.[1])
  for (const one of inside) {
    const found = countsFrom(one, options, depth + 1)
    if (found !== undefined) return total === undefined ? found : { total, ...found }
  }
  const ids = new Set(options.flatMap(({ id, text }) => [id, text]))
  const entries = Object.entries(value).filter(([name]) => ids.has(name) || total === undefined || !totalNames.includes(plain(name)))
  const counts = new Map(entries.map(([name, count]) => [name, countOf(isObject(count) ? fieldIn(count, rowCounts) : count)]))
  if ([...counts.values()].every((count) => count === undefined) && counts.size > 0) return undefined
  return { counts, ...(total === undefined ? {} : { total }) }
}

/** `[{ optionId, count }]`, or bare numbers in the order of the options. A list of votes has no counts and is none. */
function fromList(items: readonly Json[], options: readonly PollOption[]): Counts | undefined {
  if (items.length === 0) return undefined
  if (items.every((item) => countOf(item) !== undefined)) {
    return items.length === options.length ? { counts: new Map(options.map(({ id }, index) => [id, countOf(items[index])])) } : undefined
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

function totalIn(holder: JsonObject, page: boolean, options: readonly PollOption[] = []): number | undefined {
  const ids = new Set(options.flatMap(({ id, text }) => [id, text]))
  for (const wanted of page ? totalNames.filter((name) => name.includes('vote')) : [...totalNames, 'votes']) {
    for (const [name, value] of Object.entries(holder)) {
      const total = plain(name) === wanted && !ids.has(name) ? countOf(value) : undefined
      if (total !== undefined) return total
    }
  }
  return undefined
}

const isPage = (holder: JsonObject): boolean => pageNames.some((name) => Object.hasOwn(holder, name))

function fieldIn(item: JsonObject, names: readonly string[]): Json | undefined {
  for (const wanted of names) for (const [name, value] of Object.entries(item)) if (plain(name) === wanted) return value
  return undefined
}

function byIdOrText(counts: ReadonlyMap<string, number | undefined>, id: string, text: string): number | undefined {
  return counts.has(id) ? counts.get(id) : counts.get(text)
}

function shareOf(count: number | undefined, total: number | undefined): number | undefined {
  return count === undefined || total === undefined || total === 0 ? undefined : count / total
}
