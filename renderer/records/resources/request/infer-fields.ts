import { isObject, type Json, type JsonObject, type JsonSchema } from '#contract/json.ts'

const deepest = 3

/** A schema after the values of a request; known fields keep their own. */
export function fieldsIn(values: JsonObject, known: JsonSchema | undefined, depth = 1): JsonSchema {
  const own = Object.entries(values).flatMap(([name, value]): Array<[string, JsonSchema]> => {
    const type = typeOf(value, depth)
    return type === undefined ? [] : [[name, type]]
  })
  return { ...known, type: 'object', properties: { ...Object.fromEntries(own), ...known?.properties } }
}

function typeOf(value: Json, depth: number): JsonSchema | undefined {
  if (typeof value === 'string')
    return { type: 'string', ...(value.length > 120 || value.includes('\n') ? { control: 'multiline' } : {}) }
  if (typeof value === 'boolean') return { type: 'boolean' }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' }
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? { type: 'array', items: { type: 'string' } } : undefined
  return isObject(value) && depth < deepest ? fieldsIn(value, undefined, depth + 1) : undefined
}
