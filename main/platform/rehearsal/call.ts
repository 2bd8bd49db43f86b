import type { Json, JsonObject } from '#contract/json.ts'
import type { Operation } from '../catalog/entry.ts'
import type { Caller } from './auth.ts'
import type { Store } from './store.ts'

export interface Call {
  operation: Operation
  store: Store
  caller: Caller
  /** Milliseconds. */
  now: number
  manner: Manner
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

/** What platforms do each in their own way; tests give it another. */
export interface Manner {
  /** The body of a success. */
  success(operation: Operation, answer: Answer, requestId: string): Json
  /** The known event whose credentials stay where an update leaves them out; `missing` names those. May throw Refusal. */
  credentials(known: JsonObject | undefined, missing: readonly string[]): JsonObject | undefined
}

export const ownManner: Manner = {
  success: (_operation, { data }, requestId) => ({ data, requestId }),
  credentials: (known) => known,
}
