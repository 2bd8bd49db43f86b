// Signing in: where in an answer of unspecified shape the session stands, and whether the platform still accepts it. No method returns a secret.
import { z } from 'zod'
import { environmentIds } from './models.ts'
import type { CredentialState, EnvironmentId, Intent } from './models.ts'

/** What a session is made of (specification, section 5). */
export const sessionParts = ['token', 'accountId', 'sessionId'] as const
export type SessionPart = (typeof sessionParts)[number]

/** Where each part stands in the answer, as dotted paths. */
export interface SessionMapping {
  token: string
  accountId?: string
  sessionId?: string
}

/** A field of the answer to a sign-in that may be part of a session. */
export interface FoundField {
  /** Dotted path: `data.token`. */
  path: string
  /** The value with all but a few characters masked, and its length. */
  masked: string
  length: number
  /** What its name and place speak for; undefined where they say nothing. */
  guess?: SessionPart
}

/** What a sign-in brought. `stored`: the session is in the keychain, by the mapping of an earlier time. */
export interface SignIn {
  intent: Intent
  /** Fields of the answer, likely ones first; empty where the sign-in was not confirmed. Forgotten after ten minutes or once mapped. */
  found: FoundField[]
  /** What the desk would take; undefined where no field looks like a token. */
  suggested?: SessionMapping
  stored: boolean
}

export interface AccountState {
  environment: EnvironmentId
  session: CredentialState
  /** The platform answered 401 to a request with this session. */
  refusedAt?: string
  /** The account that the session speaks for, where it is known. */
  accountId?: string
  /** Whether the session's own id is known: without it, logging out this device alone may not work. */
  hasSessionId: boolean
  /** Remembered for the next sign-in, by operation. */
  mappings: Record<string, SessionMapping>
}

const environment = z.enum(environmentIds)
const dotted = z.string().min(1).max(512)

export const accountInputs = {
  'account.state': z.strictObject({ environment }),
  /** Sends a sign-in or a sign-up (an operation whose answer may hold a session) in the chosen environment. */
  'account.signIn': z.strictObject({
    operation: z.string().max(256),
    body: z.record(z.string(), z.unknown()),
    press: z.uuid().optional(),
  }),
  /** Takes the session out of the answer to that sign-in, stores it and remembers the mapping. */
  'account.map': z.strictObject({
    intent: z.string().min(1).max(128),
    mapping: z.strictObject({ token: dotted, accountId: dotted.optional(), sessionId: dotted.optional() }),
  }),
  'account.forgetMapping': z.strictObject({ environment, operation: z.string().max(256) }),
} as const

export interface AccountOutputs {
  'account.state': AccountState
  'account.signIn': SignIn
  'account.map': AccountState
  'account.forgetMapping': AccountState
}

export interface AccountEvents {
  'account.changed': AccountState
}
