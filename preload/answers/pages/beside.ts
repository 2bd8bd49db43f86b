// What stands around a list, from the answer down to its holder: what it says of pages, and whether all of it is understood.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { readInstant } from '../dates.ts'
import { hasId } from '../names.ts'
import {
  addressIn,
  identifiersOf,
  isAddress,
  isKey,
  isNothing,
  isPlain,
  isPositional,
  isRecordLike,
  isText,
  isWord,
  rangeOf,
  relationOf,
  scalarOf,
  type Range,
  type Said,
} from './values.ts'
import { isEstimate, isOpaque, pageNameOf, parameterOf, type PageName, type PageWord } from './words.ts'

export interface Beside {
  /** What flags and counts of what is left say. */
  says: 'more' | 'end' | undefined
  /** A next that is given and empty, or pages of which this is the only one. */
  lastNamed: boolean
  /** A next one is named, or something is a position and not understood. */
  leads: boolean
  /** Something stands there that may be a position. */
  unexplained: boolean
  /** It is not the first page. */
  prior: boolean
  totals: number[]
  /** What may count the page alone. */
  loose: number[]
  limits: number[]
  pages: number[]
  page: number | undefined
  pageName: string | undefined
  offset: { name: string; at: number } | undefined
  url: string | undefined
  next: string | undefined
  fields: Record<string, string | number>
}

export const nothingBeside = (): Beside => ({
  says: undefined,
  lastNamed: false,
  leads: false,
  unexplained: false,
  prior: false,
  totals: [],
  loose: [],
  limits: [],
  pages: [],
  page: undefined,
  pageName: undefined,
  offset: undefined,
  url: undefined,
  next: undefined,
  fields: {},
})

/**
 * `near`: beside the list, or among what is about pages. `aside`: in an object of its own. `money`: among sums. `echo`: in
 * what was asked.
 */
type Where = 'near' | 'aside' | 'money' | 'echo'

const maxDepth = 8
const mostMembers = 2_000

/** `last`: the last of the list's `here` items, of a page behind `before` others. */
export function lookBeside(
  around: readonly JsonObject[],
  path: readonly string[],
  last: Json | undefined,
  here: number,
  before: number,
): Beside {
  const seen = nothingBeside()
  const look = looker(seen, identifiersOf(last), here, before)
  for (const [depth, object] of around.entries())
    for (const name of Object.keys(object)) if (name !== path[depth]) look(name, object[name] ?? null, 'near', depth)
  return seen
}

type Look = (name: string, value: Json, where: Where, depth: number) => void

/** Takes what a member says into `seen`. */
export function looker(seen: Beside, keys: ReadonlySet<string>, here: number, before: number): Look {
  let members = 0
  const length = here + before

  return look

  function look(name: string, value: Json, where: Where, depth: number): void {
    members += 1
    if (members > mostMembers || depth > maxDepth) {
      seen.unexplained = true
      return
    }
    const about = pageNameOf(name)
    const said = scalarOf(value)
    if (about.kind === 'side') return
    if (said === undefined) return inside(about, value as Json[] | JsonObject, where, depth)
    take(name, about, said, where)
  }

  function inside(about: PageName, value: Json[] | JsonObject, where: Where, depth: number): void {
    const { kind } = about
    if (Array.isArray(value)) return listed(about, value, where, depth)
    if (kind === 'next') {
      if (about.mixed && (isRecordLike(value) || Object.keys(value).length === 0)) return
      return nextObject(value, depth, !about.mixed)
    }
    if (kind === 'total') return counted(value, where)
    if (kind !== 'pager' && isRecordLike(value)) return
    const entries = Object.entries(value)
    // An identifier alone, in something whose name says nothing, is where the next page begins.
    if (kind === 'unknown' && hasId(value, '')) seen.unexplained = true
    if (kind === 'unknown' && entries.some(([, what]) => isKey(what, keys))) seen.leads = true
    const pages =
      kind !== 'sum' &&
      (where === 'near' && ['pager', 'pages', 'page', 'cursor', 'more'].includes(kind)
        ? true
        : entries.some(([inner, what]) => isOfPages(pageNameOf(inner).kind, what)))
    const isMoney = entries.some(([inner]) => pageNameOf(inner).kind === 'measure' || /currency/i.test(inner))
    const to: Where = kind === 'echo' || where === 'echo' ? 'echo' : pages ? 'near' : isMoney ? 'money' : 'aside'
    const { says, lastNamed, totals } = seen
    const others = kind !== 'pager' && kind !== 'pages' && entries.some(([inner, what]) => isOtherList(inner, what))
    if (others) Object.assign(seen, { totals: [] })
    for (const [inner, what] of entries) {
      // In a position all that is said is the position.
      const strange = kind === 'cursor' && pageNameOf(inner).kind !== 'prior' && pageNameOf(inner).kind !== 'next'
      const told = scalarOf(what)
      if (strange && told !== undefined && !isNothing(told)) lead(inner, told, false)
      else look(inner, what, to, depth + 1)
    }
    // What holds another list says nothing good of this one.
    if (!others) return
    seen.loose.push(...seen.totals)
    Object.assign(seen, { totals, lastNamed, ...(seen.says === 'end' && { says }) })
  }

  function listed({ kind, mixed }: PageName, items: readonly Json[], where: Where, depth: number): void {
    const few = items.slice(0, 1_000)
    const objects = few.filter(isObject)
    const links = objects.filter((item) => relationOf(item) !== '')
    if (links.length > 0) {
      for (const item of links) look(relationOf(item), addressIn(item) ?? item, 'near', depth + 1)
      return
    }
    if (items.length === 0) {
      if (kind === 'next' && !mixed) seen.lastNamed = true
      return
    }
    const scalars = few.filter((item) => !isObject(item) && !Array.isArray(item))
    if (kind === 'next' || kind === 'cursor') {
      if (objects.length === 0 || !objects.every(isRecordLike)) seen.leads = true
    } else if (scalars.some((item) => isKey(item, keys) || (typeof item === 'string' && isPositional(item))))
      seen.leads = true
    else if (objects.length > 0 && !objects.every((item) => hasId(item, '') || isRecordLike(item)))
      for (const item of objects.slice(0, 50))
        for (const [inner, what] of Object.entries(item))
          look(inner, what, where === 'echo' ? 'echo' : 'aside', depth + 2)
  }

  /** `{ href }`, `{ page: 2, after: "x" }`; all of it empty is an end. */
  function nextObject(value: JsonObject, depth: number, ends: boolean): void {
    const leaves = Object.entries(value).filter(([, what]) => !isNothing(scalarOf(what) ?? ''))
    const deep = Object.values(value).filter((what) => isObject(what) && Object.keys(what).length > 0)
    if (leaves.length === 0 && deep.length === 0) {
      seen.lastNamed ||= ends
      return
    }
    const address = addressIn(value)
    if (address !== undefined) return lead('', address, true)
    if (deep.length > 0 && leaves.length === 0 && depth < maxDepth) {
      for (const one of deep) nextObject(one as JsonObject, depth + 1, ends)
      return
    }
    seen.leads = true
    for (const [name, what] of leaves) {
      const told = scalarOf(what)
      if ((typeof told === 'string' || typeof told === 'number') && isParameter(name)) seen.fields[name] = told
    }
  }

  /** `total: { value: 9, relation: "eq" }`. */
  function counted(value: JsonObject, where: Where): void {
    const exact = value['relation'] === undefined || value['relation'] === 'eq'
    for (const [name, what] of Object.entries(value)) {
      const number = scalarOf(what)
      if (typeof number !== 'number') continue
      if (exact && (name === 'value' || ['count', 'total'].includes(pageNameOf(name).kind))) seen.totals.push(number)
      else if (where === 'near' && number > length) seen.unexplained = true
    }
  }

  function take(name: string, about: PageName, value: Said, where: Where): void {
    const { kind } = about
    const number = typeof value === 'number' ? value : undefined
    const near = where === 'near'
    // An end is believed by a name that says nothing else: `setupComplete` and `nextShow` are of other things.
    const ends = !about.mixed && where !== 'echo'
    if (typeof value === 'string') {
      const range = rangeOf(value)
      if (range !== undefined) return ranged(range)
      if (/<[^>]*>\s*;.*\brel\s*=\s*"?[^"]*next/i.test(value)) seen.leads = true
    }
    switch (kind) {
      case 'next':
        if (value === true) return say('more')
        if (value === false) return ends ? say('end') : undefined
        if (about.mixed && typeof value === 'string' && (isText(value) || readInstant(value) !== undefined)) return
        if (isNothing(value)) seen.lastNamed ||= ends
        else lead(name, value, true)
        return
      case 'more':
        if (value === true || (number !== undefined && number > 0)) return say('more')
        // A search that was not cut short may still have further pages.
        if (value === false && !/incomplete|partial/.test(about.words.join(' '))) return ends ? say('end') : undefined
        if (number === 0) seen.lastNamed ||= ends
        else if (typeof value === 'string' && !isText(value) && value !== '') seen.leads = true
        return
      case 'end':
        if (value === true && !ends) return
        if (value === true) return about.words.includes('last') ? say('end') : void (seen.lastNamed = true)
        if (value === false) return say('more')
        if (typeof value === 'string' && isAddress(value)) seen.unexplained ||= near
        else if (typeof value === 'string' && value !== '' && !isText(value) && readInstant(value) === undefined)
          seen.leads = true
        else if (number !== undefined && near && number > length) seen.unexplained = true
        return
      case 'prior':
        if (!isNothing(value)) seen.prior = true
        return
      case 'cursor':
        if (value === true || value === false) seen.unexplained ||= value
        else if (!isNothing(value)) lead(name, value, false)
        return
      case 'bound':
        if (number !== undefined) return bounded(name, about, number)
        if (value === false && about.words.includes('first')) seen.prior = true
        else if (typeof value === 'string' && !isNothing(value) && !isText(value) && readInstant(value) === undefined)
          lead(name, value, false)
        return
      case 'page':
        if (number === undefined) return void (typeof value === 'string' && value !== '' && lead(name, value, false))
        if (number > 1) seen.prior = true
        seen.page = number
        if (/page/i.test(name)) seen.pageName = name.replace(/^current[-_]?/i, '').replace(/^P(?=a)/, 'p')
        return
      case 'pages':
        if (value === true || value === false) return value && !ends ? undefined : say(value ? 'end' : 'more')
        if (typeof value === 'string') return void (value !== '' && isAddress(value) ? (seen.unexplained ||= near) : 0)
        if (number !== undefined) {
          seen.pages.push(number)
          if (ends && number <= 1 && about.words.length > 1 && (number === 1 || here === 0)) seen.lastNamed = true
        }
        return
      case 'total':
        if (number === undefined)
          return void (typeof value === 'string' && near && value !== '' && (seen.unexplained = true))
        if (isEstimate(about)) seen.loose.push(number)
        else if (near || about.words.length > 1) seen.totals.push(number)
        else if (where === 'aside' && number > length) seen.unexplained = true
        return
      case 'count':
        if (number === undefined) return
        if (near || about.words.length > 1) seen.loose.push(number)
        else if (where === 'aside' && number > length) seen.unexplained = true
        return
      case 'open':
        if (near && number !== undefined && Number.isInteger(number) && number > length) seen.unexplained = true
        return
      case 'limit':
        if (number !== undefined && where !== 'aside') seen.limits.push(number)
        return
      case 'self':
        if (value === false && about.words.includes('first')) seen.prior = true
        else if (typeof value === 'string' && !about.words.includes('first')) {
          if (isPositional(value)) seen.leads = true
          else if (where === 'aside' && isAddress(value) && value.includes('?')) seen.unexplained = true
        }
        return
      case 'measure':
      case 'record':
      case 'side':
        if (isKey(value, keys) && kind === 'record' && about.words.length > 1) seen.leads = true
        return
      case 'said':
        if (typeof value === 'string' && !isOpaque(about) && !isPlain(value)) seen.unexplained = true
        return stranger(value, 'echo')
      case 'pager':
      case 'echo':
      case 'sum':
        return stranger(value, kind === 'pager' && near ? 'near' : 'echo')
      case 'unknown':
        return stranger(value, where)
    }
  }

  /** A value whose name says nothing: what can be a position is one. */
  function stranger(value: Said, where: Where): void {
    if (isNothing(value) || value === 1) return
    if (isKey(value, keys) && where !== 'echo') {
      seen.leads = true
      return
    }
    if (typeof value === 'string') {
      if (isPositional(value)) seen.leads = true
      else if (where === 'near') seen.unexplained ||= !isText(value)
      else if (where !== 'echo')
        seen.unexplained ||= !isText(value) && !isWord(value) && readInstant(value) === undefined
      return
    }
    if (where !== 'near') return
    if (value === true || (typeof value === 'number' && Number.isInteger(value) && value > 1)) seen.unexplained = true
  }

  function say(what: 'more' | 'end'): void {
    if (seen.says !== 'more') seen.says = what
  }

  function lead(name: string, value: Said, isNext: boolean): void {
    if (typeof value === 'string' && /[{}]/.test(value) && isAddress(value)) {
      seen.unexplained = true
      return
    }
    seen.leads = true
    if (typeof value !== 'string' && typeof value !== 'number') return
    seen.next ??= String(value)
    if (typeof value === 'string' && isAddress(value)) {
      seen.url ??= value
      return
    }
    if (!isParameter(name) || /evaluated|last|end|prev/i.test(name)) return
    const parameter = parameterOf(name)
    if (parameter !== undefined) seen.fields[parameter] ??= value
    if (!isNext && parameter === undefined) seen.fields = {}
  }

  function bounded(name: string, { words }: PageName, number: number): void {
    if (words.includes('to') || words.includes('until')) {
      if (number > length) seen.unexplained = true
      return
    }
    const fromZero = words.includes('offset') || words.includes('skip') || words.join() === 'start'
    if (number === before && (before > 0 || fromZero || words.includes('start'))) seen.offset = { name, at: number }
    else if (before > 0 && number !== before + 1) seen.leads = true
    else if (before === 0 && number > (fromZero ? 0 : 1)) seen.prior = true
  }

  function ranged({ from, of }: Range): void {
    if (of === undefined) seen.unexplained = true
    else seen.totals.push(of)
    if (from <= before + 1) return
    if (before > 0) seen.leads = true
    else seen.prior = true
  }
}

function isOfPages(kind: PageWord, value: Json): boolean {
  if (kind === 'bound') return typeof value === 'number'
  if (kind === 'more') return typeof value === 'boolean'
  return kind === 'next' || kind === 'cursor' || kind === 'page' || kind === 'pages' || kind === 'prior'
}

/** Of a strange name nobody knows that it asks for a page: it might be a filter. */
const isParameter = (name: string): boolean =>
  ['next', 'cursor', 'page', 'bound', 'limit'].includes(pageNameOf(name).kind)
/** Links are about this list; any other array is a list of its own. */
const isOtherList = (name: string, value: Json): boolean =>
  Array.isArray(value) &&
  !['pager', 'pages', 'next', 'cursor', 'side'].includes(pageNameOf(name).kind) &&
  !(value.length > 0 && value.every((item) => isObject(item) && relationOf(item) !== ''))
