import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'

/** A value below an object by its name or dotted path; only own properties count. */
export function at(value: Json | undefined, path: string): Json | undefined {
  if (path === '') return value
  if (isObject(value) && Object.hasOwn(value, path)) return value[path]
  let here = value
  for (const name of path.split('.')) {
    if (Array.isArray(here)) here = /^\d{1,9}$/.test(name) ? here[Number(name)] : undefined
    else if (isObject(here) && Object.hasOwn(here, name)) here = here[name]
    else return undefined
  }
  return here
}

/** The same whatever the platform's spelling: `streamId` is also found as `stream_id`, `stream-id` and `StreamID`. */
export function spelled(value: Json | undefined, path: string): Json | undefined {
  const exact = at(value, path)
  if (exact !== undefined) return exact
  let here = value
  for (const name of path.split('.')) {
    if (Array.isArray(here)) here = /^\d{1,9}$/.test(name) ? here[Number(name)] : undefined
    else if (isObject(here)) here = ownSpelled(here, name)
    else return undefined
  }
  return here
}

function ownSpelled(object: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(object, name)) return object[name]
  const wanted = plain(name)
  const found = Object.keys(object).find((own) => plain(own) === wanted)
  return found === undefined ? undefined : object[found]
}

/**
 * The same with its fields in camel case (`stream_id`, `stream-id` and `StreamId` as `streamId`), for code that knows the names of the
 * specification. What stood there already under such a name stays, and a record in camel case is given back as it is.
 */
export function inCamelCase(record: JsonObject, deep = 3): JsonObject {
  const entries = Object.entries(record).map(([name, value]) => {
    const own = camel(name)
    return {
      name,
      value,
      key: Object.hasOwn(record, own) ? name : own,
      inner: deep > 0 ? innerInCamelCase(value, deep) : value,
    }
  })
  const changed = entries.some(({ name, value, key, inner }) => key !== name || inner !== value)
  return changed ? Object.fromEntries(entries.map(({ key, inner }) => [key, inner])) : record
}

function innerInCamelCase(value: Json, deep: number): Json {
  if (isObject(value)) return inCamelCase(value, deep - 1)
  if (!Array.isArray(value)) return value
  const items = value.map((item) => innerInCamelCase(item, deep - 1))
  return items.some((item, index) => item !== value[index]) ? items : value
}

function camel(name: string): string {
  if (name === '_id') return 'id'
  const joined = name.replaceAll(/(?<=[A-Za-z\d])[-_]+([A-Za-z\d])/g, (_, letter: string) => letter.toUpperCase())
  return /^[A-Z][a-z]/.test(joined) ? joined.charAt(0).toLowerCase() + joined.slice(1) : joined
}

/** A field's name without case, dashes and underscores. The few names of an answer are asked for with each of its thousands of rows. */
export function plain(name: string): string {
  const known = plainNames.get(name)
  if (known !== undefined) return known
  const found = name.toLowerCase().replaceAll(/[-_\s]/g, '')
  if (plainNames.size >= 5_000) plainNames.clear()
  // A text of some MiB is no name to keep.
  if (name.length <= 200) plainNames.set(name, found)
  return found
}
const plainNames = new Map<string, string>()
