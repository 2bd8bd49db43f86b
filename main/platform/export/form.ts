import type { JsonSchema } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { learnedSchema, specifiedSchema, suggestedSchema } from './schema.ts'
import type { LearnedOf } from './types.ts'

export interface KnownQuery {
  name: string
  schema: JsonSchema
  origin: 'learned' | 'suggested'
  /** Every request that the platform took had it. */
  always: boolean
}

export interface KnownForm {
  body?: { origin: 'specified' | 'learned' | 'suggested'; schema: JsonSchema } | { origin: 'unspecified' }
  query: KnownQuery[]
  /** Nothing tells which parameters there are beside the known ones. */
  openQuery: boolean
  answer: { origin: 'specified' | 'unspecified' } | { origin: 'learned'; schema: JsonSchema }
}

/** A learned body never overrides a specified one; a DELETE has one only where it was seen. */
export function knownForm(operation: OperationInfo, learnedOf: LearnedOf | undefined): KnownForm {
  const { method, pathParams, body, suggested } = operation
  const learned = learnedOf?.(operation.key) ?? null
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = queryOf(learned?.query, inQuery ? suggested : undefined)
  const openQuery = inQuery && pathParams.length === 0
  if (body !== undefined)
    return {
      body: { origin: 'specified', schema: specifiedSchema(body) },
      query,
      openQuery,
      answer: { origin: 'specified' },
    }
  const answer: KnownForm['answer'] =
    learned?.answer === undefined
      ? { origin: 'unspecified' }
      : { origin: 'learned', schema: learnedSchema(learned.answer) }
  if (method !== 'GET' && learned?.body !== undefined)
    return { body: { origin: 'learned', schema: learnedSchema(learned.body) }, query, openQuery, answer }
  if (inQuery) return { query, openQuery, answer }
  if (suggested !== undefined)
    return { body: { origin: 'suggested', schema: suggestedSchema(suggested) }, query, openQuery, answer }
  return { body: { origin: 'unspecified' }, query, openQuery, answer }
}

/** What was learned, then what is suggested under other names. */
function queryOf(learned: JsonSchema | undefined, suggested: JsonSchema | undefined): KnownQuery[] {
  const seen = Object.entries(learned?.properties ?? {})
  const names = new Set(seen.map(([name]) => name))
  return [
    ...seen.map(([name, schema]) => ({
      name,
      schema: learnedSchema(schema),
      origin: 'learned' as const,
      always: learned?.required?.includes(name) === true,
    })),
    ...Object.entries(suggested?.properties ?? {})
      .filter(([name]) => !names.has(name))
      .map(([name, schema]) => ({
        name,
        schema: suggestedSchema(schema, name),
        origin: 'suggested' as const,
        always: false,
      })),
  ]
}
