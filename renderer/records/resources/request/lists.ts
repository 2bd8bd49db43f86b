// Lists of objects in a body: a place may lead through one, its number among the names.
import { isObject, type Json } from '#contract/json.ts'

type Place = readonly string[]

/** The index that a name in a path means; undefined where the value is no list or has no such item. */
export function itemAt(value: Json | undefined, name: string): number | undefined {
  return Array.isArray(value) && /^(?:0|[1-9]\d{0,6})$/.test(name) && Number(name) < value.length
    ? Number(name)
    : undefined
}

export function itemsOf(value: Json | undefined): readonly Json[] | undefined {
  if (value === undefined || value === null) return []
  return Array.isArray(value) && value.every(isObject) ? value : undefined
}

export const startsWith = (place: Place, start: Place): boolean => start.every((name, at) => place[at] === name)

/** Where a place is once an item was removed; undefined for what went with it. */
export function withoutItem(place: Place, item: Place): Place | undefined {
  const list = item.slice(0, -1)
  const gone = Number(item.at(-1))
  const own = place[list.length]
  if (own === undefined || !startsWith(place, list)) return place
  if (Number(own) === gone) return undefined
  return Number(own) > gone ? [...list, String(Number(own) - 1), ...place.slice(item.length)] : place
}
