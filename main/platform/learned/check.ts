import { DeskError, type Facts } from '#contract/errors.ts'
import { isObject, type JsonSchema } from '#contract/json.ts'
import type { FieldReason } from '#contract/reasons.ts'
import { formats } from './formats.ts'
import { limits } from './limits.ts'
import { countNames, has, typeNames, typed, typesOf } from './schema.ts'

const keywords = ['type', 'format', 'properties', 'required', 'items', 'additionalProperties', 'secret']

/**
 * A schema of names and types as a person wrote it. Throws DeskError `invalid_input` with the place; whatever could
 * hold a value (`enum`, `const`, a description) is refused, since schemas are exported.
 */
export function readSchema(input: unknown, holdsInName: (name: string) => boolean): JsonSchema {
  const refuse = (path: readonly string[], reason: FieldReason, message: string, facts: Facts = {}): DeskError =>
    new DeskError('invalid_input', 'This is no schema of names and types.', {
      facts: { reason: 'schema_not_valid' },
      fields: [{ path: path.join('.'), message, reason, facts }],
    })

  function read(value: unknown, place: readonly string[], depth: number): JsonSchema {
    const needs = (type: string, name: string): DeskError =>
      refuse([...place, name], 'needs_type', `Only type ${type} has this.`, { type })
    if (!isObject(value)) throw refuse(place, 'not_an_object', 'Expected an object such as {"type": "string"}.')
    if (depth > limits.depth)
      throw refuse(place, 'too_deep', `Nested more than ${limits.depth} levels deep.`, { levels: limits.depth })
    const unknown = Object.keys(value).find((name) => !keywords.includes(name) && !(name === '$schema' && depth === 0))
    if (unknown !== undefined)
      throw refuse(
        [...place, unknown.slice(0, limits.nameLength)],
        'not_in_schemas',
        `A schema has only ${keywords.join(', ')}.`,
        { allowed: keywords },
      )
    const { type, format, properties, required, items, additionalProperties: names, secret } = value
    const types: unknown[] = type === undefined ? [] : Array.isArray(type) ? type : [type]
    if (!types.every((one) => typeof one === 'string' && (typeNames as readonly string[]).includes(one)))
      throw refuse([...place, 'type'], 'not_one_of', `Expected one or more of ${typeNames.join(', ')}.`, {
        allowed: [...typeNames],
      })
    const schema: JsonSchema = typed(types as string[])
    if (format !== undefined) {
      if (!formats.some((one) => one === format))
        throw refuse([...place, 'format'], 'not_one_of', `Expected one of ${formats.join(', ')}.`, {
          allowed: [...formats],
        })
      if (!has(schema, 'string')) throw needs('string', 'format')
      schema.format = format as string
    }
    if (properties !== undefined) {
      const inside = [...place, 'properties']
      if (!isObject(properties)) throw refuse(inside, 'not_an_object', 'Expected an object of names.')
      if (Object.keys(properties).some((name) => name.length > limits.nameLength || holdsInName(name)))
        throw refuse(inside, 'name_not_kept', `A name is a secret or longer than ${limits.nameLength} characters.`, {
          max: limits.nameLength,
        })
      schema.properties = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, read(one, [...inside, name], depth + 1)]),
      )
    }
    if (required !== undefined) {
      const known = schema.properties ?? {}
      if (!Array.isArray(required) || !required.every((name) => typeof name === 'string' && Object.hasOwn(known, name)))
        throw refuse([...place, 'required'], 'not_in_properties', 'Expected names of properties.')
      if (required.length > 0) schema.required = [...new Set(required as string[])]
    }
    if (names !== undefined) schema.additionalProperties = read(names, [...place, 'additionalProperties'], depth + 1)
    if (items !== undefined) schema.items = read(items, [...place, 'items'], depth + 1)
    if ((properties ?? names) !== undefined && !has(schema, 'object')) throw needs('object', 'type')
    if (items !== undefined && !has(schema, 'array')) throw needs('array', 'type')
    if (secret === undefined || secret === false) return schema
    if (secret !== true) throw refuse([...place, 'secret'], 'not_a_boolean', 'Expected true or false.')
    return { ...typed(typesOf(schema)), secret: true }
  }

  const schema = read(input, [], 0)
  if (countNames(schema) > limits.names)
    throw refuse([], 'too_many_names', `It has more than ${limits.names} names.`, { max: limits.names })
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.formBytes / 2)
    throw refuse([], 'too_long', `It is longer than ${limits.formBytes / 2} bytes.`, { max: limits.formBytes / 2 })
  return schema
}
