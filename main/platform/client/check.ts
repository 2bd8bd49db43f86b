import { DeskError, type FieldProblem } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { maskedPlaces } from '#contract/masked.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Operation } from '../catalog/entry.ts'
import { secretPlaces } from '../catalog/sessions.ts'
import { inspectBody, replaceAt, type BodyReference } from './body.ts'
import { invalid } from './invalid.ts'
import { fieldsOf } from './issues.ts'
import type { ClientLimits } from './limits.ts'
import { closest } from './suggest.ts'

export interface Checked {
  operation: Operation
  request: OperationRequest
  references: BodyReference[]
}

/** Throws DeskError `invalid_input` naming the nearest operations. */
export function findOperation(operations: ReadonlyMap<string, Operation>, key: string): Operation {
  const operation = operations.get(key)
  if (operation) return operation
  const near = closest(key, operations.keys())
  const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : ''
  throw invalid(undefined, {
    path: 'operation',
    message: `The catalog has no operation ${JSON.stringify(key.slice(0, 256))}${hint}`,
    ...(near.length > 0 ? { reason: 'operation_mistyped', facts: { near } } : { reason: 'not_in_catalog' }),
  })
}

/** Throws DeskError `invalid_input` where path, query or body can't be sent, or hold a mask. */
export function checkForm(operation: Operation, request: OperationRequest, limits: ClientLimits): Checked {
  const fields = [...pathProblems(operation, request.path ?? {}), ...queryProblems(request.query ?? {})]
  if (operation.method === 'GET' && request.body !== undefined)
    fields.push({ path: 'body', message: 'A GET request carries no body', reason: 'get_has_no_body' })
  const [first, ...rest] = fields
  if (first) throw invalid(operation.key, first, ...rest)
  const references = request.body === undefined ? [] : inspectBody(request.body, operation.key, limits)
  refuseMasks(operation, request)
  return { operation, request, references }
}

/**
 * A mask is never sent. People type the former mask too (`*** SALE ***`), so it is refused only in credentials and
 * addresses. Throws DeskError `invalid_input` naming the fields.
 */
export function refuseMasks(
  operation: Operation,
  { path, query, body }: Pick<OperationRequest, 'path' | 'query' | 'body'>,
): void {
  const fields = [
    ...maskedPlaces(path as Json | undefined).map((place) => `path.${place}`),
    ...maskedPlaces(query as Json | undefined).map((place) => `query.${place}`),
    ...(body === undefined
      ? []
      : maskedPlaces(body as Json, { secretPlaces: secretPlaces(operation, body as Json) }).map((place) =>
          place === '' ? 'body' : place,
        )),
  ]
  if (fields.length > 0) throw maskedValue(operation.key, fields)
}

/** `fields` are dotted, or names of headers. */
export function maskedValue(operation: string, fields: readonly string[]): DeskError {
  return new DeskError('invalid_input', `These fields hold only a mask: ${fields.join(', ')}.`, {
    operation,
    facts: { reason: 'masked_value', fields: [...fields] },
    fields: fields.map((path) => ({ path, message: 'Holds only a mask', reason: 'masked' })),
  })
}

/**
 * A request keeps to the specified body (spec, sections 2 and 4.2) and refers to secrets only in credential fields:
 * elsewhere a reference could carry a secret into a public text.
 */
export function checkContent({ operation, request, references }: Checked): void {
  const allowed = operation.secretFields ?? []
  const misplaced = references
    .filter(({ dotted }) => !allowed.includes(dotted))
    .map(({ dotted }): FieldProblem => ({
      path: dotted,
      message: 'A stored secret may be only in a credential field',
      reason: 'secret_not_allowed',
    }))
  const [first, ...rest] = misplaced
  if (first) throw invalid(operation.key, first, ...rest)
  if (!operation.body || request.body === undefined) return
  const result = operation.body.safeParse(
    references.reduce((body, { place }) => replaceAt(body, place, 'secret'), request.body as Json),
  )
  if (result.success) return
  const [problem, ...more] = fieldsOf(result.error.issues)
  throw invalid(
    operation.key,
    problem ?? { path: 'body', message: 'Not what the operation expects', reason: 'not_valid' },
    ...more,
  )
}

type Problem = Omit<FieldProblem, 'path'>

const missing: Problem = { message: 'Needed in the path', reason: 'missing' }
const halfCharacter: Problem = { message: 'Holds half a character', reason: 'half_character' }
const noParameter: Problem = { message: 'The path has no such parameter', reason: 'no_such_parameter' }

function pathProblems({ pathParams }: Operation, path: Record<string, unknown>): FieldProblem[] {
  const wrong = pathParams.flatMap((name) => {
    const problem = Object.hasOwn(path, name) ? segmentProblem(path[name]) : missing
    return problem === undefined ? [] : [{ path: `path.${name}`, ...problem }]
  })
  const extra = Object.keys(path).filter((name) => !pathParams.includes(name))
  return [...wrong, ...extra.map((name) => ({ path: `path.${name}`, ...noParameter }))]
}

// "." and ".." would be resolved away by URL rules, and the request would reach another operation.
function segmentProblem(value: unknown): Problem | undefined {
  if (typeof value !== 'string') return { message: 'Must be text', reason: 'wrong_type', facts: { expected: 'text' } }
  if (value === '') return missing
  if (value === '.' || value === '..') return { message: 'Can\'t be "." or ".."', reason: 'dot_segment' }
  return value.isWellFormed() ? undefined : halfCharacter
}

function queryProblems(query: Record<string, unknown>): FieldProblem[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const problem = name === '' ? missing : name.isWellFormed() ? queryProblem(value) : halfCharacter
    return problem === undefined ? [] : [{ path: `query.${name}`, ...problem }]
  })
}

function queryProblem(value: unknown): Problem | undefined {
  if (value === null || value === undefined || typeof value === 'boolean') return undefined
  if (typeof value === 'string') return value.isWellFormed() ? undefined : halfCharacter
  if (typeof value === 'number' && Number.isFinite(value)) return undefined
  return {
    message: 'Must be text, a number, true, false or null',
    reason: 'wrong_type',
    facts: { expected: 'scalar' },
  }
}
