// Only keywords of JSON Schema leave; of a learned or suggested one only names, types and formats.
import { isObject, type JsonSchema } from '#contract/json.ts'
import { exampleOf } from './examples.ts'

type Origin = 'specified' | 'learned' | 'suggested'

const ofNames = ['type', 'format', 'properties', 'items', 'additionalProperties', 'anyOf']
const keywords: Readonly<Record<Origin, ReadonlySet<string>>> = {
  specified: new Set([...ofNames, 'required', 'pattern', 'enum', 'minimum', 'maximum', 'propertyNames']),
  learned: new Set(ofNames),
  suggested: new Set(['type', 'format', 'properties', 'items']),
}
const deepest = 32

/** Labels become titles, hints descriptions, credentials write-only. */
export function specifiedSchema(schema: JsonSchema): JsonSchema {
  return rewrite(schema, 'specified')
}

/** Marked as learned; what was always sent is named, not demanded. */
export function learnedSchema(schema: JsonSchema): JsonSchema {
  return { ...rewrite(schema, 'learned'), 'x-showdesk-learned': true }
}

/** Marked as suggested, each plain field with an example, every object open. */
export function suggestedSchema(schema: JsonSchema, name = ''): JsonSchema {
  return { ...rewrite(schema, 'suggested', name), 'x-showdesk-suggested': true }
}

function rewrite(given: unknown, origin: Origin, name = '', depth = 0): JsonSchema {
  if (!isObject(given) || depth > deepest) return {}
  const schema: JsonSchema = given
  const inner = (one: unknown, inside = '') => rewrite(one, origin, inside, depth + 1)
  const out: JsonSchema = {}
  if (origin !== 'learned') {
    if (schema.label !== undefined) out.title = schema.label
    // What a credential's hint says is about the desk's own keychain.
    if (schema.hint !== undefined) out.description = schema.secret === true ? 'A credential.' : schema.hint
  } else if (Array.isArray(schema.required) && schema.required.length > 0) {
    out['x-showdesk-always-sent'] = schema.required.map(String)
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keywords[origin].has(keyword)) continue
    if (keyword === 'properties')
      out.properties = Object.fromEntries(
        Object.entries(isObject(value) ? value : {}).map(([field, one]) => [field, inner(one, field)]),
      )
    // Beside other alternatives a null stays what it is.
    else if (keyword === 'anyOf') out.anyOf = Array.isArray(value) ? value.map((one) => alternative(one, inner)) : []
    else out[keyword] = isObject(value) ? inner(value) : value
  }
  if (origin === 'learned' && isNull(out)) {
    // Nothing is known of what else the field holds.
    delete out.type
    out['x-showdesk-nullable'] = true
  }
  if (schema.secret === true) Object.assign(out, { format: 'password' }, origin !== 'learned' && { writeOnly: true })
  else if (origin === 'suggested') {
    const example = exampleOf(name, out)
    if (example !== undefined) out['examples'] = [example]
  }
  if (origin === 'suggested' && out.type === 'object') out.additionalProperties = true
  return out
}

const isNull = ({ type }: JsonSchema): boolean =>
  type === 'null' || (Array.isArray(type) && type.length > 0 && type.every((one) => one === 'null'))

function alternative(one: unknown, inner: (one: unknown) => JsonSchema): JsonSchema {
  return isObject(one) && isNull(one) ? { type: 'null' } : inner(one)
}
