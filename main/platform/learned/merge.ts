import { defined } from '#contract/defined.ts'
import type { JsonSchema } from '#contract/json.ts'
import { limits } from './limits.ts'
import { has, isMap, namesOf, propertiesOf, propertyOf, typed, typesOf } from './schema.ts'

type ObjectPart = Pick<JsonSchema, 'properties' | 'required' | 'additionalProperties'>

/** The schema of every value that fits either. The order of learning changes only the order of names. */
export function merge(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (a === b) return a
  const type = typed([...typesOf(a), ...typesOf(b)])
  if (a.secret === true || b.secret === true) return { ...type, secret: true }
  const format = formatOfBoth(a, b)
  const items = mergeKnown(a.items, b.items)
  return {
    ...type,
    ...defined({ format }),
    ...objectOfBoth(a, b),
    ...defined({ items }),
  }
}

export const mergeAll = (schemas: readonly JsonSchema[]): JsonSchema | undefined =>
  schemas.reduce<JsonSchema | undefined>((all, one) => mergeKnown(all, one), undefined)

/** Either schema alone where the other is not known. */
export const mergeKnown = (a: JsonSchema | undefined, b: JsonSchema | undefined): JsonSchema | undefined =>
  a === undefined ? b : b === undefined ? a : merge(a, b)

/** The first text without the format removes it for good. */
function formatOfBoth(a: JsonSchema, b: JsonSchema): string | undefined {
  if (!has(a, 'string')) return b.format
  return !has(b, 'string') || a.format === b.format ? a.format : undefined
}

function objectOfBoth(a: JsonSchema, b: JsonSchema): ObjectPart {
  if (!has(a, 'object')) return objectPart(b)
  if (!has(b, 'object')) return objectPart(a)
  const names = mergeKnown(namesOf(a), namesOf(b))
  const both = new Map(propertiesOf(a))
  for (const [name, schema] of propertiesOf(b)) both.set(name, merge(both.get(name) ?? schema, schema))
  const required = (a.required ?? []).filter((name) => b.required?.includes(name))
  const changing = both.size > limits.namesThatChange && required.length === 0
  if (isMap(a) || isMap(b) || both.size > limits.namesOfOne || changing) return asMap(both, names)
  // An empty list of names says that objects were seen, though all their names were data.
  const named = a.properties !== undefined || b.properties !== undefined
  return objectPart({
    ...(named && { properties: Object.fromEntries(both) }),
    ...(required.length > 0 && { required }),
    ...defined({ additionalProperties: names }),
  })
}

function asMap(properties: ReadonlyMap<string, JsonSchema>, names: JsonSchema | undefined): ObjectPart {
  const all = mergeAll([...(names === undefined ? [] : [names]), ...properties.values()])
  return { additionalProperties: all ?? {} }
}

function objectPart({ properties, required, additionalProperties }: JsonSchema): ObjectPart {
  return {
    ...defined({ properties, required, additionalProperties }),
  }
}

/** The schema with the outermost names, at most so many, the first learned first. */
export function prune(schema: JsonSchema, most: number): JsonSchema {
  const kept = new Map<JsonSchema, Set<string>>()
  let left = most
  for (let level = [schema]; level.length > 0;) {
    const next: JsonSchema[] = []
    for (const node of level) {
      const names = propertiesOf(node).slice(0, left)
      left -= names.length
      kept.set(node, new Set(names.map(([name]) => name)))
      next.push(...[...names.map(([, one]) => one), namesOf(node), node.items].filter((one) => one !== undefined))
    }
    level = next
  }
  return left > 0 ? schema : cut(schema, kept)
}

function cut(schema: JsonSchema, kept: ReadonlyMap<JsonSchema, ReadonlySet<string>>): JsonSchema {
  const { type, format, secret, properties, required, items } = schema
  const own = propertiesOf(schema).filter(([name]) => kept.get(schema)?.has(name))
  const needed = required?.filter((name) => propertyOf(schema, name) !== undefined && kept.get(schema)?.has(name)) ?? []
  // `additionalProperties` would also describe the names that are left out.
  const names = own.length === propertiesOf(schema).length ? namesOf(schema) : undefined
  return {
    ...defined({ type, format, secret }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(own.map(([name, one]) => [name, cut(one, kept)])),
    }),
    ...(needed.length > 0 && { required: needed }),
    ...(names !== undefined && { additionalProperties: cut(names, kept) }),
    ...(items !== undefined && { items: cut(items, kept) }),
  }
}
