// The vocabulary of what is learned, a part of JSON Schema (draft 2020-12): type, format, properties, required, additionalProperties,
// items, and `secret`. Properties may have any name, `__proto__` too, so they are read as own and made from entries.
import type { JsonSchema } from '#contract/json.ts'

export const typeNames = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const
export type TypeName = (typeof typeNames)[number]

export const typesOf = ({ type }: JsonSchema): string[] =>
  type === undefined ? [] : Array.isArray(type) ? type : [type]
export const has = (schema: JsonSchema, type: TypeName): boolean => typesOf(schema).includes(type)

/** In their fixed order; whole numbers among numbers are numbers. */
export function typed(types: readonly string[]): Pick<JsonSchema, 'type'> {
  const all = typeNames.filter((name) => types.includes(name) && !(name === 'integer' && types.includes('number')))
  const [first] = all
  return first === undefined ? {} : { type: all.length === 1 ? first : all }
}

export const propertiesOf = ({ properties }: JsonSchema): Array<[name: string, schema: JsonSchema]> =>
  properties === undefined ? [] : Object.entries(properties)

/** A property by its name. */
export function propertyOf({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
}

/** The schema of names that are data. */
export const namesOf = ({ additionalProperties }: JsonSchema): JsonSchema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined

/** An object whose names are all data: it never shows one again. */
export const isMap = (schema: JsonSchema): boolean => schema.properties === undefined && namesOf(schema) !== undefined

/** How many names stand in a schema. */
export function countNames(schema: JsonSchema): number {
  const own = propertiesOf(schema)
  const inside = [...own.map(([, one]) => one), namesOf(schema), schema.items].filter((one) => one !== undefined)
  return inside.reduce((sum, one) => sum + countNames(one), own.length)
}

/** Whether it says no more than that there was an object. */
export const isEmpty = (schema: JsonSchema): boolean =>
  schema.type === 'object' &&
  propertiesOf(schema).length === 0 &&
  namesOf(schema) === undefined &&
  schema.secret !== true

/** The schema without `required`: of an answer the platform promises no field. */
export function withoutRequired(schema: JsonSchema): JsonSchema {
  const names = namesOf(schema)
  const copy = { ...schema }
  delete copy.required
  return {
    ...copy,
    ...(schema.properties !== undefined && {
      properties: Object.fromEntries(propertiesOf(schema).map(([name, one]) => [name, withoutRequired(one)])),
    }),
    ...(names !== undefined && { additionalProperties: withoutRequired(names) }),
    ...(schema.items !== undefined && { items: withoutRequired(schema.items) }),
  }
}

/** The schema with the `required` of another one at each place that both have. */
export function requiredAs(schema: JsonSchema, other: JsonSchema): JsonSchema {
  const copy = withoutRequired(schema)
  const names = namesOf(schema)
  const otherNames = namesOf(other)
  const needed = other.required?.filter((name) => propertyOf(schema, name) !== undefined) ?? []
  return {
    ...copy,
    ...(schema.properties !== undefined && {
      properties: Object.fromEntries(
        propertiesOf(schema).map(([name, one]) => {
          const there = propertyOf(other, name)
          return [name, there === undefined ? withoutRequired(one) : requiredAs(one, there)]
        }),
      ),
    }),
    ...(needed.length > 0 && { required: needed }),
    ...(names !== undefined && otherNames !== undefined && { additionalProperties: requiredAs(names, otherNames) }),
    ...(schema.items !== undefined && other.items !== undefined && { items: requiredAs(schema.items, other.items) }),
  }
}
