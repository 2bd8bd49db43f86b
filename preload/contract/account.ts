// Signing in: where in an answer of unspecified shape the session stands, and whether the platform still accepts it. No method returns a secret.
import { z } from 'zod'
import { credentialStateSchema, environmentIdSchema, intentSchema } from './models.ts'
import { instant, named } from './schema.ts'
import type { Of } from './schema.ts'

/** What a session is made of (specification, section 5). */
export const sessionParts = ['token', 'accountId', 'sessionId'] as const
export type SessionPart = (typeof sessionParts)[number]

/** Where each part stands in the answer, as dotted paths. */
const sessionMappingSchema = named('SessionMapping', () =>
  z.strictObject({
    token: z.string(),
    accountId: z.string().exactOptional(),
    sessionId: z.string().exactOptional(),
  }),
)
export type SessionMapping = Of<typeof sessionMappingSchema>

/** A field of the answer to a sign-in that may be part of a session. */
const foundFieldSchema = named('FoundField', () =>
  z.strictObject({
    /** Dotted path: `data.token`. */
    path: z.string(),
    /** The value with all but a few characters masked, and its length. */
    masked: z.string(),
    length: z.number(),
    /** What its name and place speak for; undefined where they say nothing. */
    guess: z.enum(sessionParts).exactOptional(),
  }),
)
export type FoundField = Of<typeof foundFieldSchema>

/** What a sign-in brought. `stored`: the session is in the keychain, by the mapping of an earlier time. */
export const signInSchema = named('SignIn', () =>
  z.strictObject({
    intent: intentSchema(),
    /** Fields of the answer, likely ones first; empty where the sign-in was not confirmed. Forgotten after ten minutes or once mapped. */
    found: z.array(foundFieldSchema()),
    /** What the desk would take; undefined where no field looks like a token. */
    suggested: sessionMappingSchema().exactOptional(),
    stored: z.boolean(),
  }),
)
export type SignIn = Of<typeof signInSchema>

export const accountStateSchema = named('AccountState', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    session: credentialStateSchema(),
    /** The platform answered 401 to a request with this session. */
    refusedAt: instant().exactOptional(),
    /** The account that the session speaks for, where it is known. */
    accountId: z.string().exactOptional(),
    /** Whether the session's own id is known: without it, logging out this device alone may not work. */
    hasSessionId: z.boolean(),
    /** Remembered for the next sign-in, by operation. */
    mappings: z.record(z.string(), sessionMappingSchema()),
  }),
)
export type AccountState = Of<typeof accountStateSchema>
