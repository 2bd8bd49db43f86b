// The shape of a catalog entry, which forms, validation, retries, risk, docs and the rehearsal platform all read.
import type { z } from 'zod'
import type { AuthScheme, Kind, Method, Paging, Product, Risk } from '#contract/operation.ts'

/** How the ledger finds out whether a write was applied, after its answer was lost. */
export interface ConfirmWith {
  /** Route key of a read; lists are preferred, since the specification shows no query parameters. */
  read: string
  /** The read's path, query and body, each value a dotted place in the write's request: `body.chargeId`, `path.attributionId`. */
  send?: {
    path?: Readonly<Record<string, string>>
    query?: Readonly<Record<string, string>>
    body?: Readonly<Record<string, string>>
  }
  /**
   * `created`: a record that carries what was sent is new. `updated`: the named record carries it. `gone`: the named
   * record is missing. `effect`: a record with `fields` appeared since the sending (a refund, a vote).
   */
  match: 'created' | 'updated' | 'gone' | 'effect'
  /** Dotted fields of the write's body that count; without it every scalar that was sent. */
  fields?: readonly string[]
}

/** How the ledger checks, before an update leaves, that the platform still has the copy it was drafted from. */
export interface CompareWith {
  /** Route key of a read of one record. */
  read: string
  /** As in `ConfirmWith`, with at least one value. */
  send: NonNullable<ConfirmWith['send']>
  /** Dotted fields that are compared. */
  fields: readonly string[]
}

export interface CatalogEntry {
  product: Product
  /** The path's folder below `/api/`: `payment/refund`. */
  resource: string
  name: string
  kind: Kind
  risk: Risk
  /** Never for `onair` and `money`. */
  queueable: boolean
  auth: AuthScheme
  body?: z.ZodType
  /**
   * Fields that the body usually has, offered and never demanded; without it they are derived (`suggested/derived.ts`).
   */
  suggested?: z.ZodType
  /** Dotted places of credentials in the body. */
  secretFields?: readonly string[]
  /**
   * Dotted flags: where one is true the write stops or pauses something, so it goes without the secrets that can't be
   * read.
   */
  sparesSecrets?: readonly string[]
  /** A session opens the account: the answer is neither kept nor shown as it came. */
  answers?: 'session'
  paging?: Paging
  confirmWith?: ConfirmWith
  compare?: CompareWith
  /** Dotted places in the request that name the record; writes to one record keep their order. */
  record?: readonly string[]
}

export interface Operation extends CatalogEntry {
  key: string
  method: Method
  path: string
  pathParams: readonly string[]
}
