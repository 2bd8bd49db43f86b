import type { Json, JsonSchema } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { learnedSchema, specifiedSchema } from './schema.ts'
import type { LearnedOf } from './types.ts'

export interface KnownForm {
  body?: { origin: 'specified' | 'learned'; schema: JsonSchema } | { origin: 'unspecified' }
  query: Array<{ name: string; schema: JsonSchema; always: boolean }>
  answer: { origin: 'specified' | 'unspecified' } | { origin: 'learned'; schema: JsonSchema }
}

/** A learned body never overrides a specified one; a DELETE has one only where it was seen. */
export function knownForm(operation: OperationInfo, learnedOf: LearnedOf | undefined): KnownForm {
  const learned = learnedOf?.(operation.key) ?? null
  const query = Object.entries(learned?.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    schema: learnedSchema(schema),
    always: learned?.query?.required?.includes(name) === true,
  }))
  if (operation.body !== undefined)
    return {
      body: { origin: 'specified', schema: specifiedSchema(operation.body) },
      query,
      answer: { origin: 'specified' },
    }
  const answer: KnownForm['answer'] =
    learned?.answer === undefined
      ? { origin: 'unspecified' }
      : { origin: 'learned', schema: learnedSchema(learned.answer) }
  if (operation.method !== 'GET' && learned?.body !== undefined)
    return { body: { origin: 'learned', schema: learnedSchema(learned.body) }, query, answer }
  if (operation.method === 'POST' || operation.method === 'PUT')
    return { body: { origin: 'unspecified' }, query, answer }
  return { query, answer }
}

/** Every known field with an empty value of its type. */
export function blankBody(form: KnownForm): string | undefined {
  if (form.body === undefined) return undefined
  return JSON.stringify(form.body.origin === 'unspecified' ? {} : blank(form.body.schema), null, 2)
}

function blank(schema: JsonSchema): Json {
  const branch = schema.anyOf?.find(({ type }) => type !== 'null')
  if (branch !== undefined) return blank(branch)
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'object' || schema.properties !== undefined)
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, blank(one)]))
  // One row shows the names of its fields; a list of plain values has none to show.
  if (type === 'array') return schema.items?.properties === undefined ? [] : [blank(schema.items)]
  if (type === 'integer' || type === 'number') return 0
  if (type === 'boolean') return false
  return type === 'string' ? '' : null
}
