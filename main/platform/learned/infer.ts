// The names and types of a value. The value itself never leaves this file.
import { defined } from '#contract/defined.ts'
import type { Json, JsonObject, JsonSchema } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { isSecretName } from '../../core/keychain/secret-names.ts'
import { formatOf } from './formats.ts'
import { limits } from './limits.ts'
import { mergeAll, mergeKnown } from './merge.ts'
import { isFieldName } from '#answers/field-names.ts'

export interface SecretRules {
  holdsInName: (name: string) => boolean
  /** Dotted places of secrets, beside those whose name says so. */
  secretFields?: readonly string[] | undefined
}

/** Only the first items of long lists are read. */
export function infer(value: Json, { holdsInName, secretFields = [] }: SecretRules): JsonSchema {
  const secrets = new Set(secretFields)
  const names = new Map<string, { secret: boolean; kept: boolean }>()
  let visited = 0

  function judge(name: string): { secret: boolean; kept: boolean } {
    const known = names.get(name) ?? { secret: isSecretName(name), kept: isFieldName(name) && !holdsInName(name) }
    names.set(name, known)
    return known
  }

  function of(one: Json, place: string, depth: number): JsonSchema {
    visited += 1
    if (one === null) return { type: 'null' }
    if (typeof one === 'string') {
      const format = formatOf(one)
      return { type: 'string', ...defined({ format }) }
    }
    if (typeof one === 'number') return { type: Number.isInteger(one) ? 'integer' : 'number' }
    if (typeof one === 'boolean') return { type: 'boolean' }
    if (isSecretReference(one)) return { type: 'string', secret: true }
    const type = Array.isArray(one) ? 'array' : 'object'
    if (depth >= limits.depth || visited > limits.allValues) return { type }
    return Array.isArray(one) ? ofList(one, place, depth) : ofObject(one, place, depth)
  }

  function ofSome(values: Json[], place: string, depth: number): JsonSchema | undefined {
    let all: JsonSchema | undefined
    for (const one of values.slice(0, limits.items)) {
      if (all !== undefined && visited > limits.values) break
      all = mergeKnown(all, of(one, place, depth + 1))
    }
    return all
  }

  function ofList(list: Json[], place: string, depth: number): JsonSchema {
    const items = ofSome(list, place, depth)
    return { type: 'array', ...defined({ items }) }
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
      const { secret, kept } = judge(name)
      const schema = secret || secrets.has(inside) ? { ...typeAlone(one), secret: true } : of(one, inside, depth + 1)
      if (kept) properties.push([name, schema])
      else others.push(schema)
    }
    const additional = mergeAll(others)
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(properties.length > 0 && { required: properties.map(([name]) => name) }),
      ...defined({ additionalProperties: additional }),
    }
  }

  return of(value, '', 0)
}

/** A reference to a secret stands for text. */
function typeAlone(value: Json): JsonSchema {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) return { type: 'array' }
  if (typeof value === 'object') return { type: isSecretReference(value) ? 'string' : 'object' }
  return { type: typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value }
}
