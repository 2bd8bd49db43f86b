import { DeskError } from '#contract/errors.ts'
import { isObject } from '#contract/json.ts'
import type { JsonSchema } from '#contract/json.ts'
import { formats } from './formats.ts'
import { limits } from './limits.ts'
import { countNames, has, typeNames, typed, typesOf } from './schema.ts'

const words = ['type', 'format', 'properties', 'required', 'items', 'additionalProperties', 'secret']

/**
 * A schema of names and types out of what a person wrote. Throws DeskError `invalid_input` with the place: anything that can hold a value
 * (`enum`, `const`, `default`, a description) is refused, since what is learned is exported and shown to others.
 */
export function readSchema(input: unknown, holdsInName: (name: string) => boolean): JsonSchema {
  const refuse = (path: string, message: string): DeskError =>
    new DeskError(
      'invalid_input',
      `This is no schema of names and types. What was there before is as it was. Correct ${path === '' ? 'the schema' : path} and save again.`,
      { fields: [{ path, message }] },
    )

  function read(value: unknown, place: readonly string[], depth: number): JsonSchema {
    const no = (message: string, ...more: string[]): DeskError => refuse([...place, ...more].join('.'), message)
    if (!isObject(value)) throw no('Expected an object such as {"type": "string"}.')
    if (depth > limits.depth) throw no(`Nested more than ${limits.depth} levels deep.`)
    const strange = Object.keys(value).find((word) => !words.includes(word) && !(word === '$schema' && depth === 0))
    if (strange !== undefined)
      throw no(`Only these stand in a schema: ${words.join(', ')}.`, strange.slice(0, limits.nameLength))
    const types =
      value['type'] === undefined ? [] : Array.isArray(value['type']) ? (value['type'] as unknown[]) : [value['type']]
    if (!types.every((type) => typeof type === 'string' && (typeNames as readonly string[]).includes(type)))
      throw no(`Expected one or more of ${typeNames.join(', ')}.`, 'type')
    const schema: JsonSchema = typed(types as string[])
    const { format, properties, required, items, additionalProperties: names, secret } = value
    if (format !== undefined) {
      if (!formats.some((one) => one === format)) throw no(`Expected one of ${formats.join(', ')}.`, 'format')
      if (!has(schema, 'string')) throw no('Only a string has a format.', 'format')
      schema.format = format as string
    }
    if (properties !== undefined) {
      if (!isObject(properties)) throw no('Expected an object of names.', 'properties')
      const held = Object.keys(properties).find((name) => name.length > limits.nameLength || holdsInName(name))
      if (held !== undefined)
        throw no(
          `A name of more than ${limits.nameLength} characters, or one that holds a secret, is not kept.`,
          'properties',
        )
      schema.properties = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, read(one, [...place, 'properties', name], depth + 1)]),
      )
    }
    if (required !== undefined) {
      if (
        !Array.isArray(required) ||
        !required.every(
          (name) =>
            typeof name === 'string' && schema.properties !== undefined && Object.hasOwn(schema.properties, name),
        )
      )
        throw no('Expected names that stand in properties.', 'required')
      if (required.length > 0) schema.required = [...new Set(required as string[])]
    }
    if (names !== undefined) schema.additionalProperties = read(names, [...place, 'additionalProperties'], depth + 1)
    if (items !== undefined) schema.items = read(items, [...place, 'items'], depth + 1)
    if ((properties ?? names) !== undefined && !has(schema, 'object'))
      throw no('What has names is of type object.', 'type')
    if (items !== undefined && !has(schema, 'array')) throw no('What has items is of type array.', 'type')
    if (secret === undefined || secret === false) return schema
    if (secret !== true) throw no('Expected true or false.', 'secret')
    return { ...typed(typesOf(schema)), secret: true }
  }

  const schema = read(input, [], 0)
  if (countNames(schema) > limits.names) throw refuse('', `It has more than ${limits.names} names.`)
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.formBytes / 2)
    throw refuse('', `It is larger than ${limits.formBytes / 2048} KiB.`)
  return schema
}
