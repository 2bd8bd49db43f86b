/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** A JSON object. */
export type JsonObject = { [key: string]: Json }

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is Record<string, unknown>
export function isObject(value: Json | undefined): value is JsonObject
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JSON Schema as `z.toJSONSchema` writes it (draft 2020-12), with the desk's metadata beside the standard keywords. */
export interface JsonSchema {
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  pattern?: string
  enum?: Json[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  required?: string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  /** Label of the field on screen. */
  label?: string
  /** One line of help under the field. */
  hint?: string
  /** The group (section) of a form that the field belongs to. */
  group?: string
  /** Place within its group, ascending. */
  order?: number
  /** Unit shown inside the field. */
  unit?: string
  /** The value is a credential: masked on screen, kept in the keychain. */
  secret?: boolean
  /** How the field is written: 'multiline', 'tags', 'instant', 'date', 'time', 'email', 'html', 'numeric'. */
  control?: string
  [key: string]: unknown
}
