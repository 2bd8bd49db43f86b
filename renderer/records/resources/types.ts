// How a view describes its records and actions as data.
import type { Deed } from '#contract/deed-schema.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { OperationKey } from '../../../main/platform/catalog/index.ts'
import type { Role } from '#answers/roles.ts'

/** A wrong route key does not compile. */
export type { OperationKey }

/** A field of a form. Everything else that the platform takes is written as JSON. */
export interface FieldSpec {
  name: string
  /** Message key, like every `label` here. */
  label: string
  control:
    | 'text'
    | 'multiline'
    | 'whole'
    | 'money'
    | 'switch'
    | 'choice'
    | 'instant'
    | 'date'
    | 'email'
    | 'lines'
    | 'json'
  /** Message key. */
  hint?: string
  /** Asked for by the desk; the platform demands nothing (specification, section 4.1). */
  required?: boolean
  options?: ReadonlyArray<{ value: string; label: string }>
  /** For `money`: the field with the currency. */
  currency?: string
  /** For `text`: known values; others may be typed. */
  suggestions?: ReadonlyArray<{ value: string; text: string }>
}

/** A line of a confirmation. */
export interface Fact {
  label: string
  value: string
  /** Masked during a show. */
  private?: boolean
}

export interface RequestParts {
  path?: Record<string, string>
  query?: Record<string, string | number | boolean | null>
  body?: Json
}

/** What a person can do with an operation. */
export interface ActionSpec {
  operation: OperationKey
  /** Verb with its object: "Delete the clip". */
  label: string
  /** The platform's own name, shown instead of `label`. */
  name?: string
  icon?: string
  /** Kept in a menu; what deletes is in any case. */
  rare?: boolean | ((record: JsonObject) => boolean)
  /** What a person most likely came for: the one filled button of its record, while it is possible. */
  lead?: boolean
  fields?: readonly FieldSpec[]
  /** The request before anything is typed. */
  start?: (record: JsonObject | undefined, id: string | undefined) => RequestParts
  /** Message key of why it is not possible with this record now. */
  refusal?: (record: JsonObject) => string | undefined
  /** A `money` action names amount, currency, customer and account. */
  facts?: (record: JsonObject | undefined, parts: RequestParts) => Fact[]
  /** What it does, where that depends on the request. */
  deed?: (record: JsonObject | undefined, parts: RequestParts, id: string | undefined) => Deed
  /** Of the list that a read answers with; inferred by default. */
  columns?: readonly ColumnSpec[]
  /** Whether the JSON may be edited. Default true. */
  free?: boolean
  /** A read that takes more than the identifier is asked in the dialog. */
  asks?: boolean
}

export interface ColumnSpec {
  /** Unique within the table; also its name in exports. */
  id: string
  label: string
  /** The role that finds the value, or a dotted name. */
  role?: Role
  field?: string
  /** Finds the field where platforms name it differently; before `field`. */
  among?: (rows: readonly JsonObject[]) => string | undefined
  kind: 'text' | 'id' | 'status' | 'money' | 'whole' | 'instant' | 'switch' | 'url'
  private?: boolean
  /** In rem; the rest is shared. */
  width?: number
}

/** One kind of record of a view. */
export interface ResourceSpec {
  /** The catalog's resource: `video/stream`. */
  resource: string
  /** Message key of its plural name. */
  title: string
  /** The platform's own name, shown instead of `title`. */
  name?: string
  /** Message key of one sentence, shown where there are none. */
  about: string
  icon: string
  list?: OperationKey
  /** Beside paging: `{ query: { customerId } }`. */
  listParts?: RequestParts
  get?: OperationKey
  /** The name of the identifier in a request to `get`. */
  idName: string
  /** Further names that `get` takes, filled from the list's row. */
  getAlso?: readonly string[]
  reads?: readonly ActionSpec[]
  create?: ActionSpec
  actions?: readonly ActionSpec[]
  /** Inferred from the list where empty. */
  columns: readonly ColumnSpec[]
  searches?: readonly ActionSpec[]
}

/** Both undefined where it makes a new record or is about none. */
export interface ActionOf {
  record: JsonObject | undefined
  id: string | undefined
}

export const titleOf = (
  { name, title }: Pick<ResourceSpec, 'name' | 'title'>,
  translate: (key: string) => string,
): string => name ?? translate(title)

export function operationsOf(resources: readonly ResourceSpec[]): OperationKey[] {
  return [
    ...new Set(
      resources.flatMap(({ list, get, reads = [], create, actions = [], searches = [] }) => [
        ...(list === undefined ? [] : [list]),
        ...(get === undefined ? [] : [get]),
        ...[...reads, ...(create === undefined ? [] : [create]), ...actions, ...searches].map(
          ({ operation }) => operation,
        ),
      ]),
    ),
  ]
}
