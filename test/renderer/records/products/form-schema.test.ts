import { expect, test } from 'vitest'
import type { JsonSchema } from '#contract/json.ts'
import type { LearnedForm } from '#contract/learned.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { schemasOf } from '../../../../renderer/records/resources/request/useFormSchema.ts'

const object = (properties: Record<string, JsonSchema>, required?: string[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(required && { required }),
})
const form = (more: Partial<LearnedForm>): LearnedForm => ({
  environment: 'rehearsal',
  operation: 'x',
  missed: [],
  sent: 1,
  answered: 1,
  edited: [],
  updatedAt: '2026-11-22T00:00:00.000Z',
  ...more,
})
const post = (more: Partial<OperationInfo> = {}): Pick<OperationInfo, 'method' | 'body' | 'suggested'> => ({
  method: 'POST',
  ...more,
})

// A learned body must never stand in the place of a specified one.
test('a specified body is offered alone', () => {
  const body = object({ email: { type: 'string' } })
  const schemas = schemasOf(post({ body }), form({ body: object({ invented: {} }) }))
  expect(schemas.body).toBe(body)
  expect(schemas.origin).toBe('specified')
})

// What was seen wins over what is usual, and what is usual keeps its words.
test('learned fields come over the usual ones', () => {
  const suggested = object({
    id: { type: 'string', label: 'Record' },
    email: { type: 'string', format: 'email', control: 'email', hint: 'An address.' },
  })
  const schemas = schemasOf(
    post({ suggested }),
    form({ body: object({ name: { type: 'string' }, email: { type: 'string' } }, ['name']) }),
  )
  expect(schemas.body).toEqual(
    object(
      {
        id: { type: 'string', label: 'Record' },
        email: { type: 'string', hint: 'An address.' },
        name: { type: 'string' },
      },
      ['name'],
    ),
  )
  expect(schemas.origin).toBe('learned')
})

// A field that the person took out must not come back as a suggestion.
test('an edited part is offered as it was written', () => {
  const body = object({ name: {} })
  expect(schemasOf(post({ suggested: object({ id: {} }) }), form({ body, edited: ['body'] })).body).toEqual(body)
})

// A suggested identifier in a body that a GET has not would never arrive.
test('what is usual of a GET or DELETE is its query', () => {
  const suggested = object({ id: { type: 'string' } })
  expect(schemasOf({ method: 'GET', suggested }, null)).toEqual({
    body: undefined,
    query: suggested,
    origin: 'suggested',
  })
  expect(schemasOf({ method: 'DELETE', suggested }, undefined)).toEqual({
    body: undefined,
    query: suggested,
    origin: 'suggested',
  })
  expect(schemasOf({ method: 'DELETE', suggested }, form({ body: object({ leadId: {} }) }))).toMatchObject({
    body: { properties: { id: {}, leadId: {} } },
    query: undefined,
    origin: 'learned',
  })
  expect(schemasOf(post({ suggested }), null)).toEqual({ body: suggested, query: undefined, origin: 'suggested' })
  expect(schemasOf(post(), null)).toEqual({ body: undefined, query: undefined, origin: 'none' })
})
