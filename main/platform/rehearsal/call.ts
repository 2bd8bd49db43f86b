import type { Json, JsonObject } from '#contract/json.ts'
import type { CredentialRule } from '#contract/models.ts'
import type { Operation } from '../catalog/entry.ts'
import type { Caller } from './auth.ts'
import type { Store } from './store.ts'

export interface Call {
  operation: Operation
  store: Store
  caller: Caller
  /** Milliseconds. */
  now: number
  credentialRule: CredentialRule
  path: Record<string, string>
  body: JsonObject
  /** Query, body and path together; path wins over body, body over query. */
  fields: JsonObject
  /** The X-Client-Reference header, kept on every changed record. */
  reference: string | undefined
}

export interface Answer {
  /** A record, or a page of a list: `items`, `total`, `limit` and `offset`. */
  data: JsonObject
  page?: true
  location?: string
}

/** Throws Refusal before it changes anything. */
export type Effect = (call: Call) => Answer

export type Effects = Readonly<Record<string, Effect>>

/** The first named field that was sent, in any letter case. */
export function given(call: Call, ...names: string[]): Json | undefined {
  for (const name of names) {
    const exact = Object.hasOwn(call.fields, name) ? call.fields[name] : undefined
    if (isSent(exact)) return exact
    const wanted = name.toLowerCase()
    for (const [key, value] of Object.entries(call.fields)) {
      if (key.toLowerCase() === wanted && isSent(value)) return value
    }
  }
  return undefined
}

/** The same as text; numbers count as text. */
export function text(call: Call, ...names: string[]): string | undefined {
  const value = given(call, ...names)
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

export function stamp(call: Call): string {
  return new Date(call.now).toISOString()
}

function isSent(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && value !== ''
}
