import type { JsonSchema } from '#contract/json.ts'
import { valueSchema } from './schema-control.ts'

export function labelAt(schema: JsonSchema | undefined, place: string): string | undefined {
  let node = schema
  for (const name of place.split('.')) {
    if (node === undefined) return undefined
    const value: JsonSchema = valueSchema(node)
    node = /^\d+$/.test(name) ? value.items : value.properties?.[name]
  }
  return node?.label
}
