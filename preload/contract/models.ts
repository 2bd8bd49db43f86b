// The records that cross the bridge. Times are ISO 8601 with milliseconds and Z; durations are milliseconds.
import { z } from 'zod'
import { deedSchema } from './deed-schema.ts'
import { deskErrorSchema, factsSchema } from './errors.ts'
import { authSchemes, operationInfoSchema, productSchema, riskSchema } from './operation.ts'
import { noticeCodes } from './notice-reasons.ts'
import { evidenceCodes } from './reasons.ts'
import { instant, json, named, type Of } from './schema.ts'

export const environmentIds = ['production', 'development', 'rehearsal'] as const
export const environmentIdSchema = named('EnvironmentId', () => z.enum(environmentIds))
export type EnvironmentId = Of<typeof environmentIdSchema>

export const environmentSchema = named('Environment', () =>
  z.strictObject({
    id: environmentIdSchema(),
    name: z.string(),
    /** Empty until configured; the desk fills in the rehearsal platform's. */
    baseUrl: z.string(),
    selected: z.boolean(),
    configured: z.boolean(),
    /** Requests stay inside the desk. */
    embedded: z.literal(true).exactOptional(),
  }),
)
export type Environment = Of<typeof environmentSchema>

/** `accepted`: the platform took it and has not done it yet. */
export const intentStates = ['queued', 'sending', 'accepted', 'confirmed', 'rejected', 'unknown', 'cancelled'] as const
export const intentStateSchema = named('IntentState', () => z.enum(intentStates))
export type IntentState = Of<typeof intentStateSchema>

/** Of those that are not settled. */
export const openStates = ['queued', 'sending', 'accepted', 'unknown'] as const satisfies IntentState[]

/** Whether a read or the person still has to say what became of it. */
export const isUnsettled = (state: IntentState | undefined): boolean => state === 'accepted' || state === 'unknown'

export const logLevelSchema = named('LogLevel', () => z.enum(['debug', 'info', 'warn', 'error']))
export type LogLevel = Of<typeof logLevelSchema>

/** `unmade` and `connecting` sent nothing; from `connected` on the platform may have seen it. */
const socketStageSchema = named('SocketStage', () => z.enum(['unmade', 'connecting', 'connected', 'sent', 'answering']))
export type SocketStage = Of<typeof socketStageSchema>

const evidenceCodeSchema = named('EvidenceCode', () => z.enum(evidenceCodes))
/** Something the desk saw while it sent an intent or looked for its effect; never holds a secret. */
const evidenceSchema = named('Evidence', () =>
  z.strictObject({
    at: instant(),
    /** What was done: `sent`, `answered`, `cut`, `timed_out`, `not_sent`, `read`, `waiting`, `resolved`, `restarted`, `held`, `released`, `moved`, `edited`. */
    event: z.string(),
    /** Absent only in rows of earlier versions. */
    code: evidenceCodeSchema().exactOptional(),
    facts: factsSchema().exactOptional(),
    /** English text of rows written by earlier versions, or what the platform said. */
    note: z.string().exactOptional(),
    status: z.number().exactOptional(),
    requestId: z.string().exactOptional(),
    /** What a reconciling read said: the effect is there, is not there, was refused, is still to come, or the answer does not tell. */
    verdict: z.enum(['found', 'absent', 'refused', 'accepted', 'unclear']).exactOptional(),
    /** Why an attempt's end is unknown, and how far it came. */
    cause: z.enum(['cut', 'timed_out', 'server_error', 'bad_response', 'too_large', 'unclear_answer']).exactOptional(),
    stage: socketStageSchema().exactOptional(),
  }),
)
export type Evidence = Of<typeof evidenceSchema>

/**
 * `order`: an earlier one goes first. `parent`: its record is still being made. `twin`: the same record was asked for
 * before, with unknown outcome.
 */
const waitingReasonSchema = named('WaitingReason', () =>
  z.enum(['offline', 'gate', 'order', 'held', 'paused', 'parent', 'twin']),
)

/** A write to the platform, or a command to the streaming software (`isEncoderIntent`). `status` is of HTTP. */
export const intentSchema = named('Intent', () =>
  z.strictObject({
    /** Absent for the platform. */
    target: z.enum(['platform', 'encoder']).exactOptional(),
    id: z.string(),
    /** Survives retries and restarts. */
    reference: z.string(),
    operation: z.string(),
    state: intentStateSchema(),
    environment: environmentIdSchema(),
    product: productSchema(),
    risk: riskSchema(),
    /** Whose credential it was. */
    account: z.string().exactOptional(),
    request: z.strictObject({
      path: z.record(z.string(), z.string()).exactOptional(),
      query: z.record(z.string(), json()).exactOptional(),
      body: json().exactOptional(),
    }),
    status: z.number().exactOptional(),
    requestId: z.string().exactOptional(),
    error: deskErrorSchema().exactOptional(),
    /** Redacted. */
    answer: json().exactOptional(),
    attempts: z.number(),
    createdAt: instant(),
    /** When the last attempt's socket work began. */
    sentAt: instant().exactOptional(),
    settledAt: instant().exactOptional(),
    durationMs: z.number().exactOptional(),
    waiting: z
      .strictObject({
        reason: waitingReasonSchema(),
        until: instant().exactOptional(),
      })
      .exactOptional(),
    /** Held by the person; later ones of its record wait too. */
    held: z.literal(true).exactOptional(),
    /** The name of the grant that asked for it; absent where the desk itself did. */
    by: z.string().exactOptional(),
    draft: z
      .strictObject({
        id: z.string(),
        revision: z.number(),
      })
      .exactOptional(),
    /** Rejected with `conflict` where the platform's copy is neither `base` nor what is sent. */
    expects: z
      .strictObject({
        base: json(),
      })
      .exactOptional(),
    /** What it does, for people; absent in rows of earlier versions. */
    deed: deedSchema().exactOptional(),
    evidence: z.array(evidenceSchema()),
  }),
)
export type Intent = Of<typeof intentSchema>

/** The newest intent of a record, null where there is none. */
export const newestSchema = () => z.strictObject({ id: z.string().nullable(), intent: intentSchema().exactOptional() })

export const intentPageSchema = named('IntentPage', () =>
  z.strictObject({
    items: z.array(intentSchema()),
    /** Pass as `before`. */
    next: z.string().exactOptional(),
  }),
)
export type IntentPage = Of<typeof intentPageSchema>

/** `data` and `headers` are redacted; `location` is where a redirect points; `headers` are those that may say something of pages. */
export const readAnswerSchema = named('ReadAnswer', () =>
  z.strictObject({
    status: z.number(),
    data: json(),
    requestId: z.string().exactOptional(),
    receivedAt: instant(),
    durationMs: z.number(),
    location: z.string().exactOptional(),
    headers: z.record(z.string(), z.string()).exactOptional(),
  }),
)
export type ReadAnswer = Of<typeof readAnswerSchema>

export const credentialKinds = ['apiKey', 'session'] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** Only `absent` means "not signed in". */
export const credentialStateSchema = named('CredentialState', () =>
  z.enum(['found', 'absent', 'locked', 'denied', 'unavailable', 'timed_out', 'too_large']),
)
export type CredentialState = Of<typeof credentialStateSchema>

/** `memory` lasts for this session and shows a banner. */
const keychainBackendSchema = named('KeychainBackend', () => z.enum(['keytar', 'keyring', 'memory']))
export type KeychainBackend = Of<typeof keychainBackendSchema>

export const credentialStatusSchema = named('CredentialStatus', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    backend: keychainBackendSchema(),
    /** Why the system's keychain is not used. */
    reason: z.string().exactOptional(),
    credentials: z.record(
      z.enum(credentialKinds),
      z.strictObject({
        state: credentialStateSchema(),
        updatedAt: instant().exactOptional(),
      }),
    ),
    /**
     * Where credentials may go: an origin, `embedded`, or null until confirmed. Absent where nothing is saved or the
     * keychain is out of reach.
     */
    confirmed: z.string().nullable().exactOptional(),
    providerSecrets: z.number().exactOptional(),
  }),
)
export type CredentialStatus = Of<typeof credentialStatusSchema>

/** The platform asked this product to wait. */
export const gateSchema = named('Gate', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    product: productSchema(),
    credential: z.enum(authSchemes),
    until: instant(),
    retryAfterMs: z.number(),
    /** `backoff`: without Retry-After. */
    source: z.enum(['retry-after', 'backoff']),
  }),
)
export type Gate = Of<typeof gateSchema>

const connectionStateSchema = named('ConnectionState', () => z.enum(['unknown', 'reachable', 'unreachable']))
export type ConnectionState = Of<typeof connectionStateSchema>

/** Of the chosen environment, by real requests. */
export const connectionSchema = named('Connection', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    state: connectionStateSchema(),
    since: instant(),
    /** Of the last request. */
    latencyMs: z.number().exactOptional(),
    lastAnswerAt: instant().exactOptional(),
    reason: z.string().exactOptional(),
    /** Whether the queue leaves by itself. */
    sending: z.enum(['on', 'paused']),
    /** Whether the desk asks by itself while offline. */
    probing: z.enum(['on', 'paused']),
    nextProbeAt: instant().exactOptional(),
    /** This machine's clock less the platform's, a second exact at best. */
    clockOffsetMs: z.number().exactOptional(),
  }),
)
export type Connection = Of<typeof connectionSchema>

/** Open intents of one record, in sending order. */
export const queueLaneSchema = named('QueueLane', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    resource: z.string(),
    /** Empty where requests name none. */
    record: z.array(z.string()),
    items: z.array(intentSchema()),
  }),
)
export type QueueLane = Of<typeof queueLaneSchema>

export const ledgerCountsSchema = named('LedgerCounts', () =>
  z.strictObject({
    queued: z.number(),
    sending: z.number(),
    accepted: z.number(),
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

/** Id of the notice that offers to meet the platform after its first credential. */
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

/** Without `operation` it meets every request; `times` counts down. */
const faultSchema = named('Fault', () =>
  z.strictObject({
    kind: z.enum(faultKinds),
    operation: z.string().optional(),
    /** Without it, until taken back. */
    times: z.number().optional(),
    /** For `latency`. */
    delayMs: z.number().optional(),
    /** For `status`. */
    status: z.number().optional(),
    /** For `rate_limit`; without it no Retry-After is sent. */
    retryAfterSeconds: z.number().optional(),
  }),
)
export type Fault = Of<typeof faultSchema>

export const rehearsalStateSchema = named('RehearsalState', () =>
  z.strictObject({
    running: z.boolean(),
    faults: z.array(faultSchema()),
  }),
)
export type RehearsalState = Of<typeof rehearsalStateSchema>

/** Specification, section 2.3. */
export const profileSecretFields = ['apiKey', 'apiSecret', 'authToken', 'streamKey'] as const

/** Its four secrets are in the keychain. */
export const providerProfileSchema = named('ProviderProfile', () =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
    environment: environmentIdSchema(),
    /** Null where unused. */
    options: z.record(z.string(), z.string().nullable()),
    /** References for a body; null where no value was saved. */
    secrets: z.record(
      z.enum(profileSecretFields),
      z
        .strictObject({
          $secret: z.string(),
        })
        .nullable(),
    ),
    updatedAt: instant(),
    /** Dotted places whose secrets were left out; only in the answer to a save. */
    leftOut: z.array(z.string()).exactOptional(),
  }),
)
export type ProviderProfile = Of<typeof providerProfileSchema>

/** Names of the 35 video and 19 event switches, which the specification leaves out. */
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

/** Secrets as placeholders such as `<API_KEY>`. */
export const requestPreviewSchema = named('RequestPreview', () =>
  z.strictObject({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.string().exactOptional(),
    /** Fields that hold a known secret outside credential fields. */
    suspicious: z.array(z.string()),
  }),
)
export type RequestPreview = Of<typeof requestPreviewSchema>
