// The single values of an answer whose shape nobody has specified, each under its dotted path.
import type { Json } from '#contract/json.ts'
import { plainName } from '../keychain/opaque.ts'

/** A value that may be part of a session. */
export interface AnswerField {
  /** `data.session.accessToken`; places in lists are numbers. */
  path: string
  /** The names on the way, outermost first. */
  names: readonly string[]
  value: string
}

const deepest = 12
const mostFields = 200
const mostItems = 5
const longestPath = 512
/** What a header and the keychain carry. */
const longestValue = 16_384

/** Texts and whole numbers in the order in which they stand. What stands under a name that may itself be a value is left out: names are shown. */
export function fieldsIn(answer: Json): AnswerField[] {
  const found = new Map<string, AnswerField>()

  function walk(value: Json, names: readonly string[]): void {
    if (found.size >= mostFields || names.length > deepest) return
    if (Array.isArray(value))
      return value.slice(0, mostItems).forEach((item, place) => walk(item, [...names, String(place)]))
    if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) if (plainName.test(name)) walk(item, [...names, name])
      return
    }
    const text = typeof value === 'string' ? value.trim() : Number.isSafeInteger(value) ? String(value) : ''
    const path = names.join('.')
    if (text === '' || text.length > longestValue || path === '' || path.length > longestPath || found.has(path)) return
    found.set(path, { path, names, value: text })
  }

  walk(answer, [])
  return [...found.values()]
}

/** Two characters of either end of a long value, none of a short one. */
export function masked(value: string): string {
  const dots = '•'.repeat(Math.min(value.length, 8))
  return value.length < 16 ? dots : `${value.slice(0, 2)}${dots}${value.slice(-2)}`
}

/** The token without the word that some platforms put before it. */
export const tokenOf = (value: string): string => value.replace(/^bearer\s+/i, '')

/** Whether a value can go into the header of a session. */
export const isToken = (value: string): boolean => /^[\x21-\x7e]{8,}$/.test(tokenOf(value))
