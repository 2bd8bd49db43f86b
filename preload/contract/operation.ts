// The vocabulary of the catalog, shared by main, which holds the entries, and the renderer, which draws them.
import { z } from 'zod'
import { jsonSchema, named } from './schema.ts'
import type { Of } from './schema.ts'

export const products = [
  'Accounts',
  'Ads',
  'Embeds',
  'Events',
  'Livestream',
  'Loyalty',
  'Marketing',
  'Pages',
  'Payments',
  'Polls',
  'Spaces',
  'Sponsors',
  'Teams',
  'Vendors',
] as const

/** The 14 products (specification, section 1). */
export const productSchema = named('Product', () => z.enum(products))
export type Product = Of<typeof productSchema>

const methodSchema = named('Method', () => z.enum(['GET', 'POST', 'PUT', 'DELETE']))
export type Method = Of<typeof methodSchema>

/** What an operation does to its resource. */
const kindSchema = named('Kind', () => z.enum(['read', 'create', 'update', 'delete', 'act']))
export type Kind = Of<typeof kindSchema>

/**
 * How much a slip would cost: `read` nothing, `edit` a correction, `onair` is seen by the audience at once,
 * `money` moves money or binds someone to pay, `destroy` can't be undone.
 */
export const riskSchema = named('Risk', () => z.enum(['read', 'edit', 'onair', 'money', 'destroy']))
export type Risk = Of<typeof riskSchema>

export const authSchemes = ['apiKey', 'session', 'none'] as const
/** The credential an operation is sent with (specification, section 5). */
export type AuthScheme = (typeof authSchemes)[number]

/** How a list answers in parts. */
const pagingSchema = named('Paging', () => z.literal('limit-offset'))
export type Paging = Of<typeof pagingSchema>

/** An operation as screens and scripts see it. `key` is the route key: `'PUT /api/video/event/update'`. */
export const operationInfoSchema = named('OperationInfo', () =>
  z.strictObject({
    key: z.string(),
    method: methodSchema(),
    path: z.string(),
    product: productSchema(),
    /** Folder of the path without the verb: `payment/refund`. */
    resource: z.string(),
    /** The platform's own name, as the specification lists it. */
    name: z.string(),
    kind: kindSchema(),
    risk: riskSchema(),
    /** Whether a write may wait in the queue while the platform can't be reached. */
    queueable: z.boolean(),
    auth: z.enum(authSchemes),
    /** Names of the path parameters, in order. */
    pathParams: z.array(z.string()),
    /** Dotted places in the request that say which record is meant, most telling first: `body.id`, `path.attributionId`. */
    record: z.array(z.string()).exactOptional(),
    /** The body's schema; only five operations have a specified one. */
    body: jsonSchema().exactOptional(),
    /** Fields that such a body usually has (of a GET or DELETE: such a query), where the specification shows none: offered, never demanded. */
    suggested: jsonSchema().exactOptional(),
    /** Dotted paths of credential fields in the body; their values live in the keychain. */
    secretFields: z.array(z.string()).exactOptional(),
    paging: pagingSchema().exactOptional(),
    /** The read that shows whether this write was applied. */
    confirmWith: z.string().exactOptional(),
  }),
)
export type OperationInfo = Of<typeof operationInfoSchema>

/** A request as the desk's callers write it: the route key, path parameters, query and body. */
export interface OperationRequest {
  operation: string
  path?: Record<string, string> | undefined
  query?: Record<string, string | number | boolean | null> | undefined
  body?: unknown
}

/** Stands in a body in place of a secret whose value is in the keychain. */
export interface SecretReference {
  $secret: string
}

/** Whether a value in a body is a reference to a secret. */
export function isSecretReference(value: unknown): value is SecretReference {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 1 &&
    typeof (value as { $secret?: unknown }).$secret === 'string'
  )
}
