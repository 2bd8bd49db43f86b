// One request as the effects see it: routed, authorized, checked, its fields gathered from path, query and body.
import type { Json, JsonObject } from '#contract/json.ts'
import type { CredentialRule } from '#contract/models.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { Caller } from './auth.ts'
import type { Store } from './store.ts'

export interface Call {
  operation: Operation
  store: Store
  caller: Caller
  /** Milliseconds, the same for the whole request. */
  now: number
  /** What an event's update does to a credential that it leaves out. */
  credentialRule: CredentialRule
  path: Record<string, string>
  body: JsonObject
  /** Query, body and path in one; the path wins, then the body. */
  fields: JsonObject
  /** The X-Client-Reference header, kept on every record the request touches. */
  reference: string | undefined
}

export interface Answer {
  /** A record, or a page of a list: `items`, `total`, `limit`, `offset` and whatever is told beside. */
  data: JsonObject
  page?: true
  /** A redirect's target; answered with 302. */
  location?: string
}

/** What an operation does. Throws Refusal before it changes anything. */
export type Effect = (call: Call) => Answer

/** Effects by route key. */
export type Effects = Readonly<Record<string, Effect>>

/** The first of the named fields that was sent, whatever its letter case. */
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

/** The first of the named fields as text; numbers count as text. */
export function text(call: Call, ...names: string[]): string | undefined {
  const value = given(call, ...names)
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** The time of the request, ISO 8601 with milliseconds and Z. */
export function stamp(call: Call): string {
  return new Date(call.now).toISOString()
}

function isSent(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && value !== ''
}
