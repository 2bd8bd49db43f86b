import type { OperationInfo } from '#contract/operation.ts'
import { errorResponses, security } from './openapi-components.ts'
import { knownForm, type KnownForm } from './form.ts'
import { operationId } from './names.ts'
import type { LearnedOf } from './types.ts'

const learnedNote = 'The desk learned it from what was sent and answered; the platform does not specify it.'
const json = (schema: object) => ({ 'application/json': { schema } })

export function openApiOperation(operation: OperationInfo, learned: LearnedOf | undefined): Record<string, unknown> {
  const form = knownForm(operation, learned)
  const parameters = [
    ...operation.pathParams.map((name) => ({
      name,
      in: 'path',
      required: true,
      description: 'An identifier.',
      schema: { type: 'string' },
    })),
    ...form.query.map(({ name, schema, always }) => ({
      name,
      in: 'query',
      required: false,
      description: learnedNote,
      'x-showdesk-learned': true,
      ...(always && { 'x-showdesk-always-sent': true }),
      schema,
    })),
  ]
  return {
    operationId: operationId(operation),
    summary: operation.name,
    description: words(operation, form),
    tags: [operation.product],
    'x-showdesk-kind': operation.kind,
    'x-showdesk-risk': operation.risk,
    security: security[operation.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(form.body && { requestBody: requestBody(form.body) }),
    responses: { ...success(operation, form), ...errorResponses },
  }
}

function requestBody(body: NonNullable<KnownForm['body']>): object {
  if (body.origin === 'unspecified') return { $ref: '#/components/requestBodies/OpenBody' }
  if (body.origin === 'learned')
    return { description: learnedNote, 'x-showdesk-learned': true, content: json(body.schema) }
  return {
    required: true,
    description: 'Which of the fields are required is not specified.',
    content: json(body.schema),
  }
}

function success({ path }: OperationInfo, { answer }: KnownForm): object {
  if (path.startsWith('/api/pay/')) return { 302: { $ref: '#/components/responses/Redirect' } }
  if (answer.origin === 'learned')
    return { 200: { description: `Done. ${learnedNote}`, 'x-showdesk-learned': true, content: json(answer.schema) } }
  return { 200: { $ref: `#/components/responses/${answer.origin === 'specified' ? 'Success' : 'OpenSuccess'}` } }
}

function words({ resource, kind, risk }: OperationInfo, { body, query }: KnownForm): string {
  return [
    `Kind ${kind}, risk ${risk}, of the resource \`${resource}\`.`,
    body &&
      {
        specified: 'Its body is specified.',
        learned: 'Its body was learned.',
        unspecified: 'Its body is not specified.',
      }[body.origin],
    query.length > 0
      ? 'Its query parameters were learned.'
      : kind === 'read' && body === undefined && 'Its query parameters are not specified.',
  ]
    .filter(Boolean)
    .join(' ')
}
