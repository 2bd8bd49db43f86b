// A body as fields: those that a schema lists, and whatever else stands in it. A field's place is the list of names that leads to it, since a
// name may have a dot in it; an item of a list is named by its number.
import { isObject, type Json, type JsonObject, type JsonSchema } from '#contract/json.ts'
import { controlOf, localInput, valueSchema, type ControlKind } from '#kit/base/schema-control.ts'
import type { AddedField } from '#kit/stores/open-requests.ts'
import { itemAt, itemsOf } from './lists.ts'
import type { Part } from './request.ts'

export type Place = readonly string[]

export interface BodyField {
  /** A query parameter is a single name. */
  part?: 'query'
  place: Place
  schema: JsonSchema
  /** Neither specified nor learned: it stands in the body, or was added by hand. */
  further: boolean
  /** No field itself: a list of objects, or one of its items, whose fields follow it. */
  role?: 'list' | 'item'
  why?: 'deep' | 'long' | 'mixed'
}

export type FieldControl = ControlKind | 'money' | 'json'

/** Deeper bodies, and longer lists, are written as JSON. Items of lists count as a level. */
export const maxDepth = 8
export const maxItems = 30

/** The fields of a schema in its own order; of a list of objects those of its items in the body. */
export function fieldsOf(schema: JsonSchema, body?: Json, within: Place = []): BodyField[] {
  return Object.entries(schema.properties ?? {})
    .map(([name, node]) => ({ name, node, value: valueSchema(node) }))
    .toSorted((a, b) => (a.value.order ?? 1_000) - (b.value.order ?? 1_000))
    .flatMap(({ name, node, value }): BodyField[] => {
      const place = [...within, name]
      const field = { place, schema: node, further: false }
      if (hasFields(value)) return place.length < maxDepth ? fieldsOf(value, body, place) : [{ ...field, why: 'deep' }]
      const each = value.items === undefined ? undefined : valueSchema(value.items)
      if (each === undefined || !hasFields(each)) return [field]
      if (place.length + 1 >= maxDepth) return [{ ...field, why: 'deep' }]
      const items = itemsOf(valueAt(body, place))
      if (items === undefined || items.length > maxItems)
        return [{ ...field, why: items === undefined ? 'mixed' : 'long' }]
      return [
        { ...field, role: 'list' },
        ...items.flatMap((_, at): BodyField[] => itemFields(each, body, [...place, String(at)])),
      ]
    })
}

const hasFields = ({ properties = {} }: JsonSchema): boolean => Object.keys(properties).length > 0

const itemFields = (schema: JsonSchema, body: Json | undefined, place: Place): BodyField[] => [
  { place, schema, further: false, role: 'item' },
  ...fieldsOf(schema, body, place),
]

/** The parameters of a query that one input can hold; each value is text on its way. */
export function queryFields(schema: JsonSchema): BodyField[] {
  return fieldsOf(schema).flatMap((field): BodyField[] => {
    const types = typesOf(valueSchema(field.schema))
    if (field.place.length > 1 || types.includes('object') || types.includes('array')) return []
    const node = types.length === 1 ? field.schema : { ...field.schema, type: 'string' }
    return [{ ...field, part: 'query', schema: node }]
  })
}

export function furtherFields(
  body: Json | undefined,
  known: readonly BodyField[],
  added: readonly AddedField[],
): BodyField[] {
  const names = new Set(known.map(({ place }) => keyOf(place)))
  const opened = new Set(
    known.flatMap(({ place }) => place.slice(1).map((_, depth) => keyOf(place.slice(0, depth + 1)))),
  )
  const further = (value: JsonObject | readonly Json[], within: Place): BodyField[] =>
    Object.entries(value).flatMap(([name, inside]): BodyField[] => {
      const place = [...within, name]
      if (opened.has(keyOf(place)) && (isObject(inside) || Array.isArray(inside))) return further(inside, place)
      if (names.has(keyOf(place))) return []
      return [{ place, schema: schemaOf(inside), further: true }]
    })
  const there = isObject(body) ? further(body, []) : []
  const taken = new Set([...names, ...there.map(({ place }) => keyOf(place))])
  const typed = new Map(added.map(({ place, schema }) => [keyOf(place), schema]))
  return [
    ...there.map((field) => ({ ...field, schema: typed.get(keyOf(field.place)) ?? field.schema })),
    ...added
      .filter(({ place }) => !taken.has(keyOf(place)))
      .map(({ place, schema }) => ({ place, schema, further: true })),
  ]
}

function schemaOf(value: Json): JsonSchema {
  if (typeof value === 'string')
    return { type: 'string', ...(value.includes('\n') || value.length > 120 ? { control: 'multiline' } : {}) }
  if (typeof value === 'number' || typeof value === 'boolean') return { type: typeof value }
  return {}
}

const typesOf = ({ type }: JsonSchema): string[] => [type ?? []].flat().filter((one) => one !== 'null')

/** A value that the usual control can't show, or would make another of, is written as JSON. */
export function controlFor(schema: JsonSchema, value: Json | undefined): FieldControl {
  const node = valueSchema(schema)
  const control = node.control === 'money' ? 'money' : controlOf(schema)
  const types = typesOf(node)
  if (node.type === undefined && node.enum === undefined && node.control === undefined && !node.secret) return 'json'
  if (node.properties !== undefined || types.includes('object')) return 'json'
  if (types.length > 1 && !node.secret && node.enum === undefined && node.control === undefined) return 'json'
  if (types.includes('array') && node.control !== 'tags' && typesOf(node.items ?? {}).join() !== 'string') return 'json'
  if (value === undefined || value === null || fits(control, value)) return control
  return typeof value === 'string' ? 'text' : 'json'
}

function fits(control: FieldControl, value: Json): boolean {
  if (control === 'boolean') return typeof value === 'boolean'
  if (control === 'tags')
    return typeof value === 'string' || (Array.isArray(value) && value.every((tag) => typeof tag === 'string'))
  if (control === 'instant') return typeof value === 'string' && localInput(value) !== ''
  if (control === 'date') return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  if (control === 'time') return typeof value === 'string' && /^\d\d:\d\d(:\d\d)?$/.test(value)
  if (control === 'integer' || control === 'number' || control === 'money')
    return typeof value === 'number' || typeof value === 'string'
  if (control === 'secret') return typeof value !== 'number' && typeof value !== 'boolean'
  return typeof value === 'string'
}

export function valueAt(body: Json | undefined, place: Place): Json | undefined {
  let value = body
  for (const name of place) {
    const item = itemAt(value, name)
    if (item !== undefined && Array.isArray(value)) value = value[item]
    else if (isObject(value) && Object.hasOwn(value, name)) value = value[name]
    else return undefined
  }
  return value
}

/** The body with another value at a place; undefined takes it out, with the objects that it leaves empty, but no other item of a list. */
export function withValue(body: Json | undefined, place: Place, value: Json | undefined): Json | undefined {
  const [name, ...rest] = place
  if (name === undefined) return value
  const item = itemAt(body, name)
  if (item !== undefined && Array.isArray(body)) {
    if (rest.length === 0 && value === undefined) return body.toSpliced(item, 1)
    return body.with(item, withValue(body[item], rest, value) ?? {})
  }
  const into = isObject(body) ? body : {}
  const inside = withValue(Object.hasOwn(into, name) ? into[name] : undefined, rest, value)
  const others = Object.entries(into)
  if (inside === undefined) {
    const left = others.filter(([key]) => key !== name)
    return left.length === 0 ? undefined : Object.fromEntries(left)
  }
  return Object.fromEntries(
    Object.hasOwn(into, name)
      ? others.map(([key, one]) => [key, key === name ? inside : one])
      : [...others, [name, inside]],
  )
}

/** Unique in a request. */
export const keyOf = (place: Place, part: Part = 'body'): string =>
  part === 'body' ? JSON.stringify(place) : `${part} ${place.join('.')}`
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

export const addedSchema = (type: AddedType): JsonSchema => typeSchemas[type]
