// The first step of every request: what the catalog says about it, before anything else is touched.
import { DeskError } from '#contract/errors.ts'
import type { FieldProblem } from '#contract/errors.ts'
import type { FieldReason } from '#contract/reasons.ts'
import type { Json } from '#contract/json.ts'
import { maskedPlaces } from '#contract/masked.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Operation } from '../catalog/entry.ts'
import { secretPlaces } from '../catalog/sessions.ts'
import { inspectBody, replaceAt } from './body.ts'
import type { BodyReference } from './body.ts'
import { invalid } from './invalid.ts'
import { fieldsOf } from './issues.ts'
import type { ClientLimits } from './limits.ts'
import { closest } from './suggest.ts'

/** A request whose form is right, with its catalog entry and the places of its references to secrets. */
export interface Checked {
  operation: Operation
  request: OperationRequest
  references: BodyReference[]
}

/** The catalog's entry of a request. Throws DeskError `invalid_input` naming the nearest operations. */
export function findOperation(operations: ReadonlyMap<string, Operation>, key: string): Operation {
  const operation = operations.get(key)
  if (operation) return operation
  const near = closest(key, operations.keys())
  const hint = near.length > 0 ? `. Did you mean ${near.join(' or ')}?` : ''
  throw invalid(undefined, {
    path: 'operation',
    message: `The catalog has no operation ${JSON.stringify(key.slice(0, 256))}${hint}`,
    ...(near.length > 0 ? { reason: 'unknown_operation', facts: { near } } : { reason: 'no_operation' }),
  })
}

/** Path, query and body can be sent as they are, and hold no mask. Throws DeskError `invalid_input`. */
export function checkForm(operation: Operation, request: OperationRequest, limits: ClientLimits): Checked {
  const fields = [...pathProblems(operation, request.path ?? {}), ...queryProblems(request.query ?? {})]
  if (operation.method === 'GET' && request.body !== undefined)
    fields.push({ path: 'body', message: 'A GET request carries no body', reason: 'no_body' })
  const [first, ...rest] = fields
  if (first) throw invalid(operation.key, first, ...rest)
  const references = request.body === undefined ? [] : inspectBody(request.body, operation.key, limits)
  refuseMasks(operation, request)
  return { operation, request, references }
}

/**
 * What stands in place of a secret is never sent, by nobody and to no operation. The former mask is an ordinary text too (`*** SALE ***`), so
 * that it is refused only in a credential and in an address. Throws DeskError `invalid_input` naming the fields.
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

/** The error of a request that holds a mask; `fields` are dotted, or names of headers. */
export function maskedValue(operation: string, fields: readonly string[]): DeskError {
  const [first = ''] = fields
  const more = fields.length > 1 ? ` and in ${fields.length - 1} more` : ''
  return new DeskError(
    'invalid_input',
    `A masked value stands in ${first}${more}: only the place of a secret, not the secret.`,
    {
      operation,
      facts: { reason: 'masked_value', fields: [...fields] },
      fields: fields.map((path) => ({
        path,
        message: 'Masked: enter the real value, or leave it out',
        reason: 'masked' as const,
      })),
    },
  )
}

/**
 * A person's or a script's request also keeps to the specified body (spec, sections 2 and 4.2), and refers to secrets only where the
 * catalog has a credential field: anywhere else a reference could carry a stored secret into a public text.
 */
export function checkContent({ operation, request, references }: Checked): void {
  const allowed = operation.secretFields ?? []
  const misplaced = references
    .filter(({ dotted }) => !allowed.includes(dotted))
    .map(({ dotted }) => ({
      path: dotted,
      message: 'A stored secret may stand only in a credential field',
      reason: 'secret_elsewhere' as const,
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
    problem ?? {
      path: 'body',
      message: 'Not what the operation expects',
      reason: 'not_expected',
      facts: { said: 'another form' },
    },
    ...more,
  )
}

type Wrong = Pick<FieldProblem, 'message'> & { reason: FieldReason }

const halfCharacter: Wrong = { message: 'Holds half a character', reason: 'half_character' }
const neededInPath: Wrong = { message: 'Needed in the path', reason: 'missing' }

function pathProblems(operation: Operation, path: Record<string, unknown>): FieldProblem[] {
  const missing = operation.pathParams.flatMap((name) => {
    const wrong = Object.hasOwn(path, name) ? segmentProblem(path[name]) : neededInPath
    return wrong === undefined ? [] : [{ path: `path.${name}`, ...wrong }]
  })
  const extra = Object.keys(path).filter((name) => !operation.pathParams.includes(name))
  return [
    ...missing,
    ...extra.map((name) => ({
      path: `path.${name}`,
      message: 'The path has no such parameter',
      reason: 'no_parameter' as const,
    })),
  ]
}

// "." and ".." would be resolved away by URL rules, and the request would reach another operation.
function segmentProblem(value: unknown): Wrong | undefined {
  if (typeof value !== 'string') return { message: 'Must be text', reason: 'not_text' }
  if (value === '') return neededInPath
  if (value === '.' || value === '..') return { message: 'Can\'t be "." or ".."', reason: 'dots' }
  return value.isWellFormed() ? undefined : halfCharacter
}

function queryProblems(query: Record<string, unknown>): FieldProblem[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const wrong: Wrong | undefined =
      name === '' || !name.isWellFormed() ? { message: 'Needs a proper name', reason: 'no_name' } : queryProblem(value)
    return wrong === undefined ? [] : [{ path: `query.${name}`, ...wrong }]
  })
}

function queryProblem(value: unknown): Wrong | undefined {
  if (value === null || value === undefined || typeof value === 'boolean') return undefined
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : { message: 'Not a number that can be sent', reason: 'not_a_number' }
  if (typeof value === 'string') return value.isWellFormed() ? undefined : halfCharacter
  return { message: 'Must be text, a number, true, false or null', reason: 'not_scalar' }
}
