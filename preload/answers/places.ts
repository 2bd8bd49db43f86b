// Lists in an answer: arrays, and objects keyed by identifiers.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { isFormal, isIdName, isScalarId, sides, word } from './names.ts'

export interface Place {
  path: readonly string[]
  items: readonly Json[]
  keys?: readonly string[]
  /** What stands among keyed records and is none. */
  rest?: JsonObject
  /** From the answer itself down to the list's holder. */
  around: readonly JsonObject[]
}

export interface Places {
  found: Place[]
  cut: boolean
}

/** Hostile answers go on for thousands of levels. */
const maxDepth = 6
const mostLists = 1_000

/** Not those inside items, nor those whose name is beside the records. */
export function placesIn(answer: Json, noun: string): Places {
  const places: Places = { found: [], cut: false }
  walk(answer, [], [])
  return places

  function walk(value: Json, path: readonly string[], around: readonly JsonObject[]): void {
    if (Array.isArray(value)) {
      places.found.push({ path, items: value, around })
      return
    }
    if (!isObject(value)) return
    const keyed = keyedItems(value, noun)
    if (keyed !== undefined) {
      places.found.push({ path, ...keyed, around })
      return
    }
    if (around.length >= maxDepth) {
      places.cut ||= Object.values(value).some((inside) => typeof inside === 'object' && inside !== null)
      return
    }
    const next = [...around, value]
    for (const name of Object.keys(value)) {
      if (places.found.length >= mostLists) {
        places.cut = true
        return
      }
      const inside = value[name] ?? null
      if (typeof inside === 'object' && inside !== null && !sides.has(word(name))) walk(inside, [...path, name], next)
    }
  }
}

/** A number, a UUID, 24 or 26 digits, or a short word with a number. */
const idLike =
  /^(?:\d{1,19}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24}|[\dA-HJKMNP-TV-Z]{26}|[a-z]{1,12}_(?=\w*\d)[A-Za-z\d]{1,40})$/

/** Undefined for an object that is not keyed by identifiers. */
export function keyedItems(
  value: JsonObject,
  noun: string,
): { items: Json[]; keys: string[]; rest: JsonObject } | undefined {
  const items: Json[] = []
  const keys: string[] = []
  const rest: JsonObject = {}
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    const inside = value[key] ?? null
    if (!isObject(inside)) {
      if (!isFormal(key) || Array.isArray(inside)) return undefined
      rest[key] = inside
      continue
    }
    if (!idLike.test(key) && !isNamed(inside, key, noun)) {
      if (!sides.has(word(key))) return undefined
      rest[key] = inside
      continue
    }
    items.push(inside)
    keys.push(key)
  }
  return items.length === 0 ? undefined : { items, keys, rest }
}

function isNamed(record: JsonObject, id: string, noun: string, within = 1): boolean {
  for (const name in record) {
    if (!Object.hasOwn(record, name)) continue
    const value = record[name]
    if (isIdName(name, noun) && isScalarId(value) && String(value) === id) return true
    if (within > 0 && isObject(value) && isNamed(value, id, noun, within - 1)) return true
  }
  return false
}
