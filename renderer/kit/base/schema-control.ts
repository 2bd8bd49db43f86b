import type { JsonSchema } from '#contract/json.ts'

export type ControlKind =
  | 'text'
  | 'multiline'
  | 'tags'
  | 'instant'
  | 'date'
  | 'time'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'email'
  | 'secret'
  | 'select'

function ownTypes(schema: JsonSchema): string[] {
  return schema.type === undefined ? [] : Array.isArray(schema.type) ? schema.type : [schema.type]
}

/** The schema of the value without null: the only other branch of an `anyOf`, with the metadata of both. */
export function valueSchema(schema: JsonSchema): JsonSchema {
  const branches = schema.anyOf?.filter((branch) => !ownTypes(branch).includes('null'))
  const only = branches?.length === 1 ? branches[0] : undefined
  return only ? { ...only, ...schema } : schema
}

export function isNullable(schema: JsonSchema): boolean {
  return (
    ownTypes(schema).includes('null') || (schema.anyOf?.some((branch) => ownTypes(branch).includes('null')) ?? false)
  )
}

const kindOfControl: Partial<Record<string, ControlKind>> = {
  multiline: 'multiline',
  html: 'multiline',
  tags: 'tags',
  instant: 'instant',
  date: 'date',
  time: 'time',
  email: 'email',
  numeric: 'text',
}
const kindOfFormat: Partial<Record<string, ControlKind>> = {
  'date-time': 'instant',
  date: 'date',
  time: 'time',
  email: 'email',
}

export function controlOf(schema: JsonSchema): ControlKind {
  const node = valueSchema(schema)
  if (node.secret) return 'secret'
  const named = kindOfControl[node.control ?? ''] ?? kindOfFormat[node.format ?? '']
  if (named) return named
  const types = ownTypes(node)
  if (node.enum) return 'select'
  if (types.includes('boolean')) return 'boolean'
  if (types.includes('integer')) return 'integer'
  if (types.includes('number')) return 'number'
  if (types.includes('array')) return 'tags'
  return 'text'
}

export function tagsOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : []
  return parts.map((part) => part.trim()).filter(Boolean)
}

export function tagsValue(tags: readonly string[], schema: JsonSchema): unknown {
  return ownTypes(valueSchema(schema)).includes('array') ? [...tags] : tags.join(',')
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0')

/** The value of a `datetime-local` input for an ISO instant; empty for anything else. */
export function localInput(value: unknown): string {
  const date = typeof value === 'string' ? new Date(value) : undefined
  if (!date || Number.isNaN(date.getTime())) return ''
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
}

/** The ISO instant of a `datetime-local` input; undefined where it is none. */
export function instantOf(local: string): string | undefined {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
