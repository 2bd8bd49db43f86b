// The platform's templates as they come, in the spelling of the specification: the editor knows its names.
import type { Json, JsonObject } from '#contract/json.ts'
import { readAnswer } from '#answers/answer.ts'
import { inCamelCase } from '#answers/json.ts'
import { idOf, textIn } from '#answers/roles.ts'

/** A template of the platform: what names it, and its record whole. */
export interface PlatformTemplate {
  id: string
  name: string
  status: string | undefined
  updatedAt: string | undefined
  record: JsonObject
}

const resource = 'marketing/template'

/** The records in an answer that have an identifier, one or many. */
export function templatesIn(answer: Json): PlatformTemplate[] {
  return readAnswer(answer, { resource }).rows.flatMap(described)
}

/** The one record in the answer to a look-up by identifier. */
export function templateIn(answer: Json, id: string): JsonObject | undefined {
  return readAnswer(answer, { resource, expect: 'record' })
    .rows.flatMap(described)
    .find((template) => template.id === id)?.record
}

function described(row: JsonObject): PlatformTemplate[] {
  const record = inCamelCase(row)
  const id = idOf(record, resource)
  if (id === undefined) return []
  const text = (role: 'status' | 'changedAt'): string | undefined => textIn(record, role, resource)
  return [
    {
      id,
      name: textOf(record.name) ?? textOf(record.subject) ?? id,
      status: text('status'),
      updatedAt: text('changedAt'),
      record,
    },
  ]
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
