export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** An object and no list. */
export function isObject(value: unknown): value is Record<string, unknown>
export function isObject(value: Json | undefined): value is JsonObject
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON Schema (draft 2020-12) as `z.toJSONSchema` writes it, with the desk's metadata. */
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
  label?: string
  hint?: string
  /** Section of a form. */
  group?: string
  order?: number
  unit?: string
  /** Masked on screen, kept in the keychain. */
  secret?: boolean
  /** How the field is written: 'multiline', 'tags', 'instant', 'date', 'time', 'email', 'html', 'numeric'. */
  control?: string
  [key: string]: unknown
}
