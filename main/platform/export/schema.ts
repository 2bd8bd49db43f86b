// Only keywords of JSON Schema leave; of a learned schema only names, types and formats.
import { isObject, type JsonSchema } from '#contract/json.ts'

const ofNames = ['type', 'format', 'properties', 'items', 'additionalProperties', 'anyOf']
const learnedKeywords: ReadonlySet<string> = new Set(ofNames)
const specifiedKeywords: ReadonlySet<string> = new Set([
  ...ofNames,
  'required',
  'pattern',
  'enum',
  'minimum',
  'maximum',
  'propertyNames',
])
const deepest = 32

/** Labels become titles, hints descriptions, credentials write-only. */
export function specifiedSchema(schema: JsonSchema): JsonSchema {
  return rewrite(schema, specifiedKeywords, 0)
}

/** Marked as learned; what was always sent is named, not demanded. */
export function learnedSchema(schema: JsonSchema): JsonSchema {
  return { ...rewrite(schema, learnedKeywords, 0), 'x-showdesk-learned': true }
}

function rewrite(given: unknown, keywords: ReadonlySet<string>, depth: number): JsonSchema {
  if (!isObject(given) || depth > deepest) return {}
  const schema: JsonSchema = given
  const inner = (one: unknown) => rewrite(one, keywords, depth + 1)
  const out: JsonSchema = {}
  if (keywords === specifiedKeywords) {
    if (schema.label !== undefined) out.title = schema.label
    // What a credential's hint says is about the desk's own keychain.
    if (schema.hint !== undefined) out.description = schema.secret === true ? 'A credential.' : schema.hint
  } else if (Array.isArray(schema.required) && schema.required.length > 0) {
    out['x-showdesk-always-sent'] = schema.required.map(String)
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keywords.has(keyword)) continue
    if (keyword === 'properties')
      out.properties = Object.fromEntries(
        Object.entries(isObject(value) ? value : {}).map(([name, one]) => [name, inner(one)]),
      )
    else if (keyword === 'anyOf') out.anyOf = Array.isArray(value) ? value.map(inner) : []
    else out[keyword] = isObject(value) ? inner(value) : value
  }
  if (schema.secret === true)
    Object.assign(out, { format: 'password' }, keywords === specifiedKeywords && { writeOnly: true })
  return out
}
