// Signing in; no method returns a secret.
import { z } from 'zod'
import { credentialStateSchema, environmentIdSchema, intentSchema } from './models.ts'
import { instant, named, type Of } from './schema.ts'

/** Specification, section 5. */
export const sessionParts = ['token', 'accountId', 'sessionId'] as const
export type SessionPart = (typeof sessionParts)[number]

/** Dotted paths of the parts. */
const sessionMappingSchema = named('SessionMapping', () =>
  z.strictObject({
    token: z.string(),
    accountId: z.string().exactOptional(),
    sessionId: z.string().exactOptional(),
  }),
)
export type SessionMapping = Of<typeof sessionMappingSchema>

const foundFieldSchema = named('FoundField', () =>
  z.strictObject({
    /** Dotted path: `data.token`. */
    path: z.string(),
    /** All but a few characters masked. */
    masked: z.string(),
    length: z.number(),
    guess: z.enum(sessionParts).exactOptional(),
  }),
)
export type FoundField = Of<typeof foundFieldSchema>

/** `stored`: the session is in the keychain, by an earlier mapping. */
export const signInSchema = named('SignIn', () =>
  z.strictObject({
    intent: intentSchema(),
    /** Likely ones first; empty where not confirmed. Kept for ten minutes or until mapped. */
    found: z.array(foundFieldSchema()),
    /** Undefined where no field looks like a token. */
    suggested: sessionMappingSchema().exactOptional(),
    stored: z.boolean(),
  }),
)
export type SignIn = Of<typeof signInSchema>

export const accountStateSchema = named('AccountState', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    session: credentialStateSchema(),
    /** When the platform answered 401. */
    refusedAt: instant().exactOptional(),
    accountId: z.string().exactOptional(),
    /** Without it, logging out this device alone may not work. */
    hasSessionId: z.boolean(),
    mappings: z.record(z.string(), sessionMappingSchema()),
  }),
)
export type AccountState = Of<typeof accountStateSchema>
