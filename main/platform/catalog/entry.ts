// The shape of a catalog entry. Everything generic (forms, validation, retry rules, risk, docs, the rehearsal platform)
// reads the same entry; the design of the operations is data, not code.
import type { z } from 'zod'
import type { AuthScheme, Kind, Method, Paging, Product, Risk } from '#contract/operation.ts'

/** How the ledger finds out whether a write was applied, after its answer was lost. */
export interface ConfirmWith {
  /** Route key of a read operation. Lists are preferred: the specification shows no query parameters. */
  read: string
  /** The read's path, query and body, each value a dotted place in the write's request: `body.chargeId`, `path.attributionId`. */
  send?: {
    path?: Readonly<Record<string, string>>
    query?: Readonly<Record<string, string>>
    body?: Readonly<Record<string, string>>
  }
  /**
   * `created`: a record that carries what was sent is there, and was not before. `updated`: the record that was named carries what was sent.
   * `gone`: the record that was named is no longer there. `effect`: a record that carries `fields` appeared since the sending (a refund, a vote).
   */
  match: 'created' | 'updated' | 'gone' | 'effect'
  /** Dotted fields of the write's body that count; without it every scalar that was sent. */
  fields?: readonly string[]
}

/** How the ledger looks, before an update leaves that was drafted from a copy, whether the platform still has that copy. */
export interface CompareWith {
  /** Route key of a read operation that answers the one record. */
  read: string
  /** As in `ConfirmWith`; at least one value, which names the record. */
  send: NonNullable<ConfirmWith['send']>
  /** Dotted fields of the record, and of the write's body, that count. */
  fields: readonly string[]
}

/** An entry as it is written in `<product>.ts`, under its route key `'METHOD /path'`. */
export interface CatalogEntry {
  product: Product
  /** The path's folder below `/api/`: `payment/refund`; mixed letter case as in the path. */
  resource: string
  /** Exactly as the specification lists it. */
  name: string
  kind: Kind
  risk: Risk
  /** Whether the write may wait while the platform can't be reached. Never for `onair` and `money`. */
  queueable: boolean
  auth: AuthScheme
  body?: z.ZodType
  /** Fields that the body usually has, where the specification shows none: offered, never demanded. Without it they follow from kind and name (`suggested/derived.ts`). */
  suggested?: z.ZodType
  /** Dotted places of credentials in the body. */
  secretFields?: readonly string[]
  /** Dotted flags of the body: where one of them is true the write stops or pauses something, and goes without those of its secrets that can't be had. */
  sparesSecrets?: readonly string[]
  /** What the answer may hold that is neither kept nor shown as it came: a session that opens the account. */
  answers?: 'session'
  paging?: Paging
  confirmWith?: ConfirmWith
  /** Only for updates. */
  compare?: CompareWith
  /** Dotted places in the request that say which record is meant: `body.id`, `path.attributionId`. Writes to one record keep their order. */
  record?: readonly string[]
}

/** An entry with what its key says, as the rest of the desk reads it. */
export interface Operation extends CatalogEntry {
  key: string
  method: Method
  path: string
  pathParams: readonly string[]
}
