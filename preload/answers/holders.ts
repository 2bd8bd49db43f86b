import type { Json, JsonObject } from '#contract/json.ts'
import { hasId, isFormal, isIdName, isPageMark, namesSomething } from './names.ts'

/** Cached: thousands of lists may be in one object. */
export interface Holder {
  hasId: boolean
  describing: ReadonlySet<string>
  pages: boolean
}

export function holderOf(object: JsonObject, noun: string, known: Map<JsonObject, Holder>): Holder {
  const before = known.get(object)
  if (before !== undefined) return before
  const entries = Object.entries(object)
  const holder = {
    hasId: hasId(object, noun),
    describing: new Set(entries.flatMap(([name, value]) => (describes(name, value, noun) ? [name] : []))),
    pages: entries.some(([name, value]) => !Array.isArray(value) && isPageMark(name)),
  }
  known.set(object, holder)
  return holder
}

/** Identifier and status are in every envelope (specification, section 2.1). */
function describes(name: string, value: Json | undefined, noun: string): boolean {
  return (
    value !== null &&
    !Array.isArray(value) &&
    !isFormal(name) &&
    !isIdName(name, noun) &&
    (typeof value === 'object' || !/(?:id|ids)$|^(?:data|result|response|payload|output)$/i.test(name))
  )
}

export const isRecord = (object: JsonObject, noun: string): boolean =>
  hasId(object, noun) ||
  namesSomething(object) ||
  isDescribed(object, '', noun) ||
  Object.values(object).some(Array.isArray)

export const isDescribed = (object: JsonObject, except: string, noun: string): boolean =>
  Object.entries(object).some(([name, value]) => name !== except && describes(name, value, noun))
