// What all operations share; what the specification leaves open is said to be open.
import type { AuthScheme } from '#contract/operation.ts'

const problem = (description: string, headers?: object) => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const answer = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

export const components = {
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Service-API-Key',
      description: 'The key of a service (specification, section 5).',
    },
    session: { type: 'http', scheme: 'bearer', description: "A person's session (specification, section 5)." },
    accountId: {
      type: 'apiKey',
      in: 'header',
      name: 'Account-Id',
      description: "The account of the session. Whether it must go with the token isn't specified.",
    },
    sessionId: {
      type: 'apiKey',
      in: 'header',
      name: 'Session-Id',
      description: "The session's identifier. Whether it must go with the token isn't specified.",
    },
  },
  schemas: {
    Envelope: {
      type: 'object',
      description: 'The success envelope (specification, section 2.1). Further fields of `data` are not specified.',
      required: ['data', 'requestId'],
      properties: {
        data: {
          type: 'object',
          required: ['id', 'status'],
          properties: {
            id: { type: 'string', description: 'Identifier of the affected resource.' },
            status: { type: 'string', description: 'Status text; its values are not specified.' },
          },
        },
        requestId: { type: 'string', description: 'Identifier of the request.' },
      },
    },
    OpenEnvelope: {
      type: 'object',
      description:
        'The shape of this answer is not specified. Answers that are come in an envelope of `data` and `requestId`.',
      'x-showdesk-unspecified': true,
      properties: {
        data: { description: 'An object or a list; not specified.' },
        requestId: { type: 'string', description: 'Identifier of the request.' },
      },
    },
    OpenBody: {
      type: 'object',
      description: 'The fields of this body are not specified.',
      'x-showdesk-unspecified': true,
      additionalProperties: true,
    },
    Problem: {
      description: 'The shape of an error is not specified; it may be anything.',
      'x-showdesk-unspecified': true,
    },
  },
  requestBodies: {
    OpenBody: {
      description: 'The platform does not specify this body.',
      'x-showdesk-unspecified': true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/OpenBody' } } },
    },
  },
  responses: {
    Success: answer('Done.', 'Envelope'),
    OpenSuccess: answer('Done. The shape of the answer is not specified.', 'OpenEnvelope'),
    Redirect: {
      description: 'A redirect to where the short link points. Its status is not specified; 302 stands for any.',
      headers: {
        Location: { description: 'Where the link points.', schema: { type: 'string', format: 'uri-reference' } },
      },
    },
    InvalidRequest: problem('`invalid_request`: the request does not satisfy the operation contract.'),
    AuthenticationRequired: problem('`authentication_required`: the credential is missing or invalid.'),
    NotAuthorized: problem('`not_authorized`: the account, product scope, permission or origin is not eligible.'),
    NotFound: problem('`not_found`: the requested public or account-owned resource does not exist.'),
    RateLimited: problem('`rate_limited`: a product limit is exceeded; retry after the limit resets.', {
      'Retry-After': {
        description: 'When to try again, where it is given: seconds, or an HTTP date.',
        schema: { type: 'string' },
      },
    }),
  },
} as const

/** Specification, section 7. */
export const errorResponses = {
  400: { $ref: '#/components/responses/InvalidRequest' },
  401: { $ref: '#/components/responses/AuthenticationRequired' },
  403: { $ref: '#/components/responses/NotAuthorized' },
  404: { $ref: '#/components/responses/NotFound' },
  429: { $ref: '#/components/responses/RateLimited' },
} as const

/** Alternatives: the specification leaves open whether a session needs its two headers. */
export const security: Readonly<Record<AuthScheme, ReadonlyArray<Readonly<Record<string, readonly string[]>>>>> = {
  apiKey: [{ apiKey: [] }],
  session: [{ session: [], accountId: [], sessionId: [] }, { session: [] }],
  none: [],
}
