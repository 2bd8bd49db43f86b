import { defined } from '#contract/defined.ts'
import type { SessionMapping } from '#contract/account.ts'
import type { Json } from '#contract/json.ts'
import { plainName } from '../../core/keychain/opaque.ts'

export interface AnswerField {
  /** Such as `data.session.accessToken`; list places are numbers. */
  path: string
  names: readonly string[]
  value: string
}

export type GivenMapping = Record<'token', string> & Partial<Record<'accountId' | 'sessionId', string | undefined>>

export const mappingOf = ({ token, accountId, sessionId }: GivenMapping): SessionMapping => ({
  token,
  ...defined({ accountId, sessionId }),
})

const deepest = 12
const mostFields = 200
const mostItems = 5
const longestPath = 512
/** A header and the keychain take this much. */
const longestValue = 16_384

/**
 * Texts and integers in their order. Values under a name that may itself be a value are left out, since names are
 * shown.
 */
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

/** Shows two characters at either end of a long value, none of a short one. */
export function masked(value: string): string {
  const dots = '•'.repeat(Math.min(value.length, 8))
  return value.length < 16 ? dots : `${value.slice(0, 2)}${dots}${value.slice(-2)}`
}

/** Without the word `Bearer` that some platforms add. */
export const tokenOf = (value: string): string => value.replace(/^bearer\s+/i, '')

/** Whether a session's header can carry it. */
export const isToken = (value: string): boolean => /^[\x21-\x7e]{8,}$/.test(tokenOf(value))
