// The fields that a form offers for an action: those that the view names, the route's own, and those of a specified body.
import type { JsonSchema } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { controlOf, valueSchema } from '../components/schema-control.ts'
import type { ActionSpec, FieldSpec, RequestParts } from './types.ts'
import { partOf } from './request.ts'

export type FormField = { name: string; spec: FieldSpec } | { name: string; schema: JsonSchema }

/** Deeper, and inside lists, a body is written as JSON. */
const maxDepth = 3

/** In the order in which they are asked: the path, then what the view offers, then what the specification lists. */
export function formFields(action: ActionSpec, entry: OperationInfo, start: RequestParts): FormField[] {
  const offered = action.fields ?? []
  const named = new Set(offered.map(({ name }) => name))
  const path = entry.pathParams
    .filter((name) => !named.has(name) && !start.path?.[name])
    .map((name): FormField => ({ name, spec: { name, label: name, control: 'text', required: true } }))
  // A view that names its fields has chosen among the specified ones; the rest stays within reach of the JSON.
  const specified = action.fields !== undefined || entry.body === undefined ? [] : schemaFields(entry.body, [])
  return [...path, ...offered.map((spec): FormField => ({ name: spec.name, spec })), ...specified.filter(({ name }) => !named.has(name))]
}

function schemaFields(schema: JsonSchema, within: readonly string[]): FormField[] {
  return Object.entries(schema.properties ?? {})
    .map(([name, node]) => ({ name, node: valueSchema(node) }))
    .sort((a, b) => (a.node.order ?? 1_000) - (b.node.order ?? 1_000))
    .flatMap(({ name, node }): FormField[] => {
      const path = [...within, name]
      if (node.properties !== undefined) return path.length < maxDepth ? schemaFields(node, path) : []
      if (controlOf(node) === 'tags' && valueSchema(node.items ?? {}).properties !== undefined) return []
      return [{ name: path.join('.'), schema: schema.properties?.[name] ?? node }]
    })
}

/** The form's field that a problem of the platform or the desk speaks of: `body.amount`, `amount`, `path.id`. */
export function fieldAt(fields: readonly FormField[], path: string, entry: OperationInfo, parts: RequestParts): string | undefined {
  const [first = '', ...rest] = path.split('.')
  const inside = rest.join('.')
  const exact = fields.find(({ name }) => name === path) ?? fields.find(({ name }) => name === inside && (first === 'body' || first === partOf(name, entry, parts)))
  return (exact ?? fields.find(({ name }) => path.startsWith(`${name}.`)))?.name
}
