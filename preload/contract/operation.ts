import { z } from 'zod'
import { jsonSchema, named, type Of } from './schema.ts'

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

/** Specification, section 1. */
export const productSchema = named('Product', () => z.enum(products))
export type Product = Of<typeof productSchema>

const methodSchema = named('Method', () => z.enum(['GET', 'POST', 'PUT', 'DELETE']))
export type Method = Of<typeof methodSchema>

const kindSchema = named('Kind', () => z.enum(['read', 'create', 'update', 'delete', 'act']))
export type Kind = Of<typeof kindSchema>

/**
 * What a slip costs: `read` nothing, `edit` a correction, `onair` is seen at once, `money` moves it or binds someone to
 * pay, `destroy` can't be undone.
 */
export const riskSchema = named('Risk', () => z.enum(['read', 'edit', 'onair', 'money', 'destroy']))
export type Risk = Of<typeof riskSchema>

export const authSchemes = ['apiKey', 'session', 'none'] as const
/** Specification, section 5. */
export type AuthScheme = (typeof authSchemes)[number]

const pagingSchema = named('Paging', () => z.literal('limit-offset'))
export type Paging = Of<typeof pagingSchema>

/** `key` is the route key: `'PUT /api/video/event/update'`. */
export const operationInfoSchema = named('OperationInfo', () =>
  z.strictObject({
    key: z.string(),
    method: methodSchema(),
    path: z.string(),
    product: productSchema(),
    resource: z.string(),
    name: z.string(),
    kind: kindSchema(),
    risk: riskSchema(),
    /** Whether a write may wait while offline. */
    queueable: z.boolean(),
    auth: z.enum(authSchemes),
    pathParams: z.array(z.string()),
    /** Dotted places that name the record, most telling first. */
    record: z.array(z.string()).exactOptional(),
    /** Only five operations have one. */
    body: jsonSchema().exactOptional(),
    /** Usual fields (of a GET or DELETE: of its query), never demanded. */
    suggested: jsonSchema().exactOptional(),
    /** Dotted; their values are in the keychain. */
    secretFields: z.array(z.string()).exactOptional(),
    paging: pagingSchema().exactOptional(),
    /** Shows whether the write was applied. */
    confirmWith: z.string().exactOptional(),
  }),
)
export type OperationInfo = Of<typeof operationInfoSchema>

export interface OperationRequest {
  operation: string
  path?: Record<string, string> | undefined
  query?: Record<string, string | number | boolean | null> | undefined
  body?: unknown
}

/** Replaces a secret whose value is in the keychain. */
export interface SecretReference {
  $secret: string
}

export function isSecretReference(value: unknown): value is SecretReference {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 1 &&
    typeof (value as { $secret?: unknown }).$secret === 'string'
  )
}
