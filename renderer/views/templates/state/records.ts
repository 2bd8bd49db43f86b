// The platform's templates as they come: the shape of its answers is not specified, so any object with an identifier counts.
import type { Json, JsonObject } from '#contract/json.ts'

/** A template of the platform: what names it, and its record whole. */
export interface PlatformTemplate {
  id: string
  name: string
  status: string | undefined
  updatedAt: string | undefined
  record: JsonObject
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The records in an answer: the first list of objects that is met, else the innermost object that has an identifier. */
export function templatesIn(answer: Json): PlatformTemplate[] {
  const listed = listIn(answer, 0)?.flatMap(described) ?? []
  if (listed.length > 0) return listed
  const one = recordIn(answer, 0)
  return one === undefined ? [] : described(one)
}

/** The one record in the answer to a look-up by identifier. */
export function templateIn(answer: Json, id: string): JsonObject | undefined {
  return templatesIn(answer).find((template) => template.id === id)?.record
}

function listIn(value: Json | undefined, depth: number): JsonObject[] | undefined {
  if (Array.isArray(value)) return value.length === 0 || value.some(isObject) ? value.filter(isObject) : undefined
  if (!isObject(value) || depth > 3 || ('htmlContent' in value)) return undefined
  for (const inner of Object.values(value)) {
    const found = listIn(inner, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function recordIn(value: Json | undefined, depth: number): JsonObject | undefined {
  if (!isObject(value) || depth > 3) return undefined
  for (const inner of Object.values(value)) {
    const found = recordIn(inner, depth + 1)
    if (found !== undefined) return found
  }
  return idOf(value) === undefined ? undefined : value
}

function idOf(record: JsonObject): string | undefined {
  const id = record.id ?? record.templateId ?? record._id
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function described(record: JsonObject): PlatformTemplate[] {
  const id = idOf(record)
  if (id === undefined) return []
  return [{ id, name: textOf(record.name) ?? textOf(record.subject) ?? id, status: textOf(record.status), updatedAt: textOf(record.updatedAt), record }]
}
