import { defined } from '#contract/defined.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { plain } from './json.ts'
import { hasId, isFormal, isIdName, isNamedAfter, isScalarId, rowFormalities, rowWrappers, word } from './names.ts'
import { pageNameOf } from './pages/words.ts'

export interface Rows {
  rows: JsonObject[]
  /** Outermost first: `node`, `template`, `attributes`. */
  wrapper: string[]
  /** Items that were no objects, as `{ value }` rows. */
  scalars: number
  /** What speaks against these being all records and nothing else. */
  doubt?: 'mixed' | 'unknown_wrapper' | 'groups'
}

/** Undefined where the row has another form. */
type Unwrap = (item: JsonObject) => JsonObject | undefined

const mostWrappers = 3
const jsonApi = new Set(['type', 'id', 'lid', 'attributes', 'relationships', 'links', 'meta'])

/** Plain objects are rows as they are: of 100,000 none is copied. */
export function rowsOf(items: readonly Json[], noun: string, place = ''): Rows {
  let rows = items.every(isObject) ? (items as JsonObject[]) : undefined
  if (rows === undefined) {
    const kept = items.filter((item) => item !== null)
    return {
      rows: kept.map((item) => (isObject(item) ? item : { value: item })),
      wrapper: [],
      scalars: kept.filter((item) => !isObject(item)).length,
      doubt: 'mixed',
    }
  }
  const wrapper: string[] = []
  let doubt: Rows['doubt']
  for (let depth = 0; depth < mostWrappers; depth += 1) {
    const found = unwrapperOf(rows, noun)
    if (found === undefined) break
    const inner: JsonObject[] = []
    for (const row of rows) {
      const one = found.unwrap(row)
      if (one === undefined) break
      inner.push(one)
    }
    if (inner.length < rows.length) {
      doubt = 'mixed'
      break
    }
    if (!found.known) doubt ??= 'unknown_wrapper'
    wrapper.push(found.name)
    rows = inner
  }
  if (doubt === undefined && holdMore(rows, noun, place)) doubt = 'groups'
  return { rows, wrapper, scalars: 0, ...defined({ doubt }) }
}

/** One record out of its wrapper: JSON:API and its like. */
export function bare(record: JsonObject): JsonObject {
  return isJsonApi(record) ? flat(record) : record
}

function unwrapperOf(
  rows: readonly JsonObject[],
  noun: string,
): { name: string; unwrap: Unwrap; known: boolean } | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  if (isJsonApi(first))
    return { name: 'attributes', unwrap: (item) => (isJsonApi(item) ? flat(item) : undefined), known: true }
  if (isHit(first))
    return {
      name: '_source',
      unwrap: (item) => (isHit(item) ? withId(item['_id'], item['_source'] as JsonObject) : undefined),
      known: true,
    }
  const fields = fieldsIn(first, noun)
  if (fields !== undefined) return { name: fields, unwrap: (item) => besideFields(item, fields, noun), known: false }
  const name = wrapperIn(first, noun)
  if (name === undefined) return undefined
  const named = isNamedAfter(name, noun) || rowWrappers.has(word(name))
  const inside = first[name] as JsonObject
  // Beside other fields it only looks like a wrapper.
  if (!named && Object.keys(first).length > 1) return undefined
  const says = new Map<string, boolean>()
  const unwrap: Unwrap = (item) => {
    const record = item[name]
    if (!isObject(record) || !Object.hasOwn(item, name)) return undefined
    for (const beside in item) {
      if (beside === name) continue
      let formal = says.get(beside)
      if (formal === undefined) says.set(beside, (formal = rowFormalities.has(word(beside)) && !isIdName(beside, noun)))
      if (!formal) return undefined
    }
    return record
  }
  return { name, unwrap, known: named || hasId(inside, noun) }
}

function wrapperIn(item: JsonObject, noun: string): string | undefined {
  let found: string | undefined
  for (const name in item) {
    if (!Object.hasOwn(item, name)) continue
    if (found === undefined && isObject(item[name]) && !rowFormalities.has(word(name))) found = name
    else if (!rowFormalities.has(word(name)) || isIdName(name, noun)) return undefined
  }
  return found
}

/** `{ id, fields: { name, status } }`: one object says all that the record says, and is neither an amount nor a record of its own. */
function fieldsIn(item: JsonObject, noun: string): string | undefined {
  if (!hasId(item, noun)) return undefined
  let found: string | undefined
  for (const name in item) {
    if (!Object.hasOwn(item, name)) continue
    const value = item[name] ?? null
    if (isObject(value) && found === undefined && !isFormal(name)) found = name
    else if (!isIdName(name, noun) && !isBesideFields(name, value)) return undefined
  }
  const fields = found === undefined ? undefined : item[found]
  return isObject(fields) && !hasId(fields, noun) && isOfFields(fields) ? found : undefined
}

const isBesideFields = (name: string, value: Json): boolean =>
  value === null ||
  (typeof value !== 'object' && (rowFormalities.has(word(name)) || pageNameOf(name).kind === 'record'))
function isOfFields(object: JsonObject): boolean {
  const entries = Object.entries(object)
  return (
    entries.length > 1 &&
    entries.every(([, value]) => typeof value !== 'object' || value === null) &&
    entries.some(([name]) => /name|title|status|state|subject|email/i.test(name))
  )
}

function besideFields(item: JsonObject, fields: string, noun: string): JsonObject | undefined {
  const inside = item[fields]
  if (!isObject(inside) || !hasId(item, noun)) return undefined
  const record: JsonObject = { ...item, ...inside, ...(isScalarId(item['id']) && { id: item['id'] }) }
  if (!Object.hasOwn(inside, fields)) delete record[fields]
  return record
}

function isJsonApi(item: JsonObject): boolean {
  if (!isObject(item['attributes']) || !(isScalarId(item['id']) || typeof item['type'] === 'string')) return false
  if (item['id'] !== undefined && item['type'] !== undefined && Object.keys(item).length === 3) return true
  for (const name in item) if (!jsonApi.has(name)) return false
  return true
}

const isHit = (item: JsonObject): boolean => isObject(item['_source']) && isScalarId(item['_id'])

/** JSON:API's `type` names the kind of resource, not a field. */
function flat(item: JsonObject): JsonObject {
  const { attributes, relationships } = item
  const record = withId(item['id'], attributes as JsonObject)
  return isObject(relationships) ? { ...related(relationships, attributes as JsonObject), ...record } : record
}

function withId(id: Json | undefined, fields: JsonObject): JsonObject {
  if (!isScalarId(id)) return fields
  return fields['id'] === undefined ? { id, ...fields } : { ...fields, id }
}

/** `relationships: { charge: { data: { id } } }` is a `chargeId`. */
function related(relationships: JsonObject, attributes: JsonObject): JsonObject {
  const there = new Set(Object.keys(attributes).map(plain))
  return Object.fromEntries(
    Object.entries(relationships).flatMap(([name, value]) => {
      const to = isObject(value) && isObject(value['data']) ? value['data']['id'] : undefined
      return isScalarId(to) && !there.has(`${plain(name)}id`) ? [[`${name}Id`, to]] : []
    }),
  )
}

/** A tree, or groups of records. */
function holdMore(rows: readonly JsonObject[], noun: string, place: string): boolean {
  const inside = [...new Set(['children', place, noun, `${noun}s`])].filter((name) => name !== '')
  return (
    inside.some((name) => anyHolds(rows, name)) ||
    rows.some((row) => !hasOwnId(row) && !hasId(row, noun) && Object.values(row).some(holdsRecords))
  )
}

/** One name in many objects is looked up quicker than many names in one. */
function anyHolds(rows: readonly JsonObject[], name: string): boolean {
  for (const row of rows)
    if (row[name] !== undefined && Object.hasOwn(row, name) && holdsRecords(row[name])) return true
  return false
}

// No object inherits these two names.
const hasOwnId = (row: JsonObject): boolean => row['id'] !== undefined || row['_id'] !== undefined
const holdsRecords = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.some((item) => isObject(item) && (hasOwnId(item) || hasId(item, '')))
