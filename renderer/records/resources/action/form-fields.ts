import type { JsonSchema } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { controlOf, valueSchema } from '#kit/base/schema-control.ts'
import type { ActionSpec, FieldSpec, RequestParts } from '../types.ts'
import { partOf } from './request.ts'

/** `open`: not specified, so that empty means left out and never null. */
export type FormField = { name: string; spec: FieldSpec } | { name: string; schema: JsonSchema; open?: true }

const maxDepth = 3

export function formFields(action: ActionSpec, entry: OperationInfo, start: RequestParts): FormField[] {
  const offered = action.fields ?? []
  const named = new Set(offered.map(({ name }) => name))
  const path = entry.pathParams
    .filter((name) => !named.has(name) && !start.path?.[name])
    .map((name): FormField => ({ name, spec: { name, label: name, control: 'text', required: true } }))
  // A view that names its fields has chosen; the rest is reached through the JSON.
  const specified =
    action.fields !== undefined
      ? []
      : entry.body === undefined
        ? openFields(action, entry, start)
        : schemaFields(entry.body, [])
  return [
    ...path,
    ...offered.map((spec): FormField => ({ name: spec.name, spec })),
    ...specified.filter(({ name }) => !named.has(name)),
  ]
}

/** Learned fields, as far as an input can hold them, in the part in which a field of their name travels. */
function openFields({ schema, querySchema }: ActionSpec, entry: OperationInfo, start: RequestParts): FormField[] {
  const fitting = (part: 'body' | 'query', of: JsonSchema | undefined): FormField[] =>
    of === undefined
      ? []
      : schemaFields(drawable(of, part), [])
          .filter(({ name }) => partOf(name, entry, start) === part)
          .map((field) => ({ ...field, open: true }))
  // A GET has no body, so its fields are those of the query.
  const body = fitting(entry.method === 'GET' ? 'query' : 'body', schema)
  return [...body, ...fitting('query', querySchema).filter(({ name }) => !body.some((field) => field.name === name))]
}

const typesIn = ({ type }: JsonSchema): string[] =>
  (type === undefined ? [] : Array.isArray(type) ? type : [type]).filter((one) => one !== 'null')

/** The part of a schema that inputs can hold; other values are written as JSON. */
function drawable(schema: JsonSchema, part: 'body' | 'query'): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, node]): Array<[string, JsonSchema]> => {
    const types = typesIn(node)
    const [type = 'string'] = types
    // A dot separates names in a form, and `__proto__` can't be set like other names.
    if (name === '' || name.includes('.') || name === '__proto__') return []
    // Every value of a query is text on its way.
    if (types.length > 1)
      return part === 'query' && !types.includes('object') && !types.includes('array')
        ? [[name, { ...node, type: 'string' }]]
        : []
    if (type === 'object')
      return part === 'body' && node.properties !== undefined && node.secret !== true
        ? [[name, { ...drawable(node, part), type }]]
        : []
    if (type === 'array')
      return part === 'body' && typesIn(node.items ?? {}).join() === 'string' ? [[name, { ...node, type }]] : []
    return [[name, { ...node, type }]]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
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

/** The form's field that a problem names: `body.amount`, `amount`, `path.id`. */
export function fieldAt(
  fields: readonly FormField[],
  path: string,
  entry: OperationInfo,
  parts: RequestParts,
): string | undefined {
  const [first = '', ...rest] = path.split('.')
  const inside = rest.join('.')
  const exact =
    fields.find(({ name }) => name === path) ??
    fields.find(({ name }) => name === inside && (first === 'body' || first === partOf(name, entry, parts)))
  return (exact ?? fields.find(({ name }) => path.startsWith(`${name}.`)))?.name
}
