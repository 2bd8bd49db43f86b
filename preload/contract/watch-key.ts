// The name of a watched read on both sides of the boundary, without the inputs' checks, so that a page does not load
// those.
import type { Json } from './json.ts'
import type { OperationRequest } from './operation.ts'

/** The order of fields does not matter. */
export function watchKey({ operation, path = {}, query = {}, body = null }: OperationRequest): string {
  return `${operation} ${stable([path, query, body] as Json)}`
}

function stable(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${stable(value[name] ?? null)}`)
    .join(',')}}`
}
