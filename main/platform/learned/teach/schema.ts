// Reads names and types of a schema from outside. Examples, defaults, constants, enum values and descriptions are never
// taken.
import { defined } from '#contract/defined.ts'
import { isFieldName } from '#answers/field-names.ts'
import { isObject, type JsonSchema } from '#contract/json.ts'
import { isSecretName } from '../../../core/keychain/secret-names.ts'
import { formats } from '../formats.ts'
import { limits } from '../limits.ts'
import { mergeAll, mergeKnown } from '../merge.ts'
import { has, namesOf, propertiesOf, propertyOf, typed, typeNames, typesOf } from '../schema.ts'
import { listOf, own, recordOf, type UnknownRecord } from './file.ts'
import { teachLimits } from './limits.ts'
import type { References } from './references.ts'
import { refused } from './refusal.ts'

export interface ReadContext {
  references: References
  holdsInName: (name: string) => boolean
  visited: number
}

/** `place` names where the schema is in the file; `secretFields` are dotted places of credentials. */
export function readSchema(
  input: unknown,
  context: ReadContext,
  options: { place: string; sent: boolean; secretFields?: readonly string[] | undefined },
): JsonSchema {
  const secrets = new Set(options.secretFields)
  const notHere = options.sent ? 'readOnly' : 'writeOnly'
  const start = context.visited

  /** A reference that comes again is a circle and adds nothing. */
  function read(value: unknown, { place, depth, by, name }: Position): JsonSchema {
    context.visited += 1
    if (context.visited > teachLimits.allSchemas)
      throw refused('file_too_large', place, `This file has more than ${teachLimits.allSchemas} schemas.`, {
        most: teachLimits.allSchemas,
      })
    const followed = context.references.follow(value, place)
    if (followed === undefined || !isObject(followed.value)) return {}
    const schema = followed.value
    if (followed.by.some((one) => by.includes(one))) return typed(typesIn(schema))
    const way = followed.by.length === 0 ? by : [...by, ...followed.by]
    const plain: JsonSchema = typed(typesIn(schema))
    if (own(schema, 'format') === 'password') return { ...plain, secret: true }
    if (depth > limits.depth || context.visited - start > teachLimits.schemas) return plain
    const readEach = (keyword: string): JsonSchema[] =>
      listOf(own(schema, keyword), limits.names).map((one, at) =>
        read(one, { place: `${place}.${keyword}.${at}`, depth: depth + 1, by: way, name }),
      )
    const all = readEach('allOf')
    const alternatives = ['oneOf', 'anyOf']
      .map((keyword) => mergeAll(readEach(keyword)))
      .filter((one) => one !== undefined)
    return [...all, ...alternatives].reduce(
      intersect,
      readStructure(schema, withFormat(schema, plain), { place, depth: depth + 1, by: way, name }),
    )
  }

  /** `inside` is the position of what the schema contains. */
  function readStructure(schema: UnknownRecord, plain: JsonSchema, inside: Position): JsonSchema {
    const properties = own(schema, 'properties')
    const items = [own(schema, 'items'), own(schema, 'prefixItems')].flatMap((one) => (one === undefined ? [] : one))
    const names = [
      own(schema, 'additionalProperties'),
      ...Object.values(recordOf(own(schema, 'patternProperties'))),
    ].filter((one) => isObject(one) && Object.keys(one).length > 0)
    const out: JsonSchema = { ...plain }
    if (isObject(properties)) Object.assign(out, readProperties(properties, schema, inside))
    const mergeEach = (schemas: readonly unknown[], keyword: string): JsonSchema | undefined => {
      const position = { ...inside, place: `${inside.place}.${keyword}` }
      return mergeAll(schemas.slice(0, limits.items).map((one) => read(one, position)))
    }
    const item = mergeEach(items, 'items')
    const other = mergeEach(names, 'additionalProperties')
    if (item !== undefined) out.items = item
    if (other !== undefined) out.additionalProperties = other
    const shape = [
      ...(out.properties !== undefined || other !== undefined ? ['object'] : []),
      ...(item === undefined ? [] : ['array']),
    ]
    return { ...out, ...typed([...typesOf(out), ...shape]) }
  }

  function readProperties(
    properties: UnknownRecord,
    schema: UnknownRecord,
    inside: Position,
  ): Pick<JsonSchema, 'properties' | 'required'> {
    const kept: Array<[string, JsonSchema]> = []
    for (const [field, value] of Object.entries(properties).slice(0, limits.names)) {
      if (!isFieldName(field) || context.holdsInName(field)) continue
      const name = inside.name === '' ? field : `${inside.name}.${field}`
      const place = `${inside.place}.${field}`
      const target = context.references.follow(value, place)?.value
      if (own(target, notHere) === true || own(value, notHere) === true) continue
      const one = read(value, { ...inside, place, name })
      kept.push([field, isSecretName(field) || secrets.has(name) ? { ...typed(typesOf(one)), secret: true } : one])
    }
    const asked = ['required', 'x-showdesk-always-sent'].flatMap((keyword) =>
      listOf(own(schema, keyword), limits.names),
    )
    const required = kept.map(([field]) => field).filter((field) => asked.includes(field))
    return { properties: Object.fromEntries(kept), ...(required.length > 0 && { required }) }
  }

  return read(input, { place: options.place, depth: 0, by: [], name: '' })
}

/** `place` is where a schema is in the file, `name` the dotted name of its value, `by` the references that led to it. */
interface Position {
  place: string
  depth: number
  by: readonly string[]
  name: string
}

/** What both schemas require of the same value: `allOf`. */
function intersect(a: JsonSchema, b: JsonSchema): JsonSchema {
  const [ours, theirs] = [typesOf(a), typesOf(b)]
  const shared = ours.filter((type) => theirs.includes(type))
  const type = typed(shared.length > 0 ? shared : [...ours, ...theirs])
  if (a.secret === true || b.secret === true) return { ...type, secret: true }
  const format = a.format ?? b.format
  const names = new Map(propertiesOf(a))
  for (const [name, schema] of propertiesOf(b)) names.set(name, intersect(propertyOf(a, name) ?? {}, schema))
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])]
  const additional = mergeKnown(namesOf(a), namesOf(b))
  const items = mergeKnown(a.items, b.items)
  return {
    ...type,
    ...(format !== undefined && has(type, 'string') && { format }),
    ...(names.size > 0 && { properties: Object.fromEntries(names) }),
    ...(required.length > 0 && { required }),
    ...defined({ additionalProperties: additional, items }),
  }
}

/** The schema's `type`, otherwise the types of the values that it allows; OpenAPI 3.0 says null by `nullable`. */
function typesIn(schema: UnknownRecord): string[] {
  const type = own(schema, 'type')
  const allowed = [
    ...listOf(own(schema, 'enum'), limits.names),
    ...(Object.hasOwn(schema, 'const') ? [own(schema, 'const')] : []),
  ].slice(0, limits.items)
  const names: unknown[] = Array.isArray(type) ? type : type === undefined ? allowed.map(typeOf) : [type]
  const types = names.filter(
    (name): name is string => typeof name === 'string' && (typeNames as readonly string[]).includes(name),
  )
  return own(schema, 'nullable') === true && types.length > 0 ? [...types, 'null'] : types
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
}

function withFormat(schema: UnknownRecord, plain: JsonSchema): JsonSchema {
  const format = own(schema, 'format')
  return has(plain, 'string') && formats.some((known) => known === format)
    ? { ...plain, format: format as string }
    : plain
}
