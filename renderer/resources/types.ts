// How a view describes what it works with. A view lists resources and actions as data; the panes and dialogs here draw and send them.
import type { Json, JsonObject, JsonSchema } from '#contract/json.ts'
import type { OperationKey } from '../../main/platform/catalog/index.ts'
import type { Role } from '#answers/roles.ts'

/** A route key of the catalog: a wrong one does not compile. */
export type { OperationKey }

/** A field that a form offers. What the platform takes beside the offered ones is written as JSON: bodies are mostly not specified. */
export interface FieldSpec {
  /** Name in the request, dotted where it lies deeper. */
  name: string
  /** Key of its label. */
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
  /** Key of one line of help. */
  hint?: string
  /** Asked for by the desk before it sends; the platform itself demands nothing (specification, section 4.1). */
  required?: boolean
  /** For `choice`: values with the keys of their words. */
  options?: ReadonlyArray<{ value: string; label: string }>
  /** For `money`: the field that carries the currency. */
  currency?: string
  /** For `text`: known values with what they stand for, shown as they are; others may be typed. */
  suggestions?: ReadonlyArray<{ value: string; text: string }>
}

/** A line of what a confirmation names: amount, currency, customer, account. */
export interface Fact {
  /** Key of its name. */
  label: string
  value: string
  /** Masked in a show until the person looks. */
  private?: boolean
}

/** The parts of a request without its operation. */
export interface RequestParts {
  path?: Record<string, string>
  query?: Record<string, string | number | boolean | null>
  body?: Json
}

/** What a person can do with an operation: of a record, of a list, or on its own. */
export interface ActionSpec {
  operation: OperationKey
  /** Key of the verb with its object: "Delete the clip". */
  label: string
  /** Shown as it is in the place of `label`: the platform's own name, where no words of ours were written. */
  name?: string
  icon?: string
  /** Of a record: kept behind a menu, since it is seldom what is wanted. */
  rare?: boolean
  fields?: readonly FieldSpec[]
  /** What is known of an unspecified body without `fields`: its fields are offered, and one that is left empty is left out of the request. */
  schema?: JsonSchema
  /** The same of the query. */
  querySchema?: JsonSchema
  /** The request's parts that stand before anything is typed; `record` is what it acts on, as the platform gave it. */
  start?: (record: JsonObject | undefined, id: string | undefined) => RequestParts
  /** Key of why it can't be done with this record just now; undefined where it can. */
  refusal?: (record: JsonObject) => string | undefined
  /** What the confirmation names beside the environment; a `money` action names amount, currency, customer and account. */
  facts?: (record: JsonObject | undefined, parts: RequestParts) => Fact[]
  /** Columns of the list that a read answers with, where it is known; without them they are inferred. */
  columns?: readonly ColumnSpec[]
  /** Whether the JSON of the request may be edited besides the offered fields. Default true. */
  free?: boolean
  /** Of a read: it is asked in the dialog, since it takes more than the record's identifier. */
  asks?: boolean
}

export interface ColumnSpec {
  /** Unique within the table; also its name in exports. */
  id: string
  /** Key of its heading. */
  label: string
  /** The role that finds the value, or a field's dotted name. */
  role?: Role
  field?: string
  kind: 'text' | 'id' | 'status' | 'money' | 'whole' | 'instant' | 'switch' | 'url'
  private?: boolean
  /** Width in rem; the rest is shared. */
  width?: number
}

/** One kind of record of a view. */
export interface ResourceSpec {
  /** `video/stream`: the catalog's resource. */
  resource: string
  /** Key of its plural name. */
  title: string
  /** Shown as it is in the place of `title`: the platform's own name. */
  name?: string
  /** Key of one sentence about what it is; shown where there are none. */
  about: string
  icon: string
  list?: OperationKey
  /** What a list request carries beside paging: `{ query: { customerId } }`. */
  listParts?: RequestParts
  get?: OperationKey
  /** The name under which a request to `get` carries the identifier. */
  idName: string
  /** Names that `get` takes beside the identifier, filled from the list's row; without a row with what was looked up. */
  getAlso?: readonly string[]
  /** Reads of one record that are shown with it: status, history, usage. */
  reads?: readonly ActionSpec[]
  create?: ActionSpec
  /** Of one record: edit, delete, everything else. */
  actions?: readonly ActionSpec[]
  /** Empty, they are inferred from what the list holds. */
  columns: readonly ColumnSpec[]
  /** Searches besides the list. */
  searches?: readonly ActionSpec[]
}

/** What an action is about; both undefined where it makes a new record or is about none. */
export interface ActionOf {
  record: JsonObject | undefined
  id: string | undefined
}
/** Finds out what is to be known of an action before its form opens. Never rejects. */
export type Prepare = (action: ActionSpec, of: ActionOf) => Promise<ActionSpec>

/** The plural name of a resource's records on screen. */
export const titleOf = ({ name, title }: Pick<ResourceSpec, 'name' | 'title'>, word: (key: string) => string): string =>
  name ?? word(title)

/** Every route key that a resource reaches, for the coverage test and the palette. */
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
