// The vocabulary of the catalog, shared by main, which holds the entries, and the renderer, which draws them.
import type { JsonSchema } from './json.ts'

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
export type Product = (typeof products)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What an operation does to its resource. */
export type Kind = 'read' | 'create' | 'update' | 'delete' | 'act'

/**
 * How much a slip would cost: `read` nothing, `edit` a correction, `onair` is seen by the audience at once,
 * `money` moves money or binds someone to pay, `destroy` can't be undone.
 */
export type Risk = 'read' | 'edit' | 'onair' | 'money' | 'destroy'

export const authSchemes = ['apiKey', 'session', 'none'] as const
/** The credential an operation is sent with (specification, section 5). */
export type AuthScheme = (typeof authSchemes)[number]

/** How a list answers in parts. */
export type Paging = 'limit-offset'

/** An operation as screens and scripts see it. `key` is the route key: `'PUT /api/video/event/update'`. */
export interface OperationInfo {
  key: string
  method: Method
  path: string
  product: Product
  /** Folder of the path without the verb: `payment/refund`. */
  resource: string
  /** The platform's own name, as the specification lists it. */
  name: string
  kind: Kind
  risk: Risk
  /** Whether a write may wait in the queue while the platform can't be reached. */
  queueable: boolean
  auth: AuthScheme
  /** Names of the path parameters, in order. */
  pathParams: string[]
  /** Dotted places in the request that say which record is meant, most telling first: `body.id`, `path.attributionId`. */
  record?: string[]
  /** The body's schema; only five operations have a specified one. */
  body?: JsonSchema
  /** Fields that such a body usually has (of a GET or DELETE: such a query), where the specification shows none: offered, never demanded. */
  suggested?: JsonSchema
  /** Dotted paths of credential fields in the body; their values live in the keychain. */
  secretFields?: string[]
  paging?: Paging
  /** The read that shows whether this write was applied. */
  confirmWith?: string
}

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
