// From a schema of somebody else's to names and types. Examples, defaults, constants, the values of an enum and descriptions are never taken.
import { isObject } from '#contract/json.ts'
import type { JsonSchema } from '#contract/json.ts'
import { isSecretName } from '../../keychain/secret-names.ts'
import { formats } from '../formats.ts'
import { limits } from '../limits.ts'
import { merge, mergeAll } from '../merge.ts'
import { isFieldName } from '../names.ts'
import { has, namesOf, propertiesOf, propertyOf, typed, typeNames, typesOf } from '../schema.ts'
import { own } from './file.ts'
import type { Unread } from './file.ts'
import { teachLimits } from './limits.ts'
import type { References } from './references.ts'
import { refused } from './refusal.ts'

export interface Reading {
  references: References
  holdsInName: (name: string) => boolean
  /** Schemas looked at so far in the whole file. */
  looked: number
}

/** What a schema says of a request or of an answer. `place` names where it stands; `secretFields` are dotted places of credentials. */
export function readSchema(
  input: unknown,
  reading: Reading,
  options: { place: string; sent: boolean; secretFields?: readonly string[] | undefined },
): JsonSchema {
  const secrets = new Set(options.secretFields)
  const notHere = options.sent ? 'readOnly' : 'writeOnly'
  const start = reading.looked

  /** `by` are the references on the way here: one that comes again is a circle, and says nothing new. */
  function read(value: unknown, place: string, depth: number, by: readonly string[], name: string): JsonSchema {
    reading.looked += 1
    if (reading.looked > teachLimits.allSchemas)
      throw refused('file_too_large', place, 'This file describes more than can be looked at.', {
        most: teachLimits.allSchemas,
      })
    const followed = reading.references.follow(value, place)
    if (followed === undefined || !isObject(followed.value)) return {}
    const schema = followed.value
    if (followed.by.some((one) => by.includes(one))) return typed(typesIn(schema))
    const way = followed.by.length === 0 ? by : [...by, ...followed.by]
    if (own(schema, 'format') === 'password') return { ...typed(typesIn(schema)), secret: true }
    const plain: JsonSchema = typed(typesIn(schema))
    if (depth > limits.depth || reading.looked - start > teachLimits.schemas) return plain
    const here = format(schema, plain)
    const all: JsonSchema[] = listOf(own(schema, 'allOf')).map((one, at) =>
      read(one, `${place}.allOf.${at}`, depth + 1, way, name),
    )
    const either = ['oneOf', 'anyOf'].flatMap((word): JsonSchema[] => {
      const some = listOf(own(schema, word)).map((one, at) => read(one, `${place}.${word}.${at}`, depth + 1, way, name))
      const any = mergeAll(some)
      return any === undefined ? [] : [any]
    })
    return [...all, ...either].reduce((sum, next) => both(sum, next), inside(schema, here, place, depth, way, name))
  }

  function inside(
    schema: Unread,
    plain: JsonSchema,
    place: string,
    depth: number,
    by: readonly string[],
    name: string,
  ): JsonSchema {
    const properties = own(schema, 'properties')
    const items = [own(schema, 'items'), own(schema, 'prefixItems')].flatMap((one) =>
      Array.isArray(one) ? (one as unknown[]) : one === undefined ? [] : [one],
    )
    const names = [
      own(schema, 'additionalProperties'),
      ...Object.values(objectOf(own(schema, 'patternProperties'))),
    ].filter((one) => isObject(one) && Object.keys(one).length > 0)
    const out: JsonSchema = { ...plain }
    if (isObject(properties)) Object.assign(out, fields(properties, schema, place, depth, by, name))
    const item = mergeAll(items.slice(0, limits.items).map((one) => read(one, `${place}.items`, depth + 1, by, name)))
    const other = mergeAll(
      names.slice(0, limits.items).map((one) => read(one, `${place}.additionalProperties`, depth + 1, by, name)),
    )
    if (item !== undefined) out.items = item
    if (other !== undefined) out.additionalProperties = other
    const shape = [
      ...(out.properties !== undefined || other !== undefined ? ['object'] : []),
      ...(item === undefined ? [] : ['array']),
    ]
    return { ...out, ...typed([...typesOf(out), ...shape]) }
  }

  function fields(
    properties: Unread,
    schema: Unread,
    place: string,
    depth: number,
    by: readonly string[],
    name: string,
  ): Pick<JsonSchema, 'properties' | 'required'> {
    const kept: Array<[string, JsonSchema]> = []
    for (const [field, value] of Object.entries(properties).slice(0, limits.names)) {
      if (!isFieldName(field) || reading.holdsInName(field)) continue
      const dotted = name === '' ? field : `${name}.${field}`
      const target = reading.references.follow(value, `${place}.${field}`)?.value
      if (own(target, notHere) === true || own(value, notHere) === true) continue
      const one = read(value, `${place}.${field}`, depth + 1, by, dotted)
      kept.push([field, isSecretName(field) || secrets.has(dotted) ? { ...typed(typesOf(one)), secret: true } : one])
    }
    const asked = [...listOf(own(schema, 'required')), ...listOf(own(schema, 'x-showdesk-always-sent'))]
    const required = kept.map(([field]) => field).filter((field) => asked.includes(field))
    return { properties: Object.fromEntries(kept), ...(required.length > 0 && { required }) }
  }

  return read(input, options.place, 0, [], '')
}

/** What holds where both do: allOf. */
function both(a: JsonSchema, b: JsonSchema): JsonSchema {
  const [ours, theirs] = [typesOf(a), typesOf(b)]
  const shared = ours.filter((type) => theirs.includes(type))
  const type = typed(shared.length > 0 ? shared : [...ours, ...theirs])
  if (a.secret === true || b.secret === true) return { ...type, secret: true }
  const format = a.format ?? b.format
  const names = new Map(propertiesOf(a))
  for (const [name, schema] of propertiesOf(b)) names.set(name, both(propertyOf(a, name) ?? {}, schema))
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])]
  const additional = one(namesOf(a), namesOf(b))
  const items = one(a.items, b.items)
  return {
    ...type,
    ...(format !== undefined && has(type, 'string') && { format }),
    ...(names.size > 0 && { properties: Object.fromEntries(names) }),
    ...(required.length > 0 && { required }),
    ...(additional !== undefined && { additionalProperties: additional }),
    ...(items !== undefined && { items }),
  }
}

const one = (a: JsonSchema | undefined, b: JsonSchema | undefined): JsonSchema | undefined =>
  a === undefined ? b : b === undefined ? a : merge(a, b)

/** Its own word for its type, else that of the values it allows; OpenAPI 3.0 says null by `nullable`. */
function typesIn(schema: Unread): string[] {
  const said = own(schema, 'type')
  const allowed = [
    ...listOf(own(schema, 'enum')),
    ...(Object.hasOwn(schema, 'const') ? [own(schema, 'const')] : []),
  ].slice(0, limits.items)
  const words: unknown[] = Array.isArray(said) ? said : said === undefined ? allowed.map(typeOf) : [said]
  const types = words.filter(
    (word): word is string => typeof word === 'string' && (typeNames as readonly string[]).includes(word),
  )
  return own(schema, 'nullable') === true && types.length > 0 ? [...types, 'null'] : types
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
}

function format(schema: Unread, plain: JsonSchema): JsonSchema {
  const said = own(schema, 'format')
  return has(plain, 'string') && formats.some((known) => known === said) ? { ...plain, format: said as string } : plain
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]).slice(0, limits.names) : [])
const objectOf = (value: unknown): Unread => (isObject(value) ? value : {})
