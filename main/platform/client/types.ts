import type { ErrorBody } from '#answers/error-body.ts'
import type { Asked } from '#answers/meaning.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { TaughtWords } from '#contract/live.ts'
import type { Connection, EnvironmentId, Gate, ReadAnswer, RequestPreview, SocketStage } from '#contract/models.ts'
import type { AuthScheme, OperationRequest, Product } from '#contract/operation.ts'
import type { Credential } from '../../core/keychain/types.ts'
import type { Operation } from '../catalog/entry.ts'
import type { WireFault } from './error-messages.ts'

export interface ClientSurroundings {
  /** Throws DeskError `invalid_state` where none is configured. */
  baseUrl(environment: EnvironmentId): string
  scheme(product: Product, byCatalog: AuthScheme): AuthScheme
  /** Throws DeskError `no_credentials` (also where they may not go to that origin) or `keychain_*`. */
  credential(environment: EnvironmentId, scheme: 'apiKey' | 'session', origin: string): Promise<Credential>
  credentialGeneration(environment: EnvironmentId, scheme: 'apiKey' | 'session'): number
  /** Throws DeskError `secret_missing`, or `no_credentials` where it may not go to this origin. */
  secret(reference: string, path: string, environment: EnvironmentId, origin: string): Promise<string>
  redact(value: Json, operation?: Operation): Json
  /** What the person taught of this environment's status words. */
  taught?(environment: EnvironmentId): TaughtWords
}

/** `leftOut`: dotted places of secrets that a stop or a pause went without. */
export type WriteOutcome = WriteEnd & { leftOut?: string[] }

type WriteEnd =
  /** `unclear`: an edit whose answer does not say that it was done; its status word where nobody specified it. */
  | {
      outcome: 'confirmed'
      status: number
      answer: Json
      requestId?: string
      durationMs: number
      unclear?: string | true
    }
  /** Under way, not done: 202, pending, queued. */
  | { outcome: 'accepted'; status: number; answer: Json; requestId?: string; durationMs: number; word?: string }
  | {
      outcome: 'rejected'
      error: DeskErrorShape
      status?: number
      answer?: Json
      requestId?: string
      durationMs: number
    }
  | { outcome: 'not_sent'; error: DeskErrorShape }
  /** 429, or a closed gate: not applied; see `error.retryAfterMs`. */
  | { outcome: 'rate_limited'; error: DeskErrorShape; status?: number; requestId?: string }
  | {
      outcome: 'unknown'
      /** `unclear_answer`: an answer that does not say what became of it; `word` is its status word, to be taught. */
      cause: 'cut' | 'timed_out' | 'server_error' | 'bad_response' | 'too_large' | 'unclear_answer'
      error: DeskErrorShape
      status?: number
      answer?: Json
      word?: string
      requestId?: string
      stage?: SocketStage
      durationMs: number
    }

/** A script counts as a person, and so do confirming reads. */
export type Asker = 'desk' | 'person'

/** Emitted right before the socket is asked for, once for each try. */
export interface Departure {
  environment: EnvironmentId
  product: Product
  /** The caller's own object, so that callers recognise theirs. */
  request: OperationRequest
  by: Asker
}

/** A try that ended. Headers and body are raw: they may hold secrets and never leave main. */
export interface WireExchange {
  environment: EnvironmentId
  operation: Operation
  origin: string
  scheme: AuthScheme
  generation: number
  request: OperationRequest
  reference?: string
  by: Asker
  /** Milliseconds since 1970. */
  at: number
  durationMs: number
  attempt: number
  /** Whether it is the last try; a read given up between two tries has none. */
  final: boolean
  answer?: {
    status: number
    headers: ReadonlyArray<readonly [name: string, value: string]>
    body: Buffer
    isCut?: true
  }
  failure?: {
    cause: 'unreachable' | 'unsendable' | 'cut' | 'timed_out' | 'bad_response' | 'too_large' | 'cancelled'
    status?: number
    headers?: ReadonlyArray<readonly [name: string, value: string]>
  }
}

export type ReadElsewhere =
  | { text: Uint8Array; requestId: string | undefined; failure?: ReadFailure }
  | { problem: WireFault }

/** What an answer with a status of 2xx says of a read that failed. */
export type ReadFailure = ErrorBody | 'not_ready'

export interface LargeAnswers {
  /**
   * Masked JSON in UTF-8 with its request id, or why it can't be read, or what it refuses with; undefined where the
   * caller reads it itself. `plain`: names that are no secrets here.
   */
  read(
    body: Buffer,
    depth: number,
    asked: { status: number; asked: Asked },
    plain?: ReadonlySet<string>,
  ): Promise<ReadElsewhere | undefined>
}

export type Observed = Omit<Connection, 'sending' | 'probing' | 'nextProbeAt'>

export interface WriteOptions {
  intent?: string
  /** Called right before the socket is asked for; what it throws ends the write as not sent. */
  beforeSend?: () => void
  /** A later connection sends nothing. */
  openWithinMs?: number
  /** The status that the record was known to have. */
  before?: string
}

export interface PlatformClient {
  /** Throws DeskError `invalid_input` with `fields`; demands no field. */
  check(request: OperationRequest): void
  /** Retried for a person, not for the desk. Throws DeskError, `cancelled` where the signal gave it up. */
  read(request: OperationRequest, environment: EnvironmentId, by?: Asker, signal?: AbortSignal): Promise<ReadAnswer>
  /** Sends once; never throws for what happens on the wire. */
  write(
    request: OperationRequest,
    environment: EnvironmentId,
    reference: string,
    options?: WriteOptions,
  ): Promise<WriteOutcome>
  /** As it would go, with placeholders for secrets; nothing is sent. */
  preview(request: OperationRequest, environment: EnvironmentId): RequestPreview
  gate(operation: string, environment: EnvironmentId): Gate | undefined
  gates(): Gate[]
  /** Asks once, without a credential. Throws DeskError where there is no address. */
  probe(environment: EnvironmentId, by?: Asker): Promise<'answered' | 'failed'>
  connection(environment: EnvironmentId): Observed
  /** In running time. */
  lastTriedAt(environment: EnvironmentId): number | undefined
  /** For a new address: what was seen of the old one counts no longer. */
  resetConnection(environment: EnvironmentId): void
  onGates(listener: (gates: Gate[]) => void): () => void
  onRequest(listener: (departure: Departure) => void): () => void
  /** Reads and writes, not probes; don't keep the body. */
  onExchange(listener: (exchange: WireExchange) => void): () => void
  onConnection(listener: (connection: Observed) => void): () => void
  close(): void
}
