import type { OperationInfo } from '#contract/operation.ts'
import { errorResponses, security } from './openapi-components.ts'
import { knownForm, type KnownForm } from './form.ts'
import { operationId } from './names.ts'
import type { LearnedOf } from './types.ts'

const learnedNote = 'The desk learned it from what was sent and answered; the platform does not specify it.'
const suggestedNote = 'The desk suggests it; the platform does not specify it.'
const openNote = 'The platform does not specify which query parameters there are, so any can be given.'
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
    ...form.query.map(({ name, schema, origin, always }) => ({
      name,
      in: 'query',
      required: false,
      description: origin === 'learned' ? learnedNote : suggestedNote,
      [`x-showdesk-${origin}`]: true,
      ...(always && { 'x-showdesk-always-sent': true }),
      schema,
    })),
    ...(form.openQuery ? [furtherQuery(form)] : []),
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

/** Written out as `a=1&b=2`: the parameter's own name is never sent. */
function furtherQuery({ query }: KnownForm): object {
  let name = 'further'
  while (query.some((one) => one.name === name)) name += '_'
  return {
    name,
    in: 'query',
    required: false,
    description: openNote,
    style: 'form',
    explode: true,
    'x-showdesk-unspecified': true,
    schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
  }
}

function requestBody(body: NonNullable<KnownForm['body']>): object {
  if (body.origin === 'unspecified') return { $ref: '#/components/requestBodies/OpenBody' }
  if (body.origin === 'learned')
    return { description: learnedNote, 'x-showdesk-learned': true, content: json(body.schema) }
  if (body.origin === 'suggested')
    return {
      description: 'The platform does not specify this body. The desk suggests fields; others can be given.',
      'x-showdesk-unspecified': true,
      content: json(body.schema),
    }
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
        suggested: 'Its body is not specified; the desk suggests fields.',
        unspecified: 'Its body is not specified.',
      }[body.origin],
    query.some(({ origin }) => origin === 'learned')
      ? 'Its query parameters were learned.'
      : query.length > 0
        ? 'Its query parameters are not specified; the desk suggests some.'
        : kind === 'read' && body === undefined && 'Its query parameters are not specified.',
  ]
    .filter(Boolean)
    .join(' ')
}
