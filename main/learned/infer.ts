// From a value to its names and types. A value itself never leaves this file.
import type { Json, JsonObject, JsonSchema } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { isSecretName } from '../keychain/secret-names.ts'
import { formatOf } from './formats.ts'
import { limits } from './limits.ts'
import { merge, mergeAll } from './merge.ts'
import { isFieldName } from './names.ts'

export interface Known {
  /** Whether a name holds a secret that the desk knows. */
  holdsInName: (name: string) => boolean
  /** Dotted places whose values are secrets, beside those that their name says. */
  secretFields?: readonly string[] | undefined
}

/** The schema of a value, of its first items where it has many. */
export function infer(value: Json, { holdsInName, secretFields = [] }: Known): JsonSchema {
  const secrets = new Set(secretFields)
  // The same names come again with every row.
  const names = new Map<string, { secret: boolean; kept: boolean }>()
  let looked = 0

  function about(name: string): { secret: boolean; kept: boolean } {
    const before = names.get(name)
    if (before !== undefined) return before
    const answer = { secret: isSecretName(name), kept: isFieldName(name) && !holdsInName(name) }
    names.set(name, answer)
    return answer
  }

  function of(one: Json, place: string, depth: number): JsonSchema {
    looked += 1
    if (one === null) return { type: 'null' }
    if (typeof one === 'string') {
      const format = formatOf(one)
      return { type: 'string', ...(format !== undefined && { format }) }
    }
    if (typeof one === 'number') return { type: Number.isInteger(one) ? 'integer' : 'number' }
    if (typeof one === 'boolean') return { type: 'boolean' }
    if (isSecretReference(one)) return { type: 'string', secret: true }
    const type = Array.isArray(one) ? 'array' : 'object'
    if (depth >= limits.depth || looked > limits.allValues) return { type }
    return Array.isArray(one) ? ofList(one, place, depth) : ofObject(one, place, depth)
  }

  function ofSome(values: Json[], place: string, depth: number): JsonSchema | undefined {
    let all: JsonSchema | undefined
    for (const one of values.slice(0, limits.items)) {
      if (all !== undefined && looked > limits.values) break
      const schema = of(one, place, depth + 1)
      all = all === undefined ? schema : merge(all, schema)
    }
    return all
  }

  function ofList(list: Json[], place: string, depth: number): JsonSchema {
    const items = ofSome(list, place, depth)
    return { type: 'array', ...(items !== undefined && { items }) }
  }

  function ofObject(object: JsonObject, place: string, depth: number): JsonSchema {
    const count = Object.keys(object).length
    if (count === 0) return { type: 'object' }
    if (count > limits.namesOfOne)
      return { type: 'object', additionalProperties: ofSome(Object.values(object), place, depth) ?? {} }
    const properties: Array<[string, JsonSchema]> = []
    const others: JsonSchema[] = []
    for (const [name, one] of Object.entries(object)) {
      const inside = place === '' ? name : `${place}.${name}`
      const { secret, kept } = about(name)
      const schema = secret || secrets.has(inside) ? { ...bare(one), secret: true } : of(one, inside, depth + 1)
      if (kept) properties.push([name, schema])
      else others.push(schema)
    }
    const additional = mergeAll(others)
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(properties.length > 0 && { required: properties.map(([name]) => name) }),
      ...(additional !== undefined && { additionalProperties: additional }),
    }
  }

  return of(value, '', 0)
}

/** The type alone; a reference to a secret stands for text. */
function bare(value: Json): JsonSchema {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) return { type: 'array' }
  if (typeof value === 'object') return { type: isSecretReference(value) ? 'string' : 'object' }
  return { type: typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value }
}
