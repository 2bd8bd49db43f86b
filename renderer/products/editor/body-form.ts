// A body as fields: those that a schema lists, and whatever else stands in it. A field's place is the list of names that leads to it, since a
// name may have a dot in it.
import type { Json, JsonObject, JsonSchema } from '#contract/json.ts'
import { controlOf, localInput, valueSchema } from '../../components/schema-control.ts'
import type { ControlKind } from '../../components/schema-control.ts'
import { isObject } from '../../reading/answer.ts'
import type { AddedField } from '../../stores/open-requests.ts'

export type Place = readonly string[]

export interface BodyField {
  place: Place
  schema: JsonSchema
  /** Neither specified nor learned: it stands in the body, or was added by hand. */
  further: boolean
}

export type FieldControl = ControlKind | 'money' | 'json'

/** Deeper, and inside lists, a body is written as JSON. */
const maxDepth = 3

/** The fields of a schema in its own order. */
export function fieldsOf(schema: JsonSchema, within: Place = []): BodyField[] {
  return Object.entries(schema.properties ?? {})
    .map(([name, node]) => ({ name, node, value: valueSchema(node) }))
    .toSorted((a, b) => (a.value.order ?? 1_000) - (b.value.order ?? 1_000))
    .flatMap(({ name, node, value }): BodyField[] => {
      const place = [...within, name]
      const inside = place.length < maxDepth && value.properties !== undefined ? fieldsOf(value, place) : []
      return inside.length > 0 ? inside : [{ place, schema: node, further: false }]
    })
}

/** What stands in a body beside the known fields, and what was added to it. */
export function furtherFields(body: Json | undefined, known: readonly BodyField[], added: readonly AddedField[]): BodyField[] {
  const names = new Set(known.map(({ place }) => keyOf(place)))
  const opened = new Set(known.flatMap(({ place }) => place.slice(1).map((_, depth) => keyOf(place.slice(0, depth + 1)))))
  const further = (value: JsonObject, within: Place): BodyField[] =>
    Object.entries(value).flatMap(([name, inside]): BodyField[] => {
      const place = [...within, name]
      if (names.has(keyOf(place))) return []
      if (opened.has(keyOf(place)) && isObject(inside)) return further(inside, place)
      return [{ place, schema: schemaOf(inside), further: true }]
    })
  const there = isObject(body) ? further(body, []) : []
  const taken = new Set([...names, ...there.map(({ place }) => keyOf(place))])
  const typed = new Map(added.map(({ place, schema }) => [keyOf(place), schema]))
  return [
    ...there.map((field) => ({ ...field, schema: typed.get(keyOf(field.place)) ?? field.schema })),
    ...added.filter(({ place }) => !taken.has(keyOf(place))).map(({ place, schema }) => ({ place, schema, further: true })),
  ]
}

function schemaOf(value: Json): JsonSchema {
  if (typeof value === 'string') return { type: 'string', ...(value.includes('\n') || value.length > 120 ? { control: 'multiline' } : {}) }
  if (typeof value === 'number' || typeof value === 'boolean') return { type: typeof value }
  return {}
}

/** How a field is drawn, given what stands in it: a value that the usual control can't show is written as JSON. */
export function controlFor(schema: JsonSchema, value: Json | undefined): FieldControl {
  const node = valueSchema(schema)
  const control = node.control === 'money' ? 'money' : controlOf(schema)
  if (node.type === undefined && node.enum === undefined && node.control === undefined && !node.secret) return 'json'
  if (node.properties !== undefined || [node.type ?? []].flat().includes('object')) return 'json'
  if (control === 'tags' && [node.type ?? []].flat().includes('array') && ![node.items?.type ?? 'string'].flat().includes('string')) return 'json'
  if (value === undefined || value === null || fits(control, value)) return control
  return typeof value === 'string' ? 'text' : 'json'
}

function fits(control: FieldControl, value: Json): boolean {
  if (control === 'boolean') return typeof value === 'boolean'
  if (control === 'tags') return typeof value === 'string' || (Array.isArray(value) && value.every((tag) => typeof tag === 'string'))
  if (control === 'instant') return typeof value === 'string' && localInput(value) !== ''
  if (control === 'date') return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  if (control === 'time') return typeof value === 'string' && /^\d\d:\d\d(:\d\d)?$/.test(value)
  if (control === 'integer' || control === 'number' || control === 'money') return typeof value === 'number' || typeof value === 'string'
  if (control === 'secret') return typeof value !== 'number' && typeof value !== 'boolean'
  return typeof value === 'string'
}

/** What stands at a place; undefined where nothing does. */
export function valueAt(body: Json | undefined, place: Place): Json | undefined {
  let value = body
  for (const name of place) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** The body with another value at a place; undefined takes it out, and the objects that it leaves empty with it. Undefined for a body that is left empty. */
export function withValue(body: Json | undefined, place: Place, value: Json | undefined): Json | undefined {
  const [name, ...rest] = place
  if (name === undefined) return value
  const into = isObject(body) ? body : {}
  const inside = withValue(Object.hasOwn(into, name) ? into[name] : undefined, rest, value)
  const others = Object.entries(into)
  if (inside === undefined) {
    const left = others.filter(([key]) => key !== name)
    return left.length === 0 ? undefined : Object.fromEntries(left)
  }
  return Object.fromEntries(Object.hasOwn(into, name) ? others.map(([key, one]) => [key, key === name ? inside : one]) : [...others, [name, inside]])
}

/** A place as one text, for keys of lists. */
export const keyOf = (place: Place): string => JSON.stringify(place)
/** A place as a person reads it. */
export const dotted = (place: Place): string => place.join('.')

export const addedTypes = ['text', 'number', 'switch', 'list', 'json'] as const
export type AddedType = (typeof addedTypes)[number]
const typeSchemas: Record<AddedType, JsonSchema> = {
  text: { type: 'string' },
  number: { type: 'number' },
  switch: { type: 'boolean' },
  list: { type: 'array', items: { type: 'string' } },
  json: {},
}

/** The schema of a field that a person adds. */
export const addedSchema = (type: AddedType): JsonSchema => typeSchemas[type]
