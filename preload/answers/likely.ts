import type { Json, JsonSchema } from '#contract/json.ts'
import { readAnswer } from './answer.ts'

const deepest = 8

export function likelyPlace(schema: JsonSchema, resource: string): string | undefined {
  const { kind, at } = readAnswer(exampleOf(schema, 0), { resource })
  return kind === 'list' && at !== '' ? at : undefined
}

function exampleOf(schema: unknown, depth: number): Json {
  if (typeof schema !== 'object' || schema === null || depth > deepest) return null
  const { type, properties, items } = schema as { type?: unknown; properties?: unknown; items?: unknown }
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('array')) return [exampleOf(items, depth + 1)]
  if (typeof properties === 'object' && properties !== null)
    return Object.fromEntries(Object.entries(properties).map(([name, inside]) => [name, exampleOf(inside, depth + 1)]))
  if (types.includes('string')) return 'x'
  if (types.includes('number') || types.includes('integer')) return 1
  return types.includes('boolean') ? true : null
}
