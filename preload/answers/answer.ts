// The only reader of answers whose shape the specification leaves open: the records in them, whether they are all, and
// how sure that is. It stores nothing; a person's choices are passed in.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { FieldChoice } from '#contract/live.ts'
import { holderOf, isDescribed, isRecord, type Holder } from './holders.ts'
import { at } from './json.ts'
import {
  hasId,
  isFormal,
  isNamedAfter,
  listNames,
  namesSomething,
  nounOf,
  ownParts,
  partNames,
  recordWrappers,
  word,
  wrapperNames,
} from './names.ts'
import { isFailedReading } from './outcome.ts'
import { pagingOf, type PageOf, type Paging } from './paging.ts'
import { keyedItems, placesIn, type Place } from './places.ts'
import { bare, rowsOf } from './rows.ts'

export { at } from './json.ts'

/** `clear`: nothing else could be meant. `guessed`: the likeliest reading, to be checked by a person. `not_understood`: no records are recognised. */
export const certainties = ['clear', 'guessed', 'not_understood'] as const
export type Certainty = (typeof certainties)[number]

/** Why a reading is as sure as it is. */
export const readingReasons = [
  /** clear: a list, or one record, stands where such stand. */
  'plain',
  /** guessed: the person's choice, which the answer alone does not bear out. */
  'chosen',
  /** guessed: several lists could be meant. */
  'several_lists',
  /** guessed: the list, or what stands around it, has a name that says nothing. */
  'unknown_name',
  /** guessed: the list may be a part of the record that holds it. */
  'part_of_record',
  /** guessed: a list was expected and one record is there. */
  'one_record',
  /** guessed: the items differ in form, or are no records. */
  'mixed',
  /** guessed: each record stands in something whose name says nothing. */
  'unknown_wrapper',
  /** guessed: the records hold further records of their kind. */
  'groups',
  /** guessed: the answer goes deeper than the reader looks. */
  'too_deep',
  /** guessed: nothing is there, in no list. */
  'nothing_there',
  /** not understood: a text, a number, or an object without records. */
  'no_records',
  /** not understood: the answer says that the read failed. */
  'refused',
] as const
export type ReadingReason = (typeof readingReasons)[number]

export interface Reading extends Paging {
  certainty: Certainty
  reason: ReadingReason
  kind: 'list' | 'record' | 'none'
  /** Unwrapped records; for one record, it alone. */
  rows: JsonObject[]
  /** Dotted (`data.items`); empty for the answer itself. */
  at: string
  /** Taken off each record, outermost first. */
  wrapper: string[]
  /** An object whose names are its records' identifiers. */
  keyed: boolean
  /** Other lists that could be meant, largest first. */
  others: string[]
  /** Tallies, totals and paging beside the list. */
  beside: JsonObject
  /** Items that were no objects, as `{ value }` rows. */
  scalars: number
}

/** Status and headers are the answer's own: without them a list may pass for more than it is. */
export interface Expectation extends PageOf {
  resource?: string
  expect?: 'list' | 'record'
  /** The person's choice; it makes no reading surer. */
  choice?: Pick<FieldChoice, 'list'> | undefined
  /** Where earlier answers or a file have the list: decides between equals only. */
  likely?: string | undefined
}

const maxDepth = 8
const mostOthers = 20

/** Reads any JSON; never throws. */
export function readAnswer(
  answer: Json,
  { resource = '', expect = 'list', choice, likely, ...page }: Expectation = {},
): Reading {
  const noun = nounOf(resource)
  if (isFailedReading(answer, { resource, lists: expect === 'list' })) return refused
  if (expect === 'record') {
    const found = findRecord(answer, noun)
    const list =
      found === undefined || found.holdsLists || found.nothing
        ? readAnswer(answer, { resource, choice, likely, ...page })
        : undefined
    if (list?.kind === 'list' && (found === undefined || list.certainty === 'clear')) return list
    return found === undefined || found.nothing || !isRecord(found.record, noun) ? none(answer) : recordReading(found)
  }
  const unaided = readList(answer, noun, choice?.list, page, undefined)
  if (likely === undefined || !unaided.others.includes(likely)) return unaided
  const aided = readList(answer, noun, choice?.list, page, likely)
  const surer = certainties.indexOf(aided.certainty) < certainties.indexOf(unaided.certainty)
  return surer ? { ...aided, certainty: unaided.certainty, reason: unaided.reason } : aided
}

/** The record in an answer that holds one, or the first of a list of one. */
export function readRecord(answer: Json | undefined, resource = ''): JsonObject | undefined {
  const found = answer === undefined ? undefined : findRecord(answer, nounOf(resource))
  return found === undefined || found.nothing ? undefined : found.record
}

export function readListing(
  answer: Json,
  resource: string,
  choice?: Pick<FieldChoice, 'list'>,
  likely?: string,
  page?: PageOf,
): Reading {
  return readAnswer(answer, { resource, choice, likely, ...page })
}

interface Ranked {
  place: Place
  path: string
  score: number
  known: boolean
  part: 'no' | 'perhaps' | 'yes'
}

function readList(
  answer: Json,
  noun: string,
  chosen: string | undefined,
  page: PageOf,
  likely: string | undefined,
): Reading {
  const { found, cut } = placesIn(answer, noun)
  const holders = new Map<JsonObject, Holder>()
  const ranked = found.map((place) => rank(place, noun, likely, holders)).sort(byLikelihood)
  const best = ranked[0]
  const mine =
    chosen === undefined ? undefined : (ranked.find(({ path }) => path === chosen) ?? chosenPlace(answer, chosen, noun))
  const taken = mine ?? best
  const others = (except?: Ranked): string[] =>
    ranked
      .filter((one) => one !== except && one.place.items.some(isObject))
      .sort((a, b) => b.place.items.length - a.place.items.length)
      .map(({ path }) => path)
      .slice(0, mostOthers)
  if (taken === undefined || (taken !== mine && taken.part === 'yes')) {
    const record = findRecord(answer, noun)
    if (record === undefined || record.nothing || !isRecord(record.record, noun))
      return { ...none(answer), others: others() }
    return { ...recordReading(record), certainty: 'guessed', reason: cut ? 'too_deep' : 'one_record', others: others() }
  }
  const { place } = taken
  const rows = rowsOf(place.items, noun, word(place.path.at(-1) ?? ''))
  const reason = taken === best ? doubtOf(taken, ranked, rows.doubt, cut, noun) : 'chosen'
  const owner = place.around.at(-1)
  const last = place.path.at(-1)
  return {
    certainty: reason === 'plain' ? 'clear' : 'guessed',
    reason: reason !== 'plain' && mine !== undefined ? 'chosen' : reason,
    kind: 'list',
    ...pagingOf(place.items, [...place.around, ...(place.rest === undefined ? [] : [place.rest])], place.path, page),
    rows: place.keys === undefined ? rows.rows : named(rows.rows, place.keys, noun),
    at: taken.path,
    wrapper: rows.wrapper,
    keyed: place.keys !== undefined,
    others: others(taken),
    beside: owner === undefined ? {} : Object.fromEntries(Object.entries(owner).filter(([name]) => name !== last)),
    scalars: rows.scalars,
  }
}

/** Keys become identifiers where records have no other. */
function named(rows: readonly JsonObject[], keys: readonly string[], noun: string): JsonObject[] {
  return rows.map((row, index) => (hasId(row, noun) ? row : { id: keys[index] ?? null, ...row }))
}

function doubtOf(
  taken: Ranked,
  ranked: readonly Ranked[],
  rows: ReadingReason | undefined,
  cut: boolean,
  noun: string,
): ReadingReason {
  if (ranked.some((other) => other !== taken && isRival(other, noun))) return 'several_lists'
  if (taken.part !== 'no') return 'part_of_record'
  if (!taken.known) return 'unknown_name'
  if (cut) return 'too_deep'
  return rows ?? 'plain'
}

function isRival({ place, known }: Ranked, noun: string): boolean {
  const last = word(place.path.at(-1) ?? '')
  return (
    place.items.some(isObject) ||
    (place.items.length > 0 && (known || isNamedAfter(last, noun) || last.endsWith('ids')))
  )
}

function rank(place: Place, noun: string, likely: string | undefined, holders: Map<JsonObject, Holder>): Ranked {
  const path = place.path.join('.')
  const last = word(place.path.at(-1) ?? '')
  const own = isNamedAfter(last, noun)
  const listed = path === '' || own || listNames.has(last) || (place.keys !== undefined && wrapperNames.has(last))
  const known =
    listed && place.path.slice(0, -1).every((name) => wrapperNames.has(word(name)) || isNamedAfter(name, noun))
  const part = partOf(place, own ? undefined : last, noun, holders)
  const filled = place.items.some(isObject) ? 2 : place.items.length === 0 ? 1 : -2
  const score =
    (own ? 3 : listed ? 2 : 0) + (known ? 1 : 0) + filled - (part === 'yes' ? 6 : 0) + (path === likely ? 0.5 : 0)
  return { place, path, score, known, part }
}

/** Whether a list is part of one record: its holder has an identifier and says more of itself. */
function partOf(
  { around, path }: Place,
  name: string | undefined,
  noun: string,
  known: Map<JsonObject, Holder>,
): Ranked['part'] {
  let part: Ranked['part'] = 'no'
  for (const [index, object] of around.entries()) {
    const holder = holderOf(object, noun, known)
    if (!holder.hasId) continue
    const described = holder.describing.size > (holder.describing.has(path[index] ?? '') ? 1 : 0)
    if (name === undefined || (listNames.has(name) && !partNames.has(name))) part = described ? 'perhaps' : part
    else if (described ? !listNames.has(name) || !holder.pages : ownParts.has(name)) return 'yes'
    else if (described || !listNames.has(name)) part = 'perhaps'
  }
  return part
}

function byLikelihood(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.place.path.length - b.place.path.length || b.place.items.length - a.place.items.length
}

function chosenPlace(answer: Json, path: string, noun: string): Ranked | undefined {
  const value = at(answer, path)
  const found = Array.isArray(value) ? { items: value } : isObject(value) ? keyedItems(value, noun) : undefined
  if (found === undefined) return undefined
  const steps = path.split('.')
  const around = steps.map((_, index) => at(answer, steps.slice(0, index).join('.'))).filter(isObject)
  return { place: { path: steps, ...found, around }, path, score: 0, known: false, part: 'no' }
}

interface FoundRecord {
  record: JsonObject
  at: string
  wrapper: string[]
  reason: ReadingReason
  /** Lists and nothing of its own: a page, not a record. */
  holdsLists: boolean
  nothing: boolean
}

function findRecord(answer: Json, noun: string): FoundRecord | undefined {
  let value = answer
  let reason: ReadingReason = 'plain'
  const path: string[] = []
  const nothing: FoundRecord = {
    record: {},
    at: '',
    wrapper: [],
    reason: 'nothing_there',
    holdsLists: false,
    nothing: true,
  }
  for (let depth = 0; depth < maxDepth; depth += 1) {
    if (Array.isArray(value)) {
      if (value.length !== 1 || !isObject(value[0])) return value.length === 0 ? nothing : undefined
      value = value[0]
      path.push('0')
    }
    if (value === null) return nothing
    if (!isObject(value)) return undefined
    const record = bare(value)
    if (record !== value)
      return { record, at: path.join('.'), wrapper: ['attributes'], reason, holdsLists: false, nothing: false }
    const inside = insideOf(value, noun)
    if (inside === undefined) break
    if (inside.name === '') return nothing
    if (!inside.known) reason = 'unknown_wrapper'
    path.push(inside.name)
    value = inside.value
  }
  if (!isObject(value)) return undefined
  const holdsLists = Object.values(value).some(Array.isArray) && !hasId(value, noun) && !isDescribed(value, '', noun)
  return { record: value, at: path.join('.'), wrapper: [], reason, holdsLists, nothing: false }
}

/** Undefined where the object is the record; an empty name for `null` in an envelope. */
function insideOf(value: JsonObject, noun: string): { name: string; value: Json; known: boolean } | undefined {
  const own = hasId(value, noun)
  for (const name of Object.keys(value)) {
    const inside = value[name] ?? null
    if (!isNamedAfter(name, noun) || recordWrappers.includes(word(name)) || !isRecordIn(inside)) continue
    if (!isDescribed(value, name, noun)) return { name, value: inside, known: true }
  }
  for (const name of recordWrappers) {
    const inside = at(value, name)
    if (!own && (inside === null || (Array.isArray(inside) && inside.length === 0)) && !isDescribed(value, name, noun))
      return { name: '', value: null, known: true }
    if (isObject(inside) && (!own || namesSomething(inside) || isJsonApiLike(inside)))
      return { name, value: inside, known: !own || !isDescribed(value, name, noun) }
    if (Array.isArray(inside) && inside.length === 1 && isObject(inside[0]) && !own)
      return { name, value: inside, known: true }
  }
  // `{ success: true, stream: { ... } }`: one object in an envelope of formalities.
  const entries = Object.entries(value).filter(([name]) => !isFormal(name))
  const [only] = entries
  if (only === undefined || entries.length > 1 || own) return undefined
  const [name, inside] = only
  return isObject(inside) && namesSomething(inside)
    ? { name, value: inside, known: isNamedAfter(name, noun) }
    : undefined
}

const isRecordIn = (inside: Json): boolean =>
  isObject(inside) || (Array.isArray(inside) && inside.length === 1 && isObject(inside[0]))
const isJsonApiLike = (inside: JsonObject): boolean => bare(inside) !== inside

const blank = {
  complete: true,
  stated: false,
  more: false,
  wrapper: [],
  keyed: false,
  others: [],
  beside: {},
  scalars: 0,
}

function recordReading({ record, at: place, wrapper, reason }: FoundRecord): Reading {
  return {
    ...blank,
    certainty: reason === 'plain' ? 'clear' : 'guessed',
    reason,
    kind: 'record',
    rows: [record],
    at: place,
    wrapper,
  }
}

const refused: Reading = {
  ...blank,
  complete: false,
  certainty: 'not_understood',
  reason: 'refused',
  kind: 'none',
  rows: [],
  at: '',
}

function none(answer: Json): Reading {
  const empty = answer === null || isObject(answer) || Array.isArray(answer)
  const nothing = empty && saysNothing(answer, 0)
  return {
    ...blank,
    certainty: nothing ? 'guessed' : 'not_understood',
    reason: nothing ? 'nothing_there' : 'no_records',
    kind: 'none',
    rows: [],
    at: '',
    complete: false,
  }
}

function saysNothing(value: Json, depth: number): boolean {
  if (value === null || (Array.isArray(value) && value.length === 0)) return true
  if (!isObject(value) || depth > maxDepth) return false
  return Object.entries(value).every(([name, inside]) => isFormal(name) || saysNothing(inside, depth + 1))
}
