// The records that cross the bridge. Times are ISO 8601 with milliseconds and Z; durations are milliseconds.
import type { DeskErrorShape } from './errors.ts'
import type { Json } from './json.ts'
import type { AuthScheme, OperationInfo, Product, Risk } from './operation.ts'

export const environmentIds = ['production', 'development', 'rehearsal'] as const
export type EnvironmentId = (typeof environmentIds)[number]

export interface Environment {
  id: EnvironmentId
  name: string
  /** Empty while it was not configured; the rehearsal platform's own address is filled in by the desk. */
  baseUrl: string
  selected: boolean
  configured: boolean
  /** Its requests stay inside the desk: rehearsal without an address of its own. */
  embedded?: true
}

export const intentStates = ['queued', 'sending', 'confirmed', 'rejected', 'unknown', 'cancelled'] as const
export type IntentState = (typeof intentStates)[number]

/** Levels of the desk's log. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Something the desk saw while it sent an intent or looked for its effect; never holds a secret. */
/** How far a request came: `unmade` and `connecting` sent nothing; from `connected` on the platform may have seen it. */
export type SocketStage = 'unmade' | 'connecting' | 'connected' | 'sent' | 'answering'

export interface Evidence {
  at: string
  /** What was done: `sent`, `answered`, `cut`, `timed_out`, `not_sent`, `read`, `waiting`, `resolved`, `restarted`, `held`, `released`, `moved`, `edited`. */
  event: string
  note: string
  status?: number
  requestId?: string
  /** What a reconciling read said: the effect is there, is not there, or the answer does not tell. */
  verdict?: 'found' | 'absent' | 'unclear'
  /** Why an attempt's end is unknown, and how far it came. */
  cause?: 'cut' | 'timed_out' | 'server_error' | 'bad_response' | 'too_large'
  stage?: SocketStage
}

/**
 * Why a queued intent waits. `order`: what was asked for earlier goes first; `parent`: the record that it belongs to is still being made; `twin`: the same
 * record was asked for before and nobody knows yet whether it was made, so the person decides.
 */
type WaitingReason = 'offline' | 'gate' | 'order' | 'held' | 'paused' | 'parent' | 'twin'

/** A write as the ledger keeps it. `status` is the HTTP status of the platform's answer. */
export interface Intent {
  id: string
  /** Stable client reference; survives retries and restarts. */
  reference: string
  operation: string
  state: IntentState
  environment: EnvironmentId
  product: Product
  risk: Risk
  /** The account that the credential spoke for, where it is known. */
  account?: string
  request: { path?: Record<string, string>; query?: Record<string, Json>; body?: Json }
  status?: number
  requestId?: string
  error?: DeskErrorShape
  /** The platform's answer, redacted. */
  answer?: Json
  attempts: number
  createdAt: string
  /** When the last attempt's socket work began. */
  sentAt?: string
  settledAt?: string
  /** From the last attempt's start to its answer. */
  durationMs?: number
  /** Why a queued intent still waits, and until when where that is known. */
  waiting?: { reason: WaitingReason; until?: string }
  /** The person keeps it back; what is behind it in its lane waits too. */
  held?: true
  /** The draft's revision that it carries. */
  draft?: { id: string; revision: number }
  /** Reads the platform's copy before it goes: where that is neither `base` nor what is sent, it ends as rejected with `conflict`. */
  expects?: { base: Json }
  evidence: Evidence[]
}

export interface IntentPage {
  items: Intent[]
  /** Pass as `before` for the next, older page. */
  next?: string
}

/** The answer to a read. `data` is the platform's body as it came, redacted; `location` is where a redirect points. */
export interface ReadAnswer {
  status: number
  data: Json
  requestId?: string
  receivedAt: string
  durationMs: number
  location?: string
}

export const credentialKinds = ['apiKey', 'session'] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** How a look into the keychain ended. Only `absent` means "not signed in". */
export type CredentialState = 'found' | 'absent' | 'locked' | 'denied' | 'unavailable' | 'timed_out' | 'too_large'

/** Where secrets are kept on this machine. `memory` lasts for this session only and is shown as a banner. */
export type KeychainBackend = 'keytar' | 'keyring' | 'memory'

export interface CredentialStatus {
  environment: EnvironmentId
  backend: KeychainBackend
  /** Why the keychain of the system is not used, where it is not. */
  reason?: string
  credentials: Record<CredentialKind, { state: CredentialState; updatedAt?: string }>
  /**
   * The origin that credentials and secrets of the environment may go to, or `embedded`; null where one has to be confirmed first.
   * Absent where nothing was saved yet, or the keychain can't be asked.
   */
  confirmed?: string | null
  /** How many secrets its provider profiles have. */
  providerSecrets?: number
}

/** A closed gate: the platform asked this product to wait. */
export interface Gate {
  environment: EnvironmentId
  product: Product
  credential: AuthScheme
  until: string
  retryAfterMs: number
  /** Whether the platform named the time, or the desk chose it because no Retry-After came. */
  source: 'retry-after' | 'backoff'
}

export type ConnectionState = 'unknown' | 'reachable' | 'unreachable'

/** What real requests showed of the chosen environment. */
export interface Connection {
  environment: EnvironmentId
  state: ConnectionState
  since: string
  /** Time from sending to answer of the last request. */
  latencyMs?: number
  lastAnswerAt?: string
  reason?: string
  /** Whether the queue may leave by itself; paused by the person. */
  sending: 'on' | 'paused'
  /** Whether the desk asks the platform by itself while it can't be reached; paused by the person. */
  probing: 'on' | 'paused'
  /** When it will ask next. */
  nextProbeAt?: string
  /** This machine's clock less the platform's, from its last answer's Date header: positive where this one is ahead. A second exact at best. */
  clockOffsetMs?: number
}

/** Open intents of one record, in the order in which they leave. */
export interface QueueLane {
  environment: EnvironmentId
  resource: string
  /** The record's identifiers; empty for requests that name none, such as a create. */
  record: string[]
  items: Intent[]
}

export interface LedgerCounts {
  queued: number
  sending: number
  unknown: number
}

export interface DeskInfo {
  name: string
  version: string
  host: 'electron' | 'loopback'
  platform: string
  node: string
  profile: string
  environment: EnvironmentId
  connection: Connection
  gates: Gate[]
  counts: LedgerCounts
  keychain: { backend: KeychainBackend; reason?: string }
  /** Things a person must be told once: a restored backup, secrets kept in memory only. */
  notices: Notice[]
  startedAt: string
}

export interface Notice {
  id: string
  level: 'info' | 'warning'
  message: string
  at: string
}

/** The notice that offers to meet the platform of an environment that got its first credential; screens draw it with a button. */
export const meetNotice = (environment: EnvironmentId): string => `meet-${environment}`

export interface CatalogList {
  operations: OperationInfo[]
}

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
export interface Fault {
  kind: FaultKind
  operation?: string | undefined
  /** How many requests it meets; without it, until it is taken back. */
  times?: number | undefined
  /** For `latency`: milliseconds. */
  delayMs?: number | undefined
  /** For `status`: the HTTP status that is answered. */
  status?: number | undefined
  /** For `rate_limit`: seconds, sent as Retry-After; without it the header is left out. */
  retryAfterSeconds?: number | undefined
}

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

export interface RehearsalState {
  running: boolean
  faults: Fault[]
  dialect: RehearsalDialect
  credentialRule: CredentialRule
}

/** The four fields of an event that carry credentials (specification, section 2.3). */
export const profileSecretFields = ['apiKey', 'apiSecret', 'authToken', 'streamKey'] as const
type ProfileSecretField = (typeof profileSecretFields)[number]

/** A saved set of provider options. Its four secrets are in the keychain; here stands only whether each is set. */
export interface ProviderProfile {
  id: string
  name: string
  environment: EnvironmentId
  /** The other 17 options, null where unused. */
  options: Record<string, string | null>
  /** References to put into a body in place of the values; null where no value was saved. */
  secrets: Record<ProfileSecretField, { $secret: string } | null>
  updatedAt: string
  /** Dotted places in which a known secret stood: it was left out of what was saved. Only in the answer to a save. */
  leftOut?: string[]
}

/** The names behind the 35 video and 19 event switches; the specification leaves them out, so the person defines them. */
export interface PlatformNames {
  /** `<name>OutputId`, 34 at most. */
  outputs: string[]
  /** `<name>PlaybackUrl`, one at most. */
  playback: string[]
  /** `<name>EventId`, 19 at most. */
  events: string[]
}

export interface Settings {
  theme: 'system' | 'dark' | 'light'
  density: 'compact' | 'comfortable'
  /** Authentication scheme per product where it differs from the catalog's. */
  authOverrides: Partial<Record<Product, AuthScheme>>
}
