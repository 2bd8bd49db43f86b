// What a value beside a list can be, whatever its name: a token, an address, a range, text for people, a record.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { readInstant } from '../dates.ts'
import { hasId, isScalarId } from '../names.ts'
import { pageNameOf } from './words.ts'

export interface Range {
  from: number
  of: number | undefined
}

/** `0-6/9`, `items 0-6/*`, `Showing 1 to 7 of 9`. */
export function rangeOf(text: string): Range | undefined {
  const found =
    text.length > 200
      ? null
      : /(?:^|\s)(\d{1,15})\s*(?:-|–|to|\.\.)\s*(\d{1,15})\s*(?:\/|of)\s*(\d{1,15}|\*)(?:\s|$)/i.exec(text)
  if (found === null) return undefined
  const [, from, , of] = found
  return { from: Number(from), of: of === '*' ? undefined : Number(of) }
}

/** A text of megabytes tells by its beginning what it is. */
const longestLook = 2_000

export type Said = string | number | boolean | null

/** A flag or a number is one as text too; undefined for what holds more. */
export function scalarOf(value: Json): Said | undefined {
  if (typeof value === 'string') {
    const text = value.trim()
    if (/^-?\d{1,15}$/.test(text)) return Number(text)
    return /^(?:true|yes)$/i.test(text) ? true : /^(?:false|no)$/i.test(text) ? false : text
  }
  if (value === null || typeof value !== 'object') return value
  return undefined
}

export const isNothing = (value: Said): boolean =>
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'number' && value <= 0) ||
  (typeof value === 'string' && /^(?:null|none|nil|undefined)$/i.test(value))

export const isAddress = (text: string): boolean => /^(?:https?:\/\/|\/|\?|[\w./-]+\?)\S*$/i.test(text)
const isWordy = (word: string | undefined): boolean => word !== undefined && /\p{L}/u.test(word)
/** Two words and more, and no address. */
export const isText = (text: string): boolean =>
  text
    .slice(0, longestLook)
    .split(/\s+/)
    .some((word, at, words) => isWordy(word) && isWordy(words[at + 1])) && !/^\S{1,40}:\/\//.test(text)
/** What a word for a state, a kind or a code looks like, and no position. */
export const isPlain = (text: string): boolean =>
  text.length <= 12
    ? !/^(?:partial|incomplete|truncated)$/i.test(text) && !/=$/.test(text)
    : isText(text) || isWord(text) || isAddress(text) || readInstant(text) !== undefined
export const isWord = (text: string): boolean =>
  text.length <= 60 && /^(?:\p{Lu}?\p{Ll}{2,}|\p{Lu}{2,})(?:[ _.:/-]?(?:\p{Lu}?\p{Ll}{2,}|\p{Lu}{2,}))*$/u.test(text)

/** An address whose query asks for another place than the beginning. */
export function isPositional(text: string): boolean {
  if (!isAddress(text) || !text.includes('?')) return false
  for (const [name, value] of new URLSearchParams(text.slice(text.indexOf('?') + 1, text.indexOf('?') + 4_096))) {
    const { kind } = pageNameOf(name)
    const isPlace: boolean = ['next', 'cursor', 'page', 'bound', 'pager', 'more'].includes(kind)
    if (isPlace && !['', '0', '1', 'false'].includes(value) && readInstant(value) === undefined) return true
  }
  return false
}

/** The identifier of the last row beside the list: the next page begins behind it. */
export const isKey = (value: Json, keys: ReadonlySet<string>): boolean =>
  (typeof value === 'string' || typeof value === 'number') && keys.has(String(value))

export function identifiersOf(row: Json | undefined): ReadonlySet<string> {
  if (!isObject(row)) return new Set()
  const found = [row, ...Object.values(row).filter(isObject)].flatMap((object) =>
    Object.entries(object).flatMap(([name, value]) =>
      /^(?:_?id|uuid|guid|pk|key|cursor)$/i.test(name) && isScalarId(value) ? [String(value)] : [],
    ),
  )
  return new Set(found.filter((text) => text.length > 1))
}

const describing = /^(?:name|title|subject|email|label|created\w*|description|status|username|slug)$/i
export const isRecordLike = (object: JsonObject): boolean =>
  hasId(object, '') && Object.keys(object).some((name) => describing.test(name))

export const relationOf = (item: JsonObject): string => {
  const rel = item['rel'] ?? item['relation']
  const text = Array.isArray(rel) ? rel.filter((one) => typeof one === 'string').join(' ') : rel
  return typeof text === 'string' ? text : ''
}

/** Of a link: what it leads to. */
export const addressIn = (item: JsonObject): string | undefined => {
  for (const [name, value] of Object.entries(item))
    if (typeof value === 'string' && value !== '' && /^@?(?:href|url|uri|link|path|target)$/i.test(name)) return value
  return undefined
}
