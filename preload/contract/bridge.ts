// The boundary between the desk's screens and its backend: every method, its input and its output.
// Main derives its handlers from this list, so a method without a handler does not compile.
// No method returns a secret. docs/control-api.md documents the same list for scripts and controllers.
import { z } from 'zod'
import type { DeskErrorShape } from './errors.ts'
import {
  credentialKinds,
  credentialRules,
  environmentIds,
  faultKinds,
  intentStates,
  profileSecretFields,
  rehearsalDialects,
} from './models.ts'
import type {
  CatalogList,
  CredentialStatus,
  DeskInfo,
  Environment,
  Connection,
  Intent,
  IntentPage,
  PlatformNames,
  ProviderProfile,
  QueueLane,
  ReadAnswer,
  RehearsalState,
  Settings,
} from './models.ts'
import { accountInputs } from './account.ts'
import type { AccountOutputs } from './account.ts'
import { careInputs } from './care.ts'
import type { CareOutputs } from './care.ts'
import { decisionInputs } from './command.ts'
import { draftInputs } from './draft.ts'
import type { DraftOutputs } from './draft.ts'
import { learnedInputs } from './learned.ts'
import type { LearnedOutputs } from './learned.ts'
import { liveInputs } from './live.ts'
import type { LiveOutputs } from './live.ts'
import { authSchemes, products } from './operation.ts'
import { requestInputs } from './requests.ts'
import type { RequestOutputs } from './requests.ts'

const nothing = z.strictObject({}).default({})
const environment = z.enum(environmentIds)
const id = z.string().min(1).max(128)
const secretText = z.string().min(1).max(16_384)

const operationRequest = z.strictObject({
  operation: z.string().max(256),
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  body: z.unknown().optional(),
})

const secretInput = z.union([z.string().max(16_384), z.null(), z.strictObject({ $secret: z.string().max(256) })])

const fault = z.strictObject({
  kind: z.enum(faultKinds),
  operation: z.string().max(256).optional(),
  times: z.int().min(1).max(10_000).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  status: z.int().min(100).max(599).optional(),
  retryAfterSeconds: z.int().min(0).max(86_400).optional(),
})

const platformName = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Letters, digits and _ only, starting with a letter')

/** Every bridge method and what it takes; anything that is not named is refused. */
export const bridgeInputs = {
  'desk.info': nothing,
  'desk.dismiss': z.strictObject({ id }),

  'catalog.list': nothing,

  'environments.list': nothing,
  'environments.configure': z.strictObject({ id: environment, baseUrl: z.string().max(2_048) }),
  'environments.select': z.strictObject({ id: environment }),

  'credentials.status': z.strictObject({ environment }),
  'credentials.save': z.discriminatedUnion('credential', [
    z.strictObject({ environment, credential: z.literal('apiKey'), value: secretText }),
    z.strictObject({
      environment,
      credential: z.literal('session'),
      value: z.strictObject({
        token: secretText,
        accountId: z.string().max(1_024).optional(),
        sessionId: z.string().max(1_024).optional(),
      }),
    }),
  ]),
  'credentials.remove': z.strictObject({ environment, credential: z.enum(credentialKinds) }),
  /** The environment's credentials and secrets may go to this origin from now on. For the desk's own page alone. */
  'credentials.confirm': z.strictObject({ environment, origin: z.string().min(1).max(2_048) }),

  'platform.read': operationRequest,
  'platform.preview': operationRequest,

  /** `draft` marks the revision that is sent. `press` names one press of a button: submitted again, it answers with what the first one made. */
  'ledger.submit': operationRequest.extend({
    draft: z.strictObject({ id, revision: z.int().min(1) }).optional(),
    press: z.uuid().optional(),
    ...decisionInputs,
  }),
  /** The newest intent of the record that a request names, for `saw`. */
  'ledger.newest': operationRequest.extend({ environment: environment.optional() }),
  'ledger.get': z.strictObject({ id }),
  'ledger.list': z.strictObject({
    state: z.union([z.enum(intentStates), z.array(z.enum(intentStates)).min(1)]).optional(),
    /** Words looked for in operation, name, answer, error and requestId. */
    query: z.string().max(200).optional(),
    environment: environment.optional(),
    product: z.enum(products).optional(),
    /** Id of the draft that was sent. */
    draft: id.optional(),
    limit: z.int().min(1).max(500),
    before: z.string().max(128).optional(),
  }),
  'ledger.retry': z.strictObject({ id, ...decisionInputs }),
  'ledger.cancel': z.strictObject({ id }),
  'ledger.resolve': z.strictObject({ id, as: z.enum(['confirmed', 'rejected']) }),
  'ledger.reconcile': z.strictObject({ id }),
  'ledger.queue': nothing,
  'ledger.hold': z.strictObject({ id, held: z.boolean() }),
  /** One place earlier or later among the queued intents of its record. */
  'ledger.move': z.strictObject({ id, by: z.union([z.literal(-1), z.literal(1)]) }),
  /** Another content for a queued intent; kept as a new revision of its draft, which is made where there was none. */
  'ledger.edit': z.strictObject({
    id,
    path: z.record(z.string(), z.string()).optional(),
    query: operationRequest.shape.query,
    body: z.unknown().optional(),
  }),

  'connection.configure': z.strictObject({
    sending: z.enum(['on', 'paused']).optional(),
    probing: z.enum(['on', 'paused']).optional(),
  }),
  'connection.probe': nothing,

  'rehearsal.faults': nothing,
  'rehearsal.setFault': z.strictObject({ fault, on: z.boolean().default(true) }),
  'rehearsal.setDialect': z.strictObject({ dialect: z.enum(rehearsalDialects) }),
  'rehearsal.setCredentialRule': z.strictObject({ rule: z.enum(credentialRules) }),
  'rehearsal.reset': nothing,

  'settings.get': nothing,
  'settings.update': z.strictObject({
    theme: z.enum(['system', 'dark', 'light']).optional(),
    density: z.enum(['compact', 'comfortable']).optional(),
    authOverrides: z.partialRecord(z.enum(products), z.enum(authSchemes)).optional(),
  }),

  'profiles.list': nothing,
  'profiles.save': z.strictObject({
    id: id.optional(),
    name: z.string().trim().min(1).max(120),
    environment,
    options: z.record(z.string(), z.union([z.string().max(8_192), z.null()])),
    /** A string is moved to the keychain, null removes the stored value, a reference or nothing keeps it. */
    secrets: z.partialRecord(z.enum(profileSecretFields), secretInput).optional(),
  }),
  'profiles.remove': z.strictObject({ id }),

  'platforms.get': z.strictObject({ environment }),
  'platforms.save': z.strictObject({
    environment,
    outputs: z.array(platformName).max(34),
    playback: z.array(platformName).max(1),
    events: z.array(platformName).max(19),
  }),

  ...draftInputs,
  ...careInputs,
  ...liveInputs,
  ...requestInputs,
  ...learnedInputs,
  ...accountInputs,
} as const satisfies Record<string, z.ZodType>

/** A bridge method's name. */
export type BridgeMethod = keyof typeof bridgeInputs

/** What a caller passes. */
export type BridgeInput<M extends BridgeMethod> = z.input<(typeof bridgeInputs)[M]>

/** What a handler gets: the input after its check, defaults filled in. */
export type BridgeParams<M extends BridgeMethod> = z.output<(typeof bridgeInputs)[M]>

/** The request exactly as it will go, secrets as placeholders such as `<API_KEY>`. */
export interface RequestPreview {
  method: string
  url: string
  headers: Array<[name: string, value: string]>
  body?: string
  /** Fields outside the credential fields in which something that looks like a known secret stands. */
  suspicious: string[]
}

interface Outputs extends DraftOutputs, CareOutputs, LiveOutputs, RequestOutputs, LearnedOutputs, AccountOutputs {
  'drafts.submit': Intent
  'desk.info': DeskInfo
  'desk.dismiss': Record<string, never>
  'catalog.list': CatalogList
  'environments.list': { environments: Environment[] }
  'environments.configure': Environment
  'environments.select': Environment
  'credentials.status': CredentialStatus
  'credentials.save': CredentialStatus
  'credentials.remove': CredentialStatus
  'credentials.confirm': CredentialStatus
  'platform.read': ReadAnswer
  'platform.preview': RequestPreview
  'ledger.submit': Intent
  /** Null where the request names no record, or no intent was made for it. */
  'ledger.newest': { id: string | null; intent?: Intent }
  'ledger.get': Intent
  'ledger.list': IntentPage
  'ledger.retry': Intent
  'ledger.cancel': Intent
  'ledger.resolve': Intent
  'ledger.reconcile': Intent
  'ledger.queue': { lanes: QueueLane[] }
  'ledger.hold': Intent
  'ledger.move': Intent
  'ledger.edit': Intent
  'connection.configure': Connection
  'connection.probe': Connection
  'rehearsal.faults': RehearsalState
  'rehearsal.setFault': RehearsalState
  'rehearsal.setDialect': RehearsalState
  'rehearsal.setCredentialRule': RehearsalState
  'rehearsal.reset': RehearsalState
  'settings.get': Settings
  'settings.update': Settings
  'profiles.list': { profiles: ProviderProfile[] }
  'profiles.save': ProviderProfile
  'profiles.remove': Record<string, never>
  'platforms.get': PlatformNames
  'platforms.save': PlatformNames
}

/** What a method answers. */
export type BridgeOutput<M extends BridgeMethod> = Outputs[M]

/** Compiles only while every method has both an input and an output. */
type BridgeComplete = [keyof Outputs] extends [BridgeMethod]
  ? [BridgeMethod] extends [keyof Outputs]
    ? true
    : never
  : never
export const bridgeComplete: BridgeComplete = true

/** How every answer travels. */
export type Envelope<T> = { ok: true; data: T } | { ok: false; error: DeskErrorShape }

/** What a preload exposes to the page in Electron: these two functions and nothing else. */
export interface DeskHost {
  request(method: string, params: unknown): Promise<Envelope<unknown>>
  subscribe(listener: (event: string, payload: unknown) => void): () => void
}
