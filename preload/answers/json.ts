import { isObject, type Json, type JsonObject } from '#contract/json.ts'

/** Only own properties count. */
export const at = (value: Json | undefined, path: string): Json | undefined =>
  path !== '' && isObject(value) && Object.hasOwn(value, path) ? value[path] : walk(value, path, own)

/** In any spelling: `streamId` finds `stream_id`, `stream-id` and `StreamID`. */
export const spelled = (value: Json | undefined, path: string): Json | undefined =>
  at(value, path) ?? walk(value, path, ownSpelled)

const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

function walk(value: Json | undefined, path: string, field: typeof own): Json | undefined {
  let here = value
  for (const name of path === '' ? [] : path.split('.')) {
    if (Array.isArray(here)) here = /^\d{1,9}$/.test(name) ? here[Number(name)] : undefined
    else if (isObject(here)) here = field(here, name)
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

/** Fields in camel case, for code that uses the specification's names; existing ones stay. */
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

/** Without case, dashes and underscores; cached, since names repeat in every row. */
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
