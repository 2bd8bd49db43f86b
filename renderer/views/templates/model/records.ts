// The platform's templates in its answers, with field names as in the specification.
import type { Json, JsonObject } from '#contract/json.ts'
import { readAnswer } from '#answers/answer.ts'
import { inCamelCase } from '#answers/json.ts'
import { idOf, textIn } from '#answers/roles.ts'

export interface PlatformTemplate {
  id: string
  name: string
  status: string | undefined
  record: JsonObject
}

const resource = 'marketing/template'

export function templatesIn(answer: Json): PlatformTemplate[] {
  return readAnswer(answer, { resource }).rows.flatMap(described)
}

export function templateIn(answer: Json, id: string): JsonObject | undefined {
  return readAnswer(answer, { resource, expect: 'record' })
    .rows.flatMap(described)
    .find((template) => template.id === id)?.record
}

function described(row: JsonObject): PlatformTemplate[] {
  const record = inCamelCase(row)
  const id = idOf(record, resource)
  if (id === undefined) return []
  return [
    {
      id,
      name: textOf(record.name) ?? textOf(record.subject) ?? id,
      status: textIn(record, 'status', resource),
      record,
    },
  ]
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
