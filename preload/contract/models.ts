// The records that cross the bridge. Times are ISO 8601 with milliseconds and Z; durations are milliseconds.
import { z } from 'zod'
import { deskErrorSchema, factsSchema } from './errors.ts'
import { authSchemes, operationInfoSchema, productSchema, riskSchema } from './operation.ts'
import { evidenceCodes, noticeCodes } from './reasons.ts'
import { instant, json, named } from './schema.ts'
import type { Of } from './schema.ts'

export const environmentIds = ['production', 'development', 'rehearsal'] as const
export const environmentIdSchema = named('EnvironmentId', () => z.enum(environmentIds))
export type EnvironmentId = Of<typeof environmentIdSchema>

export const environmentSchema = named('Environment', () =>
  z.strictObject({
    id: environmentIdSchema(),
    name: z.string(),
    /** Empty while it was not configured; the rehearsal platform's own address is filled in by the desk. */
    baseUrl: z.string(),
    selected: z.boolean(),
    configured: z.boolean(),
    /** Its requests stay inside the desk: rehearsal without an address of its own. */
    embedded: z.literal(true).exactOptional(),
  }),
)
export type Environment = Of<typeof environmentSchema>

export const intentStates = ['queued', 'sending', 'confirmed', 'rejected', 'unknown', 'cancelled'] as const
export const intentStateSchema = named('IntentState', () => z.enum(intentStates))
export type IntentState = Of<typeof intentStateSchema>

/** Levels of the desk's log. */
export const logLevelSchema = named('LogLevel', () => z.enum(['debug', 'info', 'warn', 'error']))
export type LogLevel = Of<typeof logLevelSchema>

/** How far a request came: `unmade` and `connecting` sent nothing; from `connected` on the platform may have seen it. */
const socketStageSchema = named('SocketStage', () => z.enum(['unmade', 'connecting', 'connected', 'sent', 'answering']))
export type SocketStage = Of<typeof socketStageSchema>

/** Something the desk saw while it sent an intent or looked for its effect; never holds a secret. */
const evidenceSchema = named('Evidence', () =>
  z.strictObject({
    at: instant(),
    /** What was done: `sent`, `answered`, `cut`, `timed_out`, `not_sent`, `read`, `waiting`, `resolved`, `restarted`, `held`, `released`, `moved`, `edited`. */
    event: z.string(),
    /** Absent only in rows of earlier versions. */
    code: z.enum(evidenceCodes).exactOptional(),
    facts: factsSchema().exactOptional(),
    /** English text of rows written by earlier versions, or what the platform said. */
    note: z.string().exactOptional(),
    status: z.number().exactOptional(),
    requestId: z.string().exactOptional(),
    /** What a reconciling read said: the effect is there, is not there, or the answer does not tell. */
    verdict: z.enum(['found', 'absent', 'unclear']).exactOptional(),
    /** Why an attempt's end is unknown, and how far it came. */
    cause: z.enum(['cut', 'timed_out', 'server_error', 'bad_response', 'too_large']).exactOptional(),
    stage: socketStageSchema().exactOptional(),
  }),
)
export type Evidence = Of<typeof evidenceSchema>

/**
 * Why a queued intent waits. `order`: what was asked for earlier goes first; `parent`: the record that it belongs to is still being made; `twin`: the same
 * record was asked for before and nobody knows yet whether it was made, so the person decides.
 */
const waitingReasonSchema = named('WaitingReason', () =>
  z.enum(['offline', 'gate', 'order', 'held', 'paused', 'parent', 'twin']),
)

/** A write as the ledger keeps it. `status` is the HTTP status of the platform's answer. */
export const intentSchema = named('Intent', () =>
  z.strictObject({
    id: z.string(),
    /** Stable client reference; survives retries and restarts. */
    reference: z.string(),
    operation: z.string(),
    state: intentStateSchema(),
    environment: environmentIdSchema(),
    product: productSchema(),
    risk: riskSchema(),
    /** The account that the credential spoke for, where it is known. */
    account: z.string().exactOptional(),
    request: z.strictObject({
      path: z.record(z.string(), z.string()).exactOptional(),
      query: z.record(z.string(), json()).exactOptional(),
      body: json().exactOptional(),
    }),
    status: z.number().exactOptional(),
    requestId: z.string().exactOptional(),
    error: deskErrorSchema().exactOptional(),
    /** The platform's answer, redacted. */
    answer: json().exactOptional(),
    attempts: z.number(),
    createdAt: instant(),
    /** When the last attempt's socket work began. */
    sentAt: instant().exactOptional(),
    settledAt: instant().exactOptional(),
    /** From the last attempt's start to its answer. */
    durationMs: z.number().exactOptional(),
    /** Why a queued intent still waits, and until when where that is known. */
    waiting: z
      .strictObject({
        reason: waitingReasonSchema(),
        until: instant().exactOptional(),
      })
      .exactOptional(),
    /** The person keeps it back; what is behind it in its lane waits too. */
    held: z.literal(true).exactOptional(),
    /** The draft's revision that it carries. */
    draft: z
      .strictObject({
        id: z.string(),
        revision: z.number(),
      })
      .exactOptional(),
    /** Reads the platform's copy before it goes: where that is neither `base` nor what is sent, it ends as rejected with `conflict`. */
    expects: z
      .strictObject({
        base: json(),
      })
      .exactOptional(),
    evidence: z.array(evidenceSchema()),
  }),
)
export type Intent = Of<typeof intentSchema>

export const intentPageSchema = named('IntentPage', () =>
  z.strictObject({
    items: z.array(intentSchema()),
    /** Pass as `before` for the next, older page. */
    next: z.string().exactOptional(),
  }),
)
export type IntentPage = Of<typeof intentPageSchema>

/** The answer to a read. `data` is the platform's body as it came, redacted; `location` is where a redirect points. */
export const readAnswerSchema = named('ReadAnswer', () =>
  z.strictObject({
    status: z.number(),
    data: json(),
    requestId: z.string().exactOptional(),
    receivedAt: instant(),
    durationMs: z.number(),
    location: z.string().exactOptional(),
  }),
)
export type ReadAnswer = Of<typeof readAnswerSchema>

export const credentialKinds = ['apiKey', 'session'] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** How a look into the keychain ended. Only `absent` means "not signed in". */
export const credentialStateSchema = named('CredentialState', () =>
  z.enum(['found', 'absent', 'locked', 'denied', 'unavailable', 'timed_out', 'too_large']),
)
export type CredentialState = Of<typeof credentialStateSchema>

/** Where secrets are kept on this machine. `memory` lasts for this session only and is shown as a banner. */
const keychainBackendSchema = named('KeychainBackend', () => z.enum(['keytar', 'keyring', 'memory']))
export type KeychainBackend = Of<typeof keychainBackendSchema>

export const credentialStatusSchema = named('CredentialStatus', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    backend: keychainBackendSchema(),
    /** Why the keychain of the system is not used, where it is not. */
    reason: z.string().exactOptional(),
    credentials: z.record(
      z.enum(credentialKinds),
      z.strictObject({
        state: credentialStateSchema(),
        updatedAt: instant().exactOptional(),
      }),
    ),
    /**
     * The origin that credentials and secrets of the environment may go to, or `embedded`; null where one has to be confirmed first.
     * Absent where nothing was saved yet, or the keychain can't be asked.
     */
    confirmed: z.string().nullable().exactOptional(),
    /** How many secrets its provider profiles have. */
    providerSecrets: z.number().exactOptional(),
  }),
)
export type CredentialStatus = Of<typeof credentialStatusSchema>

/** A closed gate: the platform asked this product to wait. */
export const gateSchema = named('Gate', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    product: productSchema(),
    credential: z.enum(authSchemes),
    until: instant(),
    retryAfterMs: z.number(),
    /** Whether the platform named the time, or the desk chose it because no Retry-After came. */
    source: z.enum(['retry-after', 'backoff']),
  }),
)
export type Gate = Of<typeof gateSchema>

const connectionStateSchema = named('ConnectionState', () => z.enum(['unknown', 'reachable', 'unreachable']))
export type ConnectionState = Of<typeof connectionStateSchema>

/** What real requests showed of the chosen environment. */
export const connectionSchema = named('Connection', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    state: connectionStateSchema(),
    since: instant(),
    /** Time from sending to answer of the last request. */
    latencyMs: z.number().exactOptional(),
    lastAnswerAt: instant().exactOptional(),
    reason: z.string().exactOptional(),
    /** Whether the queue may leave by itself; paused by the person. */
    sending: z.enum(['on', 'paused']),
    /** Whether the desk asks the platform by itself while it can't be reached; paused by the person. */
    probing: z.enum(['on', 'paused']),
    /** When it will ask next. */
    nextProbeAt: instant().exactOptional(),
    /** This machine's clock less the platform's, from its last answer's Date header: positive where this one is ahead. A second exact at best. */
    clockOffsetMs: z.number().exactOptional(),
  }),
)
export type Connection = Of<typeof connectionSchema>

/** Open intents of one record, in the order in which they leave. */
export const queueLaneSchema = named('QueueLane', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    resource: z.string(),
    /** The record's identifiers; empty for requests that name none, such as a create. */
    record: z.array(z.string()),
    items: z.array(intentSchema()),
  }),
)
export type QueueLane = Of<typeof queueLaneSchema>

export const ledgerCountsSchema = named('LedgerCounts', () =>
  z.strictObject({
    queued: z.number(),
    sending: z.number(),
    unknown: z.number(),
  }),
)
export type LedgerCounts = Of<typeof ledgerCountsSchema>

export const deskInfoSchema = named('DeskInfo', () =>
  z.strictObject({
    name: z.string(),
    version: z.string(),
    host: z.enum(['electron', 'loopback']),
    platform: z.string(),
    node: z.string(),
    profile: z.string(),
    environment: environmentIdSchema(),
    connection: connectionSchema(),
    gates: z.array(gateSchema()),
    counts: ledgerCountsSchema(),
    keychain: z.strictObject({
      backend: keychainBackendSchema(),
      reason: z.string().exactOptional(),
    }),
    /** Things a person must be told once: a restored backup, secrets kept in memory only. */
    notices: z.array(noticeSchema()),
    startedAt: instant(),
  }),
)
export type DeskInfo = Of<typeof deskInfoSchema>

export const noticeSchema = named('Notice', () =>
  z.strictObject({
    id: z.string(),
    level: z.enum(['info', 'warning']),
    /** Absent only in rows of earlier versions. */
    code: z.enum(noticeCodes).exactOptional(),
    facts: factsSchema().exactOptional(),
    /** English text of rows written by earlier versions. */
    message: z.string().exactOptional(),
    at: instant(),
  }),
)
export type Notice = Of<typeof noticeSchema>

/** The notice that offers to meet the platform of an environment that got its first credential; screens draw it with a button. */
export const meetNotice = (environment: EnvironmentId): string => `meet-${environment}`

export const catalogListSchema = named('CatalogList', () =>
  z.strictObject({
    operations: z.array(operationInfoSchema()),
  }),
)

export const faultKinds = [
  'latency',
  'drop_before_commit',
  'drop_after_commit',
  'truncate',
  'status',
  'rate_limit',
  'wrong_json',
  'offline',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** A fault of the rehearsal platform. Without `operation` it meets every request; `times` counts down to zero and then it ends. */
const faultSchema = named('Fault', () =>
  z.strictObject({
    kind: z.enum(faultKinds),
    operation: z.string().optional(),
    /** How many requests it meets; without it, until it is taken back. */
    times: z.number().optional(),
    /** For `latency`: milliseconds. */
    delayMs: z.number().optional(),
    /** For `status`: the HTTP status that is answered. */
    status: z.number().optional(),
    /** For `rate_limit`: seconds, sent as Retry-After; without it the header is left out. */
    retryAfterSeconds: z.number().optional(),
  }),
)
export type Fault = Of<typeof faultSchema>

/** How the rehearsal platform shapes its answers; requests are the same in all of them. `items` is its own shape and the default. */
export const rehearsalDialects = [
  'items',
  'envelope',
  'array',
  'named',
  'bare',
  'docs',
  'snake',
  'jsonapi',
  'wrapped',
] as const
export type RehearsalDialect = (typeof rehearsalDialects)[number]

/** What the rehearsal platform does where an event's update leaves a credential field out: keep the stored one, clear it, or refuse the update. */
export const credentialRules = ['keep', 'clear', 'refuse'] as const
export type CredentialRule = (typeof credentialRules)[number]

export const rehearsalStateSchema = named('RehearsalState', () =>
  z.strictObject({
    running: z.boolean(),
    faults: z.array(faultSchema()),
    dialect: z.enum(rehearsalDialects),
    credentialRule: z.enum(credentialRules),
  }),
)
export type RehearsalState = Of<typeof rehearsalStateSchema>

/** The four fields of an event that carry credentials (specification, section 2.3). */
export const profileSecretFields = ['apiKey', 'apiSecret', 'authToken', 'streamKey'] as const

/** A saved set of provider options. Its four secrets are in the keychain; here stands only whether each is set. */
export const providerProfileSchema = named('ProviderProfile', () =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
    environment: environmentIdSchema(),
    /** The other 17 options, null where unused. */
    options: z.record(z.string(), z.string().nullable()),
    /** References to put into a body in place of the values; null where no value was saved. */
    secrets: z.record(
      z.enum(profileSecretFields),
      z
        .strictObject({
          $secret: z.string(),
        })
        .nullable(),
    ),
    updatedAt: instant(),
    /** Dotted places in which a known secret stood: it was left out of what was saved. Only in the answer to a save. */
    leftOut: z.array(z.string()).exactOptional(),
  }),
)
export type ProviderProfile = Of<typeof providerProfileSchema>

/** The names behind the 35 video and 19 event switches; the specification leaves them out, so the person defines them. */
export const platformNamesSchema = named('PlatformNames', () =>
  z.strictObject({
    /** `<name>OutputId`, 34 at most. */
    outputs: z.array(z.string()),
    /** `<name>PlaybackUrl`, one at most. */
    playback: z.array(z.string()),
    /** `<name>EventId`, 19 at most. */
    events: z.array(z.string()),
  }),
)
export type PlatformNames = Of<typeof platformNamesSchema>

export const settingsSchema = named('Settings', () =>
  z.strictObject({
    theme: z.enum(['system', 'dark', 'light']),
    density: z.enum(['compact', 'comfortable']),
    /** Authentication scheme per product where it differs from the catalog's. */
    authOverrides: z.partialRecord(productSchema(), z.enum(authSchemes)),
  }),
)
export type Settings = Of<typeof settingsSchema>

/** The request exactly as it will go, secrets as placeholders such as `<API_KEY>`. */
export const requestPreviewSchema = named('RequestPreview', () =>
  z.strictObject({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.string().exactOptional(),
    /** Fields outside the credential fields in which something that looks like a known secret stands. */
    suspicious: z.array(z.string()),
  }),
)
export type RequestPreview = Of<typeof requestPreviewSchema>
