// A property may have any name, `__proto__` too, so properties are read as own and made from entries.
import type { JsonSchema } from '#contract/json.ts'

export const typeNames = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const
export type TypeName = (typeof typeNames)[number]

export const typesOf = ({ type }: JsonSchema): string[] =>
  type === undefined ? [] : Array.isArray(type) ? type : [type]
export const has = (schema: JsonSchema, type: TypeName): boolean => typesOf(schema).includes(type)

/** In a fixed order; integers among numbers are numbers. */
export function typed(types: readonly string[]): Pick<JsonSchema, 'type'> {
  const all = typeNames.filter((name) => types.includes(name) && !(name === 'integer' && types.includes('number')))
  const [first] = all
  return first === undefined ? {} : { type: all.length === 1 ? first : all }
}

export const propertiesOf = ({ properties }: JsonSchema): Array<[name: string, schema: JsonSchema]> =>
  properties === undefined ? [] : Object.entries(properties)

export function propertyOf({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
}

/** The schema of values whose names are data. */
export const namesOf = ({ additionalProperties }: JsonSchema): JsonSchema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined

/** An object whose names are all data. */
export const isMap = (schema: JsonSchema): boolean => schema.properties === undefined && namesOf(schema) !== undefined

export function countNames(schema: JsonSchema): number {
  const own = propertiesOf(schema)
  const inside = [...own.map(([, one]) => one), namesOf(schema), schema.items].filter((one) => one !== undefined)
  return inside.reduce((sum, one) => sum + countNames(one), own.length)
}

export const isEmpty = (schema: JsonSchema): boolean =>
  schema.type === 'object' &&
  propertiesOf(schema).length === 0 &&
  namesOf(schema) === undefined &&
  schema.secret !== true

/** The schema with the `required` of another one at each place that both have, and none elsewhere. */
export function requiredAs(schema: JsonSchema, other: JsonSchema | undefined): JsonSchema {
  const names = namesOf(schema)
  const required = other?.required?.filter((name) => propertyOf(schema, name) !== undefined) ?? []
  const copy = { ...schema }
  delete copy.required
  return {
    ...copy,
    ...(schema.properties !== undefined && {
      properties: Object.fromEntries(
        propertiesOf(schema).map(([name, one]) => [name, requiredAs(one, other && propertyOf(other, name))]),
      ),
    }),
    ...(required.length > 0 && { required }),
    ...(names !== undefined && { additionalProperties: requiredAs(names, other && namesOf(other)) }),
    ...(schema.items !== undefined && { items: requiredAs(schema.items, other?.items) }),
  }
}
